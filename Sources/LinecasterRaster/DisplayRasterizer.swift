public import LinecasterDisplay
public import LinecasterBase

/// Turns display lists into bitmaps; one serves all threads of a program.
///
/// It owns what drawing shares: rasterizers that threads check out, the glyph cache and the
/// provider of images. The bytes of a bitmap depend on the list, the scale, the background,
/// the images and the rendering only. Pictures of two million pixels and more are drawn by all
/// processors.
///
///     let rasterizer = DisplayRasterizer()
///     let bitmap = try rasterizer.rasterize(list, scale: PixelScale(2), background: .white)
///     try PNGEncoder().write(bitmap, to: path)
public final class DisplayRasterizer: Sendable {
  /// Where the pixels of glyphs come from.
  public let glyphs: GlyphSource

  /// How glyphs are drawn; nil where that is left to the scale and to the environment of a list.
  public let rendering: GlyphRendering?

  /// How much a drawing may take.
  public let budget: RenderBudget

  /// Where the pixels of images come from.
  package let images: (any ImageProvider)?

  /// Makes a rasterizer.
  ///
  /// - Parameters:
  ///   - glyphCache: Where glyphs are kept; caches may be shared.
  ///   - images: Where the pixels of images come from; without it, placeholders are drawn.
  ///   - rendering: How glyphs are drawn; nil for what looks right at the scale, unless the
  ///     environment of a list says otherwise.
  ///   - budget: How much a drawing may take; of one in bands, each band has the time.
  public init(
    glyphCache: GlyphCache = GlyphCache(), images: (any ImageProvider)? = nil,
    rendering: GlyphRendering? = nil, budget: RenderBudget = RenderBudget()
  ) {
    glyphs = GlyphSource(cache: glyphCache)
    self.images = images
    self.rendering = rendering
    self.budget = budget
  }

  /// Draws a list on a background as large as the list, rounded up to whole pixels.
  ///
  /// Any number of threads may call this at once.
  ///
  /// - Parameters:
  ///   - list: What to draw.
  ///   - scale: Device pixels a layout point.
  ///   - background: What is below everything drawn.
  ///   - isCancelled: Asked before each command, each run of glyphs and each hundred thousand
  ///     pixels or so of shapes.
  /// - Throws: `RenderBudget.Excess`, before memory is taken, where drawing takes more than the
  ///   budget has, or when its time is up; `RasterError` with code `tooLarge` if the list is too
  ///   large for a bitmap, or if text cannot be drawn; `CancellationError` if `isCancelled` says
  ///   so.
  /// - Complexity: O(pixels + glyphs).
  public func rasterize(
    _ list: DisplayList, scale: PixelScale = .one, background: Color = .clear,
    isCancelled: () -> Bool = { false }
  ) throws -> Bitmap {
    try drawing(list, scale: scale, background: background, isCancelled: isCancelled).bitmap
  }

  /// Draws a list as `rasterize` does, and says which images it was drawn without.
  package func drawing(
    _ list: DisplayList, scale: PixelScale, background: Color, text: TextRendering = .automatic,
    isCancelled: () -> Bool
  ) throws -> (bitmap: Bitmap, lacked: Set<ImageReference>) {
    try drawing(
      list, scale: scale, background: background, text: text, need: nil, isCancelled: isCancelled)
  }

  /// Draws a list as `rasterize` does.
  ///
  /// - Parameter need: What `need(ofWhole:scale:)` gives, where that is known.
  func drawing(
    _ list: DisplayList, scale: PixelScale, background: Color, text: TextRendering,
    need: RenderNeed?, isCancelled: () -> Bool
  ) throws -> (bitmap: Bitmap, lacked: Set<ImageReference>) {
    let (width, height) = (scale.pixels(list.size.width), scale.pixels(list.size.height))
    let name = "image of \(width) × \(height) pixels"
    return try Deadline(budget).run(name, isCancelled: isCancelled) { isCancelled in
      try Canvas.check(isCancelled)
      try Bitmap.checkSize(width: width, height: height)
      return try StackRoom.withRoom(forLevels: list.groupDepth, isCancelled: isCancelled) {
        isCancelled in
        let need = try need ?? self.need(ofWhole: list, scale: scale)
        return try drawing(
          list, need, in: PixelRect(left: 0, top: 0, right: width, bottom: height), scale: scale,
          background: background, text: text, isCancelled: isCancelled)
      }
    }
  }

  /// What drawing a list at once holds.
  ///
  /// - Throws: `RenderBudget.Excess` if that, or what is painted, is more than the budget has.
  func need(
    ofWhole list: DisplayList, scale: PixelScale
  ) throws(RenderBudget.Excess) -> RenderNeed {
    let (width, height) = (scale.pixels(list.size.width), scale.pixels(list.size.height))
    let need = need(of: list, rows: height, scale: scale)
    try budget.check(need, of: "image of \(width) × \(height) pixels")
    try budget.checkPainting(list, width: width, height: height, scale: scale)
    return need
  }

