public import LinecasterBase
public import LinecasterRaster

/// Writes bitmaps as PNG in sRGB, in the smallest colour type that loses nothing.
///
/// That is a palette where there are few colours, grey where there are no others, RGB where all
/// pixels are opaque, else RGBA with straight alpha. A value; may be used on any thread. Files hold
/// no time and no comments, so the same pixels give the same bytes, on any number of processors.
///
///     let bitmap = try Bitmap(width: 32, height: 32, background: Color(rgb: 0x1A5FB4))
///     try PNGEncoder().write(bitmap, to: path)
///     let bytes = try PNGEncoder(compression: .small, colors: .compact).encode(bitmap)
///
/// Up to 32 MB of pixels are compressed at once, or as many as a budget has room for. Larger images
/// are compressed in parts, by as many processors as there are.
public struct PNGEncoder: ImageEncoder, Hashable {
  /// How much time to spend on small files.
  public struct Compression: Hashable, Sendable {
    /// The level of libdeflate, 0 (none) to 12 (slow).
    let level: Int
    /// The same for colours whose rows mostly repeat pixels: its lowest level, which is the slowest
    /// of the low ones otherwise, suits these.
    let repeatingLevel: Int
    /// The level of zlib for the parts of large images, 0 (none) to 9 (slow).
    let partLevel: Int
    /// Whether rows of photographs are filtered; palettes never are.
    let filtersRows: Bool

    /// Makes a compression; levels beyond the ranges are brought into them.
    init(level: Int, repeatingLevel: Int? = nil, partLevel: Int, filtersRows: Bool) {
      self.level = min(max(level, 0), 12)
      self.repeatingLevel = min(max(repeatingLevel ?? level, 0), 12)
      self.partLevel = min(max(partLevel, 0), 9)
      self.filtersRows = filtersRows
    }

    /// The least time: rows are not filtered, which makes photographs large.
    public static let fast = Compression(
      level: 2, repeatingLevel: 1, partLevel: 1, filtersRows: false)
    /// Little time, and files a sixth larger than the smallest; filters where rows need them.
    public static let standard = Compression(
      level: 2, repeatingLevel: 1, partLevel: 3, filtersRows: true)
    /// Three times the time of `standard`, for files that are kept or sent often.
    public static let small = Compression(level: 8, partLevel: 6, filtersRows: true)
  }

  /// Which colours a file has.
  public enum Colors: Hashable, Sendable {
    /// Those of the bitmap.
    case exact
    /// At most 256, if no channel of any pixel needs to differ by more than 1 of 255 for that; else
    /// those of the bitmap. Colours of large areas stay as they are. Text and shapes of a few
    /// colours take half the bytes and half the time so.
    case compact
  }

  /// How much time to spend on small files.
  public var compression: Compression
  /// Which colours a file has.
  public var colors: Colors
  /// When and how an image is compressed in parts.
  var parts = PNGParts()

  /// Makes an encoder.
  public init(compression: Compression = .standard, colors: Colors = .exact) {
    self.compression = compression
    self.colors = colors
  }

  /// The bytes of a PNG file of a bitmap.
  ///
  /// - Throws: `ImageError` with code `empty` for a bitmap without pixels, or `unwritable` where
  ///   there is no memory.
  /// - Complexity: O(pixels).
  public func encode(_ bitmap: Bitmap) throws(ImageError) -> [UInt8] {
    try encode(bitmap, "PNG data")
  }

  private func encode(_ bitmap: Bitmap, _ name: String) throws(ImageError) -> [UInt8] {
    var bytes: [UInt8] = []
    try encode(bitmap, name: name) { bytes += $0 }
    return bytes
  }

  /// Hands the bytes of a PNG file to `sink` in pieces, as they come about.
  ///
  /// - Parameters:
  ///   - bitmap: The pixels.
  ///   - name: What stands for the file in error messages.
  ///   - sink: Takes a piece, which follows the one before; it may throw to end the matter.
  /// - Throws: As `encode(_:)` does, or what `sink` throws.
  /// - Complexity: O(pixels) in time; O(pixels) in memory up to 32 MB of them, O(width) beyond.
  public func encode(
    _ bitmap: Bitmap, name: String = "PNG data", to sink: ([UInt8]) throws(ImageError) -> Void
  ) throws(ImageError) {
    try Self.checkSize(width: bitmap.width, height: bitmap.height, name)
    var finder = PNGLayoutFinder(colors)
    finder.take(bitmap.pixels)
    let file = PNGWriter(
      width: bitmap.width, height: bitmap.height, layout: finder.layout, compression, parts, name)
    try sink(file.head)
    var row = 0
    while row < bitmap.height {
      for piece in try file.write(bitmap, from: &row) { try sink(piece) }
    }
    try sink(file.end())
  }

  /// Hands the bytes of a PNG file of an image that is made in bands to `sink` in pieces.
  ///
  /// Where there are several bands, each is drawn twice: to find the smallest colour type, and to
  /// write it. The bytes are those of the whole as one bitmap.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - name: What stands for the file in error messages.
  ///   - isCancelled: Asked before each band, and by what draws it.
  ///   - sink: Takes a piece, which follows the one before; it may throw to end the matter.
  /// - Throws: As `encode(_:)` does, what drawing the bands or `sink` throws, or
  ///   `CancellationError` if `isCancelled` says so.
  /// - Complexity: O(pixels) besides drawing in time. In memory O(pixels) up to 32 MB of them,
  ///   O(pixels of a band) beyond.
  public func encode(
    _ image: BandedImage, name: String = "PNG data", isCancelled: () -> Bool = { false },
    to sink: ([UInt8]) throws -> Void
  ) throws {
    try Self.checkSize(width: image.width, height: image.height, name)
    guard image.bandCount > 1 else {
      try sink(encode(image.bitmap(isCancelled: isCancelled), name))
      return
    }
    var finder = PNGLayoutFinder(colors)
    try image.forEachBand(isCancelled: isCancelled) { finder.take($0.pixels) }
    let file = PNGWriter(
      width: image.width, height: image.height, layout: finder.layout, compression, parts, name)
    try sink(file.head)
    try image.forEachBand(isCancelled: isCancelled) { band in
      var row = 0
      while row < band.height {
        for piece in try file.write(band, from: &row) { try sink(piece) }
      }
    }
    try sink(file.end())
  }

  /// The most bytes that are held at once beside a band: rows, and what they become.
  public func heldByteCount(of image: BandedImage) -> Int {
    parts.heldByteCount(width: image.width, height: image.height)
  }

  /// The encoder that compresses in parts what has more than some bytes.
  public func holding(atMost byteCount: Int) -> PNGEncoder {
    var encoder = self
    encoder.parts = parts.holding(atMost: byteCount)
    return encoder
  }

  private static func checkSize(
    width: Int, height: Int, _ name: String
  ) throws(ImageError) {
    guard width > 0, height > 0 else {
      throw ImageError(code: .empty, source: name, reason: "\(width) × \(height) pixels")
    }
  }
}
