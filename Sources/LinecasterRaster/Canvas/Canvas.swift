public import LinecasterBase
public import LinecasterDisplay

/// Draws on a bitmap: shapes, laid-out text and images.
///
/// Coordinates are layout points from the top-left corner of the bitmap, or of the current display
/// list, y down. The same steps give the same bytes on any thread and with any state of the glyph
/// cache.
///
///     let paper = try Bitmap(width: 200, height: 60, background: .white)
///     var canvas = Canvas(bitmap: paper, scale: .one, glyphs: GlyphSource())
///     canvas.fill(DisplayShape(Rect(x: 10, y: 10, width: 180, height: 40)), with: color)
///     try canvas.draw(layout, at: Point(x: 20, y: 20))
///     let drawn = canvas.bitmap
///
/// ## Topics
///
/// ### Create a canvas
///
/// - ``init(bitmap:scale:glyphs:images:rendering:)``
/// - ``bitmap``
/// - ``scale``
/// - ``rendering``
/// - ``budget``
///
/// ### Draw text
///
/// - ``drawGlyph(_:of:size:color:at:)``
/// - ``draw(_:of:at:in:)``
///
/// ### Draw groups and atlas steps
///
/// - ``draw(_:in:)-(_,WorkScope)``
/// - ``draw(_:)``
public struct Canvas: Sendable {
  /// The bitmap with everything drawn so far.
  public internal(set) var bitmap: Bitmap
  /// The number of device pixels per layout point.
  public let scale: PixelScale

  /// The rendering of glyphs that are drawn after it is set.
  public var rendering: GlyphRendering

  let glyphs: GlyphSource
  let images: (any ImageProvider)?
  /// The requested images for which the provider had no pixels.
  var missingImages: Set<ImageReference> = []

  /// The drawing's origin, in pixels of the bitmap.
  var originX = 0
  var originY = 0
  /// The pixels that may change, relative to the origin.
  var clip: PixelRect
  /// The pixels of the current target, visible or not, relative to the origin.
  var extent: PixelRect
  /// The maximum number of pixels drawn between checks for cancellation: a millisecond's work for
  /// the slowest paints.
  var pollPixelCount = Canvas.usualPoll
  static let usualPoll = 1 << 17
  /// The number of nested layers.
  var layerCount = 0
  /// The pixels of all layers with effects so far, because such layers can multiply inside each
  /// other.
  var effectPixelCount = 0
  /// The limits on memory and painted pixels, in addition to those of the bitmap. Its time limit is
  /// ignored; callers that draw step by step check the clock between them.
  public var budget = RenderBudget()

  /// Creates a canvas that draws on a bitmap.
  ///
  /// - Parameters:
  ///   - bitmap: The bitmap to draw on.
  ///   - scale: The number of device pixels per layout point.
  ///   - glyphs: The source of glyph pixels.
  ///   - images: The provider of image pixels; `nil` draws placeholders.
  ///   - rendering: The glyph rendering; `nil` chooses by the scale.
  public init(
    bitmap: Bitmap, scale: PixelScale, glyphs: GlyphSource, images: (any ImageProvider)? = nil,
    rendering: GlyphRendering? = nil
  ) {
    self.bitmap = bitmap
    self.scale = scale
    self.glyphs = glyphs
    self.images = images
    self.rendering = rendering ?? .preset(for: scale)
    (clip, extent) = (bitmap.bounds, bitmap.bounds)
  }

  /// Draws a display list with its top-left corner at a point, clipped to the list's size.
  ///
  /// The point is rounded to the nearest whole pixel, so a list looks the same anywhere.
  ///
  /// - Parameters:
  ///   - list: The list to draw.
  ///   - point: The position of the list's top-left corner.
  ///   - scope: Checked before each command, each run of glyphs and each hundred thousand pixels or
  ///     so of shapes.
  /// - Throws: `RenderBudget.Excess`, before anything is drawn, if the drawing would exceed
  ///   `budget`; `CancellationError` if the scope is cancelled; `RasterError` if text cannot be
  ///   drawn. The bitmap keeps the steps drawn before the error.
  /// - Complexity: O(glyphs + pixels covered).
  public mutating func draw(
    _ list: DisplayList, at point: Point = .zero, in scope: WorkScope = .unlimited
  ) throws {
    try draw(list, at: point, on: nil, scope)
  }

