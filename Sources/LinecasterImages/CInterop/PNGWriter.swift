internal import CImages
import LinecasterRaster

/// A PNG file that is written row by row into memory, by libpng.
final class PNGWriter {
  private let writer: OpaquePointer
  private let name: String

  /// Writes the head of a file of a bitmap that has pixels.
  ///
  /// - Throws: `ImageError` with code `unwritable` and libpng's reason.
  init(
    _ bitmap: Bitmap, layout: PNGLayout, compression: PNGEncoder.Compression, name: String
  ) throws(ImageError) {
    var format = linecaster_png_format()
    format.width = UInt32(bitmap.width)
    format.height = UInt32(bitmap.height)
    format.color_type = Self.colorType(layout)
    format.depth = Int32(layout.depth)
    format.level = Int32(compression.level)
    var palette: [UInt8] = []
    if case .palette(let colors) = layout {
      palette = colors.straight
    } else {
      format.filters = compression.filtersRows
    }
    format.palette_count = Int32(palette.count / 4)
    let writer = palette.withUnsafeBufferPointer { palette in
      format.palette = palette.baseAddress
      return linecaster_png_writer_open(&format)
    }
    guard let writer else {
      throw ImageError(code: .unwritable, source: name, reason: "no memory for libpng")
    }
    self.writer = writer
    self.name = name
    try check()
  }

  deinit { linecaster_png_writer_close(writer) }

  /// The bytes that were not taken yet.
  var count: Int { linecaster_png_writer_count(writer) }

  /// Writes the next row, packed as the layout says.
  func write(_ row: [UInt8]) throws(ImageError) {
    guard linecaster_png_writer_write_row(writer, row) else { return try check() }
  }

  /// Writes the end of the file.
  func finish() throws(ImageError) {
    guard linecaster_png_writer_finish(writer) else { return try check() }
  }

  /// The bytes since the last time.
  func take() -> [UInt8] {
    var count = 0
    let bytes = linecaster_png_writer_take(writer, &count)
    return [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  }

  private func check() throws(ImageError) {
    guard let fault = linecaster_png_writer_fault(writer) else { return }
    throw ImageError(code: .unwritable, source: name, reason: String(cString: fault))
  }

  private static func colorType(_ layout: PNGLayout) -> Int32 {
    switch layout {
    case .grey: Int32(linecaster_png_grey)
    case .greyAlpha: Int32(linecaster_png_grey_alpha)
    case .rgb: Int32(linecaster_png_rgb)
    case .rgba: Int32(linecaster_png_rgba)
    case .palette: Int32(linecaster_png_palette)
    }
  }
}
