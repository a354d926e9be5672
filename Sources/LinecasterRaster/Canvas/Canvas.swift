public import LinecasterDisplay
public import LinecasterGeometry

/// Draws on a bitmap: shapes, text that was laid out before, and images.
///
/// Coordinates are layout points from the top-left corner of the bitmap, or of the display list
/// that is being drawn, y down. The same steps give the same bytes on any thread, with a warm
/// glyph cache or a cold one.
public struct Canvas: Sendable {
  /// What is drawn so far.
  public internal(set) var bitmap: Bitmap
  /// Device pixels a layout point.
  public let scale: PixelScale

  /// How glyphs are drawn from now on.
  public var rendering: GlyphRendering

  let glyphs: GlyphSource
  let images: (any ImageProvider)?

  /// Where the drawing's origin is, in pixels of the bitmap.
  var originX = 0
  var originY = 0
  /// The pixels that may change, counted from the origin.
  var clip: PixelRect
  /// The most pixels that are drawn on before the question is put whether to go on: a millisecond's
  /// work for the slowest paints.
  var pollPixelCount = 1 << 17
  /// The pixels of groups that are being drawn apart.
  var layerPixelCount = 0

  /// Makes a canvas that draws on a bitmap.
  ///
  /// - Parameters:
  ///   - bitmap: What is below everything drawn.
  ///   - scale: Device pixels a layout point.
  ///   - glyphs: Where the pixels of glyphs come from.
  ///   - images: Where the pixels of images come from; without it, placeholders are drawn.
  ///   - rendering: How glyphs are drawn.
  public init(
    bitmap: Bitmap, scale: PixelScale, glyphs: GlyphSource, images: (any ImageProvider)? = nil,
    rendering: GlyphRendering = .plain
  ) {
    self.bitmap = bitmap
    self.scale = scale
    self.glyphs = glyphs
    self.images = images
    self.rendering = rendering
    clip = bitmap.bounds
  }

  /// Draws a display list with its top-left corner at a point, clipped to the list's size.
  ///
  /// The point moves to the nearest whole pixel, so that a list looks the same wherever it is.
  ///
  /// - Parameters:
  ///   - list: What to draw.
  ///   - point: Where the list's top-left corner is.
  ///   - isCancelled: Asked before each command, each run of glyphs and each hundred thousand
  ///     pixels or so of shapes.
  /// - Throws: `RasterError` with code `cancelled`, or with the reason why text cannot be drawn;
  ///   the bitmap has what was drawn until then.
  /// - Complexity: O(glyphs + pixels covered).
  public mutating func draw(
    _ list: DisplayList, at point: Point = .zero, isCancelled: () -> Bool = { false }
  ) throws(RasterError) {
    let outer = (originX, originY, clip)
    enter(point, size: list.size)
    defer { (originX, originY, clip) = outer }
    for command in list.commands {
      try draw(command, isCancelled: isCancelled)
    }
  }

  mutating func draw(
    _ command: DisplayCommand, isCancelled: () -> Bool
  ) throws(RasterError) {
    try Self.check(isCancelled)
    switch command {
    case .fill(let shape, let paint):
      try drawInBands(shape, isCancelled: isCancelled) { $0.fill(shape, with: paint) }
    case .border(let shape, let border): draw(border, in: shape)
    case .shadow(let shape, let shadow):
      try draw(shadow, of: shape, isCancelled: isCancelled)
    case .text(let layout, let origin):
      try draw(layout, at: origin, isCancelled: isCancelled)
    case .textShadow(let layout, let origin, let shadow):
      try draw(shadow, of: layout, at: origin, isCancelled: isCancelled)
    case .image(let image, let shape, let mode):
      try drawInBands(shape, isCancelled: isCancelled) { $0.draw(image, in: shape, mode) }
    case .group(let group): try draw(group, isCancelled: isCancelled)
    }
  }

  static func check(_ isCancelled: () -> Bool) throws(RasterError) {
    if isCancelled() { throw .cancelled }
  }

  /// Moves the origin to a point and clips to a size from there.
  private mutating func enter(_ point: Point, size: Size) {
    let place = ListPlace(point, size: size, scale: scale, in: clip)
    originX += place.x
    originY += place.y
    clip = place.clip
  }
}
