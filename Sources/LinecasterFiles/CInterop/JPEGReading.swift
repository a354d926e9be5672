import LinecasterBase
import LinecasterRaster

#if JPEG
  internal import CImages
#endif

extension ImageHeader {
  /// Reads the header of a JPEG file.
  ///
  /// - Throws: `ImageError` with code `malformed`, `unsupported` or `unreadable`.
  init(jpeg file: some RandomAccessBytes) throws(ImageError) {
    self = try JPEGHeaderReader(file: file).header()
  }
}

/// Reads the header of a JPEG file (ITU-T T.81, annex B).
private struct JPEGHeaderReader<File: RandomAccessBytes> {
  let file: File

  /// The maximum number of segments; profiles and previews take some dozens.
  private var segmentLimit: Int { 1024 }
  /// The maximum bytes outside segments that are skipped in one place.
  private var gapLimit: Int { 4096 }

  /// The header of the frame, with the orientation of the first EXIF segment.
  func header() throws(ImageError) -> ImageHeader {
    var frame: ImageHeader?
    var orientation: ImageOrientation?
    var position = 2
    for _ in 0..<segmentLimit {
      let segment = try segment(at: position)
      switch segment.marker {
      case 0xDA, 0xD9:
        guard var header = frame else { throw file.malformed("no size before the pixels") }
        header.orientation = orientation ?? .up
        return header
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(segment.marker):
        guard frame == nil else { throw file.malformed("more than one frame") }
        frame = try self.frame(segment)
      case 0xE1 where orientation == nil:
        let data = try file.bytes(at: segment.start, count: segment.count)
        if ExifOrientation.isExif(data) { orientation = ExifOrientation.find(in: data) }
      default: break
      }
      position = segment.start + segment.count
    }
    throw file.malformed("more than \(segmentLimit) segments before the pixels")
  }

  private typealias Segment = (marker: UInt8, start: Int, count: Int)

  /// The segment at a position or after it; `start` and `count` are those of its content.
  private func segment(at position: Int) throws(ImageError) -> Segment {
    let near = try file.bytes(at: position, count: gapLimit)
    guard let mark = near.firstIndex(of: 0xFF), let code = near[mark...].firstIndex(where: isCode)
    else { throw file.malformed("a segment does not start with a marker") }
    let start = position + code + 1
    let isAlone = near[code] == 0x01 || 0xD0...0xD9 ~= near[code]
    if isAlone { return (near[code], start, 0) }
    let count = ByteOrder.bigEndian.number(try file.need(at: start, count: 2), at: 0, count: 2)
    guard let count, count >= 2 else { throw file.malformed("a segment without a length") }
    return (near[code], start + 2, count - 2)
  }

  /// Whether a byte after one or more 0xFF is a segment marker.
  private func isCode(_ byte: UInt8) -> Bool { byte != 0xFF }

  private func frame(_ segment: Segment) throws(ImageError) -> ImageHeader {
    let content = try file.need(at: segment.start, count: 6)
    guard [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(segment.marker), content[0] == 8 else {
      throw ImageError(
        code: .unsupported, source: file.name, reason: "lossless, hierarchical or not 8-bit JPEG"
      )
    }
    let order = ByteOrder.bigEndian
    guard let height = order.number(content, at: 1, count: 2),
      let width = order.number(content, at: 3, count: 2), [1, 3, 4].contains(content[5])
    else { throw file.malformed("unexpected number of components: \(content[5])") }
    var header = ImageHeader(format: .jpeg, size: PixelSize(width: width, height: height))
    if segment.marker == 0xC2 || segment.marker == 0xCA {
      // Two bytes for each coefficient, including blocks beyond the edges.
      header.workingBytesPerPixel = 2 * Int(content[5])
    }
    // Huffman coding takes at least one bit for each block of 64 pixels.
    if segment.marker <= 0xC2 { header.pixelsPerByte = 64 * 8 }
    return header
  }
}

#if JPEG
  extension EncodedImage {
    /// Decodes a JPEG file at a number of eighths of its size; averaging produces the result.
    func decodeJPEG(eighths: Int) throws(ImageError) -> Bitmap {
      try bytes.withUnsafeBufferPointer { bytes throws(ImageError) in
        try assemble(JPEGRows(bytes, of: self, eighths: eighths))
      }
    }
  }

  /// The rows of a JPEG file, by libjpeg-turbo.
  private final class JPEGRows: ImageRows {
    let width: Int
    let height: Int
    let eighths: PixelSize

    private let reader: OpaquePointer
    private let image: EncodedImage
    private let isCMYK: Bool
    private let colors: ColorConversion?

    /// Reads the header of a file, whose bytes must stay in place as long as the rows are used.
    init(
      _ bytes: UnsafeBufferPointer<UInt8>, of image: EncodedImage, eighths: Int
    ) throws(ImageError) {
      guard
        let reader = linecaster_jpeg_reader_open(
          bytes.baseAddress, bytes.count, Int32(eighths), image.memoryLimit)
      else {
        throw ImageError(code: .tooLarge, source: image.name, reason: "out of memory in libjpeg")
      }
      self.reader = reader
      self.image = image
      isCMYK = linecaster_jpeg_reader_is_cmyk(reader)
      var count = 0
      let profile = linecaster_jpeg_reader_profile(reader, &count)
      colors = ColorConversion(
        UnsafeBufferPointer(start: profile, count: count), of: isCMYK ? .inks : .light)
      self.eighths = PixelSize(
        width: image.header.size.width * eighths, height: image.header.size.height * eighths)
      width = (self.eighths.width + 7) / 8
      height = (self.eighths.height + 7) / 8
      try check()
      try image.check(
        width: linecaster_jpeg_reader_width(reader),
        height: linecaster_jpeg_reader_height(reader),
        expected: PixelSize(width: width, height: height))
    }

    deinit { linecaster_jpeg_reader_close(reader) }

    func read(into row: UnsafeMutableBufferPointer<UInt8>) throws(ImageError) {
      guard linecaster_jpeg_reader_read_row(reader, row.baseAddress) else {
        try check()
        throw image.malformed("rows are missing")
      }
      if let colors {
        colors.convert(row)
      } else if isCMYK {
        mixInks(row)
      }
    }

    /// Converts CMYK to RGB by multiplying each colour with black.
    ///
    /// 255 is no ink, as Adobe's programs write it. Browsers and Pillow read files without Adobe's
    /// marker in the same way.
    private func mixInks(_ row: UnsafeMutableBufferPointer<UInt8>) {
      for start in stride(from: 0, to: row.count, by: 4) {
        let light = row[start + 3]
        for channel in start..<start + 3 { row[channel] = row[channel].multiplied(by: light) }
        row[start + 3] = 255
      }
    }

    private func check() throws(ImageError) {
      guard let fault = linecaster_jpeg_reader_fault(reader) else { return }
      throw ImageError(
        code: linecaster_jpeg_reader_is_too_large(reader) ? .tooLarge : .malformed,
        source: image.name, reason: String(cString: fault))
    }
  }
#endif
