internal import CImages
import LinecasterBase
import LinecasterRaster

extension ImageHeader {
  /// Reads the header of a PNG file.
  ///
  /// - Throws: `ImageError` with code `malformed` or `unreadable`.
  init(png file: some RandomAccessBytes) throws(ImageError) {
    self = try PNGHeaderReader(file: file).header()
  }
}

/// Reads the header of a PNG file (third edition, §5.3 and §11).
private struct PNGHeaderReader<File: RandomAccessBytes> {
  let file: File

  /// The maximum chunks before the pixels; files have a few.
  private var chunkLimit: Int { 1024 }

  /// The header, with the `tRNS` and `eXIf` chunks before the pixels.
  func header() throws(ImageError) -> ImageHeader {
    guard let first = PNGHeader(try file.need(at: 0, count: PNGHeader.byteCount)) else {
      throw file.malformed("no PNG header")
    }
    var header = ImageHeader(
      format: .png, size: PixelSize(width: first.width, height: first.height),
      hasAlpha: first.hasAlpha)
    header.workingBytesPerPixel = first.isInterlaced ? 4 : 0
    header.pixelsPerByte = first.pixelsPerByte
    var position = PNGHeader.byteCount
    for _ in 0..<chunkLimit {
      let start = try file.need(at: position, count: 8)
      let kind = start[4...]
      guard let count = ByteOrder.bigEndian.number(start, at: 0, count: 4),
        !kind.elementsEqual("IDAT".utf8)
      else { return header }
      if kind.elementsEqual("tRNS".utf8) { header.hasAlpha = true }
      if kind.elementsEqual("eXIf".utf8) {
        header.orientation = ExifOrientation.find(
          in: try file.bytes(at: position + 8, count: min(count, ExifOrientation.byteLimit)))
      }
      position += count + 12
    }
    throw file.malformed("more than \(chunkLimit) chunks before the pixels")
  }
}

/// The first chunk of a PNG file, `IHDR` (PNG specification, third edition, §11.2.1).
private struct PNGHeader {
  let width: Int
  let height: Int
  let bitDepth: Int
  let channels: Int
  /// Whether the colour type has an alpha channel.
  let hasAlpha: Bool
  let isInterlaced: Bool

  private static let chunkStart: [UInt8] = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]

  /// The bytes of the signature and the whole chunk, including its checksum.
  static let byteCount = 33

  /// Reads the header of a file; `nil` if the bytes do not start like a PNG file.
  init?(_ start: [UInt8]) {
    guard start.count >= Self.byteCount,
      start[..<16].elementsEqual(PNGEncoder.signature + Self.chunkStart),
      let width = ByteOrder.bigEndian.number(start, at: 16, count: 4),
      let height = ByteOrder.bigEndian.number(start, at: 20, count: 4)
    else {
      return nil
    }
    self.width = width
    self.height = height
    bitDepth = Int(start[24])
    switch start[25] {
    case 0, 3: channels = 1
    case 2: channels = 3
    case 4: channels = 2
    case 6: channels = 4
    default: return nil
    }
    hasAlpha = start[25] & 4 != 0
    isInterlaced = start[28] != 0
    guard [1, 2, 4, 8, 16].contains(bitDepth) else { return nil }
  }

  /// The maximum pixels that a byte of the file can represent, at the best compression of deflate,
  /// 1032 to 1 (zlib technical details, "maximum compression factor").
  var pixelsPerByte: Int { max(1, 1032 * 8 / (channels * bitDepth)) }
}

extension EncodedImage {
  /// Decodes a PNG file.
  func decodePNG() throws(ImageError) -> Bitmap {
    try bytes.withUnsafeBufferPointer { bytes throws(ImageError) in
      try assemble(PNGRows(bytes, of: self))
    }
  }
}

/// The rows of a PNG file, by libpng.
private final class PNGRows: ImageRows {
  let width: Int
  let height: Int

  private let reader: OpaquePointer
  private let image: EncodedImage
  private let hasAlpha: Bool
  private let colors: ColorConversion?
  /// All rows of an interlaced image, because they arrive interleaved.
  private var all: [UInt8] = []
  private var next = 0

  /// Reads the header of a file, whose bytes must stay in place as long as the rows are used.
  init(_ bytes: UnsafeBufferPointer<UInt8>, of image: EncodedImage) throws(ImageError) {
    guard let reader = linecaster_png_reader_open(bytes.baseAddress, bytes.count) else {
      throw ImageError(code: .tooLarge, source: image.name, reason: "out of memory in libpng")
    }
    self.reader = reader
    self.image = image
    hasAlpha = linecaster_png_reader_has_alpha(reader)
    var count = 0
    let profile = linecaster_png_reader_profile(reader, &count)
    colors = ColorConversion(UnsafeBufferPointer(start: profile, count: count), of: .light)
    width = image.header.size.width
    height = image.header.size.height
    try check()
    try image.check(
      width: linecaster_png_reader_width(reader), height: linecaster_png_reader_height(reader),
      expected: image.header.size)
    if image.header.workingBytesPerPixel > 0 { try readAll() }
  }

  deinit { linecaster_png_reader_close(reader) }

  func read(into row: UnsafeMutableBufferPointer<UInt8>) throws(ImageError) {
    if all.isEmpty {
      guard linecaster_png_reader_read_row(reader, row.baseAddress) else { return try check() }
    } else {
      _ = row.update(fromContentsOf: all[next..<next + row.count])
      next += row.count
    }
    colors?.convert(row)
    if hasAlpha { row.premultiply() }
  }

  private func readAll() throws(ImageError) {
    all = [UInt8](repeating: 0, count: width * height * 4)
    let isRead = all.withUnsafeMutableBufferPointer {
      linecaster_png_reader_read_all(reader, $0.baseAddress)
    }
    if !isRead { try check() }
  }

  private func check() throws(ImageError) {
    guard let fault = linecaster_png_reader_fault(reader) else { return }
    throw image.malformed(String(cString: fault))
  }
}
