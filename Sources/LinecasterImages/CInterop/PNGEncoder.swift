internal import CImages
public import LinecasterGeometry
public import LinecasterRaster

/// Writes bitmaps as PNG in sRGB, in the smallest colour type that loses nothing.
///
/// That is a palette where there are few colours, grey where there are no others, RGB where all
/// pixels are opaque, else RGBA with straight alpha. A value; may be used on any thread. Files hold
/// no time and no comments, so the same pixels give the same bytes.
public struct PNGEncoder: Hashable, Sendable {
  /// How much time to spend on small files.
  public struct Compression: Hashable, Sendable {
    /// The level of zlib, 0 (none) to 9 (slow).
    public var level: Int
    /// Whether each row is filtered as suits it best, which helps photographs; palettes never are.
    public var filtersRows: Bool

    /// Makes a compression; levels beyond the range are brought into it.
    public init(level: Int, filtersRows: Bool) {
      self.level = min(max(level, 0), 9)
      self.filtersRows = filtersRows
    }

    /// Level 3 without filters: good for interfaces and text, several times faster.
    public static let fast = Compression(level: 3, filtersRows: false)
    /// Level 6 with filters: best for photographs.
    public static let small = Compression(level: 6, filtersRows: true)
  }

  /// How much time to spend on small files.
  public var compression: Compression

  /// Makes an encoder.
  public init(compression: Compression = .fast) {
    self.compression = compression
  }

  /// The bytes of a PNG file of a bitmap.
  ///
  /// - Throws: `ImageError` with code `empty` for a bitmap without pixels, or `unwritable` with
  ///   libpng's reason.
  /// - Complexity: O(pixels).
  public func encode(_ bitmap: Bitmap) throws(ImageError) -> [UInt8] {
    var bytes: [UInt8] = []
    try encode(bitmap) { bytes += $0 }
    return bytes
  }

  /// Hands the bytes of a PNG file to `sink` in pieces, as they come about.
  ///
  /// - Parameters:
  ///   - bitmap: The pixels.
  ///   - name: What stands for the file in error messages.
  ///   - sink: Takes a piece, which follows the one before; it may throw to end the matter.
  /// - Throws: As `encode(_:)` does, or what `sink` throws.
  /// - Complexity: O(pixels) in time; O(width) in memory.
  public func encode(
    _ bitmap: Bitmap, name: String = "PNG data", to sink: ([UInt8]) throws(ImageError) -> Void
  ) throws(ImageError) {
    guard bitmap.width > 0, bitmap.height > 0 else {
      throw ImageError(
        code: .empty, source: name, reason: "\(bitmap.width) × \(bitmap.height) pixels")
    }
    let layout = PNGLayout(bitmap.pixels)
    let writer = try PNGWriter(bitmap, layout: layout, compression: compression, name: name)
    let packer = PNGRowPacker(width: bitmap.width, layout: layout)
    var row = packer.emptyRow
    for index in 0..<bitmap.height {
      packer.pack(bitmap.pixels, row: index, into: &row)
      try writer.write(row)
      if writer.count >= Self.pieceByteCount { try sink(writer.take()) }
    }
    try writer.finish()
    try sink(writer.take())
  }

  /// The least bytes handed on at a time, but for the last.
  private static let pieceByteCount = 1 << 16

  /// Writes a bitmap to the file at `path`, which is never seen half written.
  ///
  /// - Throws: `ImageError` naming the file: `empty` or `unwritable`; a file that was there is
  ///   untouched then.
  public func write(_ bitmap: Bitmap, to path: String) throws(ImageError) {
    let file = try TemporaryFile(beside: path)
    try encode(bitmap, name: path) { bytes throws(ImageError) in try file.write(bytes) }
    try file.takePlace()
  }
}

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
