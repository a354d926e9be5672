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