  /// Draws a list that is within the budget.
  private func drawing(
    _ list: DisplayList, _ need: RenderNeed, in clip: PixelRect, scale: PixelScale,
    background: Color, text: TextRendering, isCancelled: () -> Bool
  ) throws -> (bitmap: Bitmap, lacked: Set<ImageReference>) {
    let strips = StripDrawing(
      list, rows: clip.height, need: need, by: self, scale: scale, background: background,
      text: text)
    if let strips {
      let steps = try self.steps(of: list, scale: scale, text: text, isCancelled: isCancelled)
      return try strips.draw(steps, rows: 0..<clip.height, isCancelled: isCancelled)
    }
    var canvas = canvas(
      on: try Bitmap(width: clip.width, height: clip.height, background: background),
      scale: scale, text: text)
    try canvas.draw(
      Backdrops(list, scale: scale), on: background, isCancelled: isCancelled
    ) { canvas in
      for command in list.commands { try canvas.draw(command, isCancelled: isCancelled) }
    }
    return (canvas.bitmap, canvas.lackedImages)
  }

  /// A canvas that draws as the rasterizer does.
  package func canvas(
    on bitmap: Bitmap, scale: PixelScale, text: TextRendering = .automatic
  ) -> Canvas {
    var canvas = Canvas(
      bitmap: bitmap, scale: scale, glyphs: glyphs, images: images,
      rendering: rendering(at: scale, text))
    canvas.budget = budget
    return canvas
  }

  /// How glyphs are drawn at a scale where a reader has made a choice.
  package func rendering(at scale: PixelScale, _ text: TextRendering = .automatic) -> GlyphRendering
  {
    rendering ?? .preset(text, for: scale)
  }
}

extension DisplayRasterizer {
  /// The pixels that may differ between drawings of two lists: at most sixteen rectangles, which
  /// may overlap. All others are the same bytes.
  ///
  /// Where lists have different sizes, all pixels of the new one. Images of one name are taken to
  /// have the same pixels. A word that changes in a text dirties itself, and what it moves. Any
  /// thread.
  ///
  /// - Throws: `RasterError` where text of a list cannot be drawn.
  /// - Complexity: O(glyphs), less than drawing one of the lists where most is the same.
  public func changes(
    from old: DisplayList, to new: DisplayList, scale: PixelScale = .one
  ) throws(RasterError) -> [PixelRect] {
    let clip = PixelRect(
      left: 0, top: 0, right: scale.pixels(new.size.width), bottom: scale.pixels(new.size.height))
    guard old.size == new.size else { return clip.isEmpty ? [] : [clip] }
    var finder = DamageFinder(
      scale: scale, rendering: rendering(at: scale), source: glyphs, clip: clip)
    let depth = max(old.groupDepth, new.groupDepth)
    return try StackRoom.withRoom(forLevels: depth) { _ throws(RasterError) in
      try finder.compare(old.commands, new.commands)
      return finder.region.rects
    }
  }

  /// Draws what differs between two lists into a drawing of the first one; the result is, byte for
  /// byte, a drawing of the second.
  ///
  /// - Parameters:
  ///   - bitmap: What `rasterize` made of `old` with the same scale and background; a bitmap of
  ///     another size is drawn again.
  ///   - old: What was drawn.
  ///   - new: What to draw.
  ///   - scale: Device pixels a layout point.
  ///   - background: What is below everything drawn.
  ///   - isCancelled: Asked before each command and each run of glyphs.
  /// - Returns: The pixels that may have changed, as `changes` has them.
  /// - Throws: As `rasterize` does; `bitmap` is of no use then.
  /// - Complexity: O(glyphs + pixels that may differ), and a copy where the pixels are shared.
  public func redraw(
    _ bitmap: inout Bitmap, from old: DisplayList, to new: DisplayList, scale: PixelScale = .one,
    background: Color = .clear, isCancelled: () -> Bool = { false }
  ) throws -> [PixelRect] {
    let (width, height) = (scale.pixels(new.size.width), scale.pixels(new.size.height))
    guard old.size == new.size, bitmap.width == width, bitmap.height == height else {
      bitmap = try rasterize(
        new, scale: scale, background: background, isCancelled: isCancelled)
      return bitmap.bounds.isEmpty ? [] : [bitmap.bounds]
    }
    let rects = try changes(from: old, to: new, scale: scale)
    // The canvas is to have the pixels alone, or it would copy them.
    var canvas = self.canvas(
      on: Bitmap(uncheckedWidth: 0, height: 0, pixels: []), scale: scale)
    swap(&canvas.bitmap, &bitmap)
    for rect in rects {
      try canvas.redraw(new, inside: rect, background: background, isCancelled: isCancelled)
    }
    swap(&canvas.bitmap, &bitmap)
    return rects
  }
}

extension Canvas {
  /// Draws the part of a list inside some pixels again.
  mutating func redraw(
    _ list: DisplayList, inside rect: PixelRect, background: Color, isCancelled: () -> Bool
  ) throws {
    clip = rect
    let pixel = PremultipliedPixel(background)
    bitmap.withSurface(originX: 0, originY: 0, clip: rect) { surface in
      for row in rect.top..<rect.bottom {
        pixel.fill(surface.pixel(x: rect.left, y: row), count: rect.width)
      }
    }
    try draw(list, on: background, isCancelled: isCancelled)
  }
}