  /// Draws a display list like `draw(_:at:in:)`.
  ///
  /// - Parameter ground: The uniform colour beneath the list, visible or not; `nil` if unknown. A
  ///   list with backdrop filters on an unknown ground is drawn separately first, and its filters
  ///   see only the list.
  package mutating func draw(
    _ list: DisplayList, at point: Point = .zero, on ground: Color?, _ scope: WorkScope
  ) throws {
    let outer = (originX, originY, clip)
    enter(point, size: list.size)
    defer { (originX, originY, clip) = outer }
    let backdrops = Backdrops(list, scale: scale)
    try list.walk(scope) { scope in
      try budget.check(
        list.commands, scale: scale, clip: backdrops.area(of: clip), of: "a display list")
      try draw(backdrops, on: ground, scope) { canvas in
        for command in list.commands { try canvas.draw(command, scope) }
      }
    }
  }

  /// Draws a step unless it would exceed the budget.
  ///
  /// - Parameter source: The step's name in error messages.
  mutating func drawWithinBudget(
    _ command: DisplayCommand, of source: String, _ scope: WorkScope
  ) throws {
    try command.walk(scope) { scope in
      try budget.check([command], scale: scale, clip: clip, of: source)
      try draw(command, scope)
    }
  }

  mutating func draw(_ command: DisplayCommand, _ scope: WorkScope) throws {
    try scope.checkCancellation()
    switch command {
    case .fill(let shape, let paint):
      try drawInBands(shape, scope) { $0.fill(shape, with: paint) }
    case .border(let shape, let border): draw(border, in: shape)
    case .shadow(let shape, let shadow):
      try draw(shadow, of: shape, scope)
    case .text(let layout, let origin):
      try draw(layout, at: origin, in: scope)
    case .textShadow(let layout, let origin, let shadow):
      try draw(shadow, of: layout, at: origin, in: scope)
    case .textStroke(let layout, let origin, let stroke):
      try draw(stroke, of: layout, at: origin, scope)
    case .image(let image, let shape, let mode, let tint):
      try drawInBands(shape, scope) {
        $0.draw(image, in: shape, mode, tint: tint)
      }
    case .group(let group): try draw(group, nil, scope)
    }
  }

  /// Moves the origin to a point, and clips to a size from there.
  private mutating func enter(_ point: Point, size: Size) {
    let place = ListPlace(point, size: size, scale: scale, in: clip)
    originX += place.x
    originY += place.y
    clip = place.clip
  }
}

extension Canvas {
  /// Draws the inside of a shape, in bands if it is large, and checks for cancellation between
  /// them.
  ///
  /// Pixels do not depend on the edges of bands.
  ///
  /// - Parameters:
  ///   - shape: The shape that contains the drawing, except for `reach`.
  ///   - reach: The margin in pixels that may change as well.
  ///   - overlap: The rows beyond a band that its pixels depend on.
  mutating func drawInBands(
    _ shape: DisplayShape, reach: Int = 0, overlap: Int = 0, _ scope: WorkScope,
    _ draw: (inout Canvas) -> Void
  ) throws(CancellationError) {
    guard clip.area > Double(pollPixelCount) else { return draw(&self) }
    let box = RoundedBox(shape, scale: scale)
    guard box.isDrawable else { return draw(&self) }
    let all = clip
    defer { clip = all }
    let touched = box.touched(in: all.widened(by: (reach, reach))).widened(by: (reach, reach))
      .clipped(to: all)
    // Each band blurs again, as far beyond its edges as the blur reaches.
    let count = max(pollPixelCount, 2 * overlap * touched.width)
    for (index, band) in touched.bands(of: count).enumerated() {
      if index > 0 { try scope.checkCancellation() }
      clip = band
      draw(&self)
    }
  }
}

extension PixelRect {
  /// Returns the rectangle cut into bands of a number of pixels, at least one row each.
  func bands(of pixelCount: Int) -> [PixelRect] {
    guard !isEmpty else { return [] }
    let height = min(self.height, max(1, pixelCount / width))
    return stride(from: top, to: bottom, by: height).map {
      PixelRect(left: left, top: $0, right: right, bottom: min(bottom, $0 + height))
    }
  }
}
