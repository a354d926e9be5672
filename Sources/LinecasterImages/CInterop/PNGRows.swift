internal import CImages
import LinecasterRaster

/// The rows of a PNG file, by libpng.
final class PNGRows: ImageRows {
  let width: Int
  let height: Int

  private let reader: OpaquePointer
  private let image: EncodedImage
  private let hasAlpha: Bool
  /// All rows of an interlaced image; they come mixed.
  private var all: [UInt8] = []
  private var next = 0

  /// Reads the head of a file whose bytes stay in place as long as the rows are used.
  init(_ bytes: UnsafeBufferPointer<UInt8>, of image: EncodedImage) throws(ImageError) {
    guard let reader = linecaster_png_reader_open(bytes.baseAddress, bytes.count) else {
      throw ImageError(code: .tooLarge, source: image.name, reason: "no memory for libpng")
    }
    self.reader = reader
    self.image = image
    hasAlpha = linecaster_png_reader_has_alpha(reader)
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
    if hasAlpha { AlphaMultiplication.premultiply(row) }
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

extension EncodedImage {
  /// Decodes a PNG file.
  func decodePNG() throws(ImageError) -> Bitmap {
    try bytes.withUnsafeBufferPointer { bytes throws(ImageError) in
      try assemble(PNGRows(bytes, of: self))
    }
  }
}
