public import LinecasterBase
public import LinecasterDisplay

/// Draws on a bitmap: shapes, text that was laid out before, and images.
///
/// Coordinates are layout points from the top-left corner of the bitmap, or of the display list
/// that is being drawn, y down. The same steps give the same bytes on any thread, with a warm
/// glyph cache or a cold one.
///
///     let paper = try Bitmap(width: 200, height: 60, background: .white)
///     var canvas = Canvas(bitmap: paper, scale: .one, glyphs: GlyphSource())
///     canvas.fill(DisplayShape(Rect(x: 10, y: 10, width: 180, height: 40)), with: color)
///     try canvas.draw(layout, at: Point(x: 20, y: 20))
///     let drawn = canvas.bitmap
public struct Canvas: Sendable {
  /// What is drawn so far.
  public internal(set) var bitmap: Bitmap
  /// Device pixels a layout point.
  public let scale: PixelScale

  /// How glyphs are drawn from now on.
  public var rendering: GlyphRendering

  let glyphs: GlyphSource
  let images: (any ImageProvider)?
  /// The images that the provider was asked for and had no pixels of.
  var missingImages: Set<ImageReference> = []

  /// Where the drawing's origin is, in pixels of the bitmap.
  var originX = 0
  var originY = 0
  /// The pixels that may change, counted from the origin.
  var clip: PixelRect
  /// The pixels that belong to what is being drawn, seen or not, counted from the origin.
  var extent: PixelRect
  /// The most pixels that are drawn on before the question is put whether to go on: a millisecond's
  /// work for the slowest paints.
  var pollPixelCount = Canvas.usualPoll
  static let usualPoll = 1 << 17
  /// The number of layers that are being drawn on, one for another.
  var layerCount = 0
  /// The pixels of layers with effects so far, of which each may be made of more in it.
  var effectPixelCount = 0
  /// How much drawing may hold at once beside the bitmap, and paint. Its time is not looked at: who
  /// draws step by step asks the clock by `isCancelled`.
  public var budget = RenderBudget()

  /// Makes a canvas that draws on a bitmap.
  ///
  /// - Parameters:
  ///   - bitmap: What is below everything drawn.
  ///   - scale: Device pixels a layout point.
  ///   - glyphs: Where the pixels of glyphs come from.
  ///   - images: Where the pixels of images come from; without it, placeholders are drawn.
  ///   - rendering: How glyphs are drawn; nil for what looks right at the scale.
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
  /// The point moves to the nearest whole pixel, so that a list looks the same wherever it is.
  ///
  /// - Parameters:
  ///   - list: What to draw.
  ///   - point: Where the list's top-left corner is.
  ///   - isCancelled: Asked before each command, each run of glyphs and each hundred thousand
  ///     pixels or so of shapes.
  /// - Throws: `RenderBudget.Excess`, before anything is drawn, if that would hold or paint more
  ///   than `budget` has; `CancellationError` if `isCancelled` says so, or `RasterError` with the
  ///   reason why text cannot be drawn; the bitmap has what was drawn until then.
  /// - Complexity: O(glyphs + pixels covered).
  public mutating func draw(
    _ list: DisplayList, at point: Point = .zero, isCancelled: () -> Bool = { false }
  ) throws {
    try draw(list, at: point, on: nil, isCancelled: isCancelled)
  }

  /// Draws a display list as `draw(_:at:isCancelled:)` does, on a known ground.
  package mutating func draw(
    _ list: DisplayList, at point: Point = .zero, on ground: Color?, isCancelled: () -> Bool
  ) throws {
    try WorkScope.drawing(isCancelled) { scope in try draw(list, at: point, on: ground, scope) }
  }

  /// Draws a display list as `draw(_:at:isCancelled:)` does.
  ///
  /// - Parameter ground: The colour that everything beneath the list has, seen or not; nil where
  ///   that is not known. Then a list in which groups change what is beneath them is drawn apart
  ///   first, and they know no more than the list.
  mutating func draw(
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

  /// Draws a step unless that would hold or paint more than the budget has.
  ///
  /// - Parameter source: The step in messages of errors.
  mutating func drawWithinBudget(
    _ command: DisplayCommand, of source: String, _ scope: WorkScope
  ) throws {
    try command.walk(scope) { scope in
      try budget.check([command], scale: scale, clip: clip, of: source)
      try draw(command, scope)
    }
  }

  mutating func draw(_ command: DisplayCommand, _ scope: WorkScope) throws {
    try scope.ask()
    switch command {
    case .fill(let shape, let paint):
      try drawInBands(shape, scope) { $0.fill(shape, with: paint) }
    case .border(let shape, let border): draw(border, in: shape)
    case .shadow(let shape, let shadow):
      try draw(shadow, of: shape, scope)
    case .text(let layout, let origin):
      try draw(layout, at: origin, scope)
    case .textShadow(let layout, let origin, let shadow):
      try draw(shadow, of: layout, at: origin, scope)
    case .textStroke(let layout, let origin, let stroke):
      try draw(stroke, of: layout, at: origin, scope)
    case .image(let image, let shape, let mode, let tint):
      try drawInBands(shape, scope) {
        $0.draw(image, in: shape, mode, tint: tint)
      }
    case .group(let group): try draw(group, nil, scope)
    }
  }

  /// Moves the origin to a point and clips to a size from there.
  private mutating func enter(_ point: Point, size: Size) {
    let place = ListPlace(point, size: size, scale: scale, in: clip)
    originX += place.x
    originY += place.y
    clip = place.clip
  }
}

extension Canvas {
  /// Draws what is inside a shape, band by band where that is large, and asks between the bands.
  ///
  /// Pixels do not depend on where bands end.
  ///
  /// - Parameters:
  ///   - shape: What is drawn touches nothing beyond it and `reach`.
  ///   - reach: The pixels around the shape that may change too.
  ///   - overlap: The rows beyond those of a band that its pixels depend on.
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
    // What is blurred is found again for each band, as far beyond its edges as the blur reaches.
    let count = max(pollPixelCount, 2 * overlap * touched.width)
    for (index, band) in touched.bands(of: count).enumerated() {
      if index > 0 { try scope.ask() }
      clip = band
      draw(&self)
    }
  }
}

extension PixelRect {
  /// The rectangle cut into rows of a given number of pixels, or single ones where these have more.
  func bands(of pixelCount: Int) -> [PixelRect] {
    guard !isEmpty else { return [] }
    let height = min(self.height, max(1, pixelCount / width))
    return stride(from: top, to: bottom, by: height).map {
      PixelRect(left: left, top: $0, right: right, bottom: min(bottom, $0 + height))
    }
  }
}

extension WorkScope {
  /// Does work that may fail in any way, and asks `isCancelled` at once and then now and again.
  ///
  /// - Throws: The error of the work, or `CancellationError` if `isCancelled` returns true.
  package static func drawing<Value>(
    _ isCancelled: () -> Bool, _ work: (WorkScope) throws -> Value
  ) throws -> Value {
    try run(isCancelled) { scope in Result<Value, any Error> { try work(scope) } }.get()
  }
}
