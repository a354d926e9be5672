public import LinecasterBase

/// An image that is made band by band, from top to bottom, whenever its pixels are asked for.
///
/// It holds no pixels itself, so that a picture of a million rows can be drawn and written in a few
/// megabytes: the limit counts what is held at once. Its bytes are those of drawing it at once.
///
///     let picture = try DisplayRasterizer().bands(of: list, scale: PixelScale(2))
///     try PNGEncoder().write(picture, to: path)
///
/// A value; may be used on any thread.
public struct BandedImage: Sendable {
  /// The number of pixels of a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The number of rows of a band; the last band may have fewer.
  public let bandHeight: Int

  /// Returns the display list that it is a drawing of, for files that keep letters and shapes;
  /// `nil` if there are pixels only.
  package private(set) var drawing: (@Sendable () throws -> Drawing)?

  private let draw: @Sendable (Range<Int>, WorkScope) throws -> Bitmap

  /// Makes an image whose bands are drawn by a function.
  ///
  /// - Parameters:
  ///   - width: The number of pixels of a row.
  ///   - height: The number of rows.
  ///   - bandHeight: The number of rows that are drawn at once, at least one.
  ///   - draw: Gives some rows, as wide as the image; the same ones are the same each time. It asks
  ///     now and then whether to stop.
  /// - Throws: `RasterError` with code `tooLarge` if a side is negative or over
  ///   `Bitmap.maximumSide`, or a band is too large for a bitmap.
  public init(
    width: Int, height: Int, bandHeight: Int,
    draw: @escaping @Sendable (_ rows: Range<Int>, _ isCancelled: () -> Bool) throws -> Bitmap
  ) throws(RasterError) {
    try self.init(width: width, height: height, bandHeight: bandHeight, of: nil) { rows, scope in
      try draw(rows) { scope.isCancelled }
    }
  }

  /// Makes an image whose bands are drawn from a display list.
  init(
    of drawing: Drawing, bandHeight: Int,
    draw: @escaping @Sendable (_ rows: Range<Int>, WorkScope) throws -> Bitmap
  ) throws(RasterError) {
    try self.init(
      width: drawing.width, height: drawing.height, bandHeight: bandHeight, of: drawing, draw: draw)
  }

  private init(
    width: Int, height: Int, bandHeight: Int, of drawing: Drawing?,
    draw: @escaping @Sendable (Range<Int>, WorkScope) throws -> Bitmap
  ) throws(RasterError) {
    let bandHeight = max(1, min(bandHeight, height))
    let sides = 0...Bitmap.maximumSide
    guard sides ~= width, sides ~= height else {
      throw RasterError(
        code: .tooLarge, source: "image of \(width) × \(height) pixels",
        reason: "the limit is \(Bitmap.maximumSide) a side")
    }
    try Bitmap.checkSize(width: width, height: min(height, bandHeight))
    (self.width, self.height, self.bandHeight) = (width, height, bandHeight)
    self.draw = draw
    if let drawing { self.drawing = { drawing } }
  }

  /// Makes an image of one band, which is there already.
  public init(_ bitmap: Bitmap) {
    (width, height, bandHeight) = (bitmap.width, bitmap.height, max(1, bitmap.height))
    draw = { rows, _ in
      rows == 0..<bitmap.height
        ? bitmap
        : bitmap.cropped(x: 0, y: rows.lowerBound, width: bitmap.width, height: rows.count)
    }
  }

  /// The same image, which is known to be a drawing.
  package func drawn(
    from drawing: @escaping @Sendable () throws -> Drawing
  ) -> BandedImage {
    var image = self
    image.drawing = drawing
    return image
  }

  /// The number of bands.
  public var bandCount: Int { (height + bandHeight - 1) / bandHeight }

  /// Calls `body` with each band, from top to bottom.
  ///
  /// - Throws: `CancellationError` if `isCancelled` says so, what drawing throws, or what `body`
  ///   throws.
  public func forEachBand(
    isCancelled: () -> Bool = { false }, _ body: (Bitmap) throws -> Void
  ) throws {
    try WorkScope.drawing(isCancelled) { scope in try forEachBand(scope: scope, body) }
  }

  /// Calls `body` with each band, from top to bottom.
  ///
  /// - Throws: As `forEachBand(isCancelled:_:)`.
  package func forEachBand(scope: WorkScope, _ body: (Bitmap) throws -> Void) throws {
    guard width > 0 else { return }
    for top in stride(from: 0, to: height, by: bandHeight) {
      try body(band(top..<min(height, top + bandHeight), scope: scope))
    }
  }

  /// The rows from the first one of a band to the last one.
  package func band(_ rows: Range<Int>, isCancelled: () -> Bool) throws -> Bitmap {
    try WorkScope.drawing(isCancelled) { scope in try band(rows, scope: scope) }
  }

  func band(_ rows: Range<Int>, scope: WorkScope) throws -> Bitmap {
    try scope.ask()
    let band = try draw(rows, scope)
    guard band.width == width, band.height == rows.count else {
      throw RasterError(
        code: .wrongByteCount, source: "band of \(band.width) × \(band.height) pixels",
        reason: "\(width) × \(rows.count) were asked for")
    }
    return band
  }

  /// All bands in one image.
  ///
  /// - Throws: As `forEachBand` does, and `RasterError` with code `tooLarge` for more pixels than a
  ///   bitmap may have.
  /// - Complexity: O(pixels) besides drawing.
  public func bitmap(isCancelled: () -> Bool = { false }) throws -> Bitmap {
    try WorkScope.drawing(isCancelled) { scope in try bitmap(scope: scope) }
  }

  /// All bands in one image.
  ///
  /// - Throws: As `bitmap(isCancelled:)`.
  func bitmap(scope: WorkScope) throws -> Bitmap {
    try Bitmap.checkSize(width: width, height: height)
    if bandCount == 1 { return try band(0..<height, scope: scope) }
    var whole = try Bitmap(width: width, height: height)
    var top = 0
    try forEachBand(scope: scope) { band in
      whole.draw(band, atX: 0, y: top)
      top += band.height
    }
    return whole
  }
}
