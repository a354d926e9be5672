public import LinecasterBase
public import LinecasterDisplay

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

  /// Draws a list as `rasterize` does, and reports the images that it was drawn without.
  package func drawing(
    _ list: DisplayList, scale: PixelScale, background: Color, text: TextRendering = .automatic,
    isCancelled: () -> Bool
  ) throws -> (bitmap: Bitmap, lacked: Set<ImageReference>) {
    let drawing = BandedImage.Drawing(
      list: list, scale: scale, background: background, text: text, rasterizer: self)
    let (bitmap, missingImages) = try drawing.bitmap(isCancelled: isCancelled)
    return (bitmap, missingImages)
  }

  /// A drawing of a list on a background, as large as the list, rounded up to whole pixels: the
  /// result of `rasterize`, in bands.
  ///
  /// A picture of up to 16 Mi pixels that is within the budget is one band. Of larger ones each
  /// band draws the steps and the lines of text that are seen in it. The budget counts what a band
  /// holds at once.
  ///
  /// - Parameters:
  ///   - list: What to draw.
  ///   - scale: Device pixels a layout point.
  ///   - background: What is below everything drawn.
  ///   - isCancelled: Asked while the places of glyphs are found.
  /// - Throws: `RenderBudget.Excess`, before memory is taken, if a single row holds more than the
  ///   budget has, or all bands together paint more. `RasterError` with code `tooLarge` if a side
  ///   is over `Bitmap.maximumSide`, or where text cannot be drawn; `CancellationError` if
  ///   `isCancelled` says so. Each band has the time of the budget.
  /// - Complexity: O(steps) where there is one band, else O(steps + glyphs).
  public func bands(
    of list: DisplayList, scale: PixelScale = .one, background: Color = .clear,
    isCancelled: () -> Bool = { false }
  ) throws -> BandedImage {
    try bands(
      of: list, scale: scale, background: background, text: .automatic, isCancelled: isCancelled)
  }

  /// A drawing in bands with a reader's choice of how letters are drawn.
  ///
  /// Callers that have a scope use `BandedImage.Drawing.bands`.
  package func bands(
    of list: DisplayList, scale: PixelScale, background: Color, text: TextRendering,
    isCancelled: () -> Bool = { false }
  ) throws -> BandedImage {
    let drawing = BandedImage.Drawing(
      list: list, scale: scale, background: background, text: text, rasterizer: self)
    return try WorkScope.drawing(isCancelled) { scope in try drawing.bands(scope) }
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
    let deepest = old.groupDepth > new.groupDepth ? old : new
    return try deepest.walk { _ throws(RasterError) in
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
    try WorkScope.drawing(isCancelled) { scope in
      for rect in rects { try canvas.redraw(new, inside: rect, background: background, scope) }
    }
    swap(&canvas.bitmap, &bitmap)
    return rects
  }
}

extension Canvas {
  /// Draws the part of a list inside some pixels again.
  mutating func redraw(
    _ list: DisplayList, inside rect: PixelRect, background: Color, _ scope: WorkScope
  ) throws {
    clip = rect
    let pixel = PremultipliedPixel(background)
    bitmap.withSurface(originX: 0, originY: 0, clip: rect) { surface in
      for row in rect.top..<rect.bottom {
        pixel.fill(surface.pixel(x: rect.left, y: row), count: rect.width)
      }
    }
    try draw(list, on: background, scope)
  }
}
