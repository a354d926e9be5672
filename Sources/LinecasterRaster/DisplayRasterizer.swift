public import LinecasterBase
public import LinecasterDisplay

/// Turns display lists into bitmaps. One rasterizer serves all threads of a program.
///
/// A rasterizer owns the shared parts of drawing: open font faces, which threads borrow, the glyph
/// cache and the image provider. The bytes of a bitmap depend only on the list, the scale, the
/// background, the images and the rendering. Drawings of two million pixels or more use all
/// processors.
///
///     let rasterizer = DisplayRasterizer()
///     let bitmap = try rasterizer.rasterize(list, scale: PixelScale(2), background: .white)
///     try PNGEncoder().write(bitmap, to: path)
public final class DisplayRasterizer: Sendable {
  /// The source of glyph pixels.
  public let glyphs: GlyphSource

  /// The glyph rendering; `nil` chooses by the scale and the environment of a list.
  public let rendering: GlyphRendering?

  /// The limits of a drawing.
  public let budget: RenderBudget

  /// The provider of image pixels.
  package let images: (any ImageProvider)?

  /// Creates a rasterizer.
  ///
  /// - Parameters:
  ///   - glyphCache: The cache of glyphs; several rasterizers can share one.
  ///   - images: The provider of image pixels; `nil` draws placeholders.
  ///   - rendering: The glyph rendering; `nil` chooses by the scale, unless the environment of a
  ///     list says otherwise.
  ///   - budget: The limits of a drawing. In a banded drawing, the time limit applies to each band.
  public init(
    glyphCache: GlyphCache = GlyphCache(), images: (any ImageProvider)? = nil,
    rendering: GlyphRendering? = nil, budget: RenderBudget = RenderBudget()
  ) {
    glyphs = GlyphSource(cache: glyphCache)
    self.images = images
    self.rendering = rendering
    self.budget = budget
  }

  /// Draws a list on a background of the list's size, rounded up to whole pixels.
  ///
  /// Thread-safe.
  ///
  /// - Parameters:
  ///   - list: The list to draw.
  ///   - scale: The number of device pixels per layout point.
  ///   - background: The colour beneath the list.
  ///   - isCancelled: Called before each command, each run of glyphs and each hundred thousand
  ///     pixels or so of shapes.
  /// - Throws: `RenderBudget.Excess`, before memory is allocated, if the drawing exceeds the
  ///   budget, or later if it exceeds the time limit. `RasterError` with code `tooLarge` if the
  ///   list is too large for a bitmap, or with another code if text cannot be drawn.
  ///   `CancellationError` if `isCancelled` returns true.
  /// - Complexity: O(pixels + glyphs).
  public func rasterize(
    _ list: DisplayList, scale: PixelScale = .one, background: Color = .clear,
    isCancelled: () -> Bool = { false }
  ) throws -> Bitmap {
    try WorkScope.run(isCancelled: isCancelled) { scope in
      try drawing(list, scale: scale, background: background, scope).bitmap
    }
  }

  /// Draws a list as `rasterize` does, and reports missing images.
  package func drawing(
    _ list: DisplayList, scale: PixelScale, background: Color, text: TextRendering = .automatic,
    _ scope: WorkScope
  ) throws -> (bitmap: Bitmap, missingImages: Set<ImageReference>) {
    let drawing = BandedImage.Drawing(
      list: list, scale: scale, background: background, text: text, rasterizer: self)
    let (bitmap, missingImages) = try drawing.bitmap(scope)
    return (bitmap, missingImages)
  }

  /// Returns a drawing of a list in bands, with the same pixels as `rasterize`.
  ///
  /// A picture of up to 16 Mi pixels within the budget is one band. In larger pictures, each band
  /// draws its visible steps and lines of text, and the budget limits the memory of one band.
  ///
  /// - Parameters:
  ///   - list: The list to draw.
  ///   - scale: The number of device pixels per layout point.
  ///   - background: The colour beneath the list.
  ///   - isCancelled: Called repeatedly while glyphs are located.
  /// - Throws: `RenderBudget.Excess`, before memory is allocated, if a single row needs more memory
  ///   than the budget, or all bands together paint more pixels. `RasterError` with code `tooLarge`
  ///   if a side is over `Bitmap.maximumSide`, or with another code if text cannot be drawn.
  ///   `CancellationError` if `isCancelled` returns true. The time limit applies to each band.
  /// - Complexity: O(steps) for one band, otherwise O(steps + glyphs).
  public func bands(
    of list: DisplayList, scale: PixelScale = .one, background: Color = .clear,
    isCancelled: () -> Bool = { false }
  ) throws -> BandedImage {
    let drawing = BandedImage.Drawing(
      list: list, scale: scale, background: background, rasterizer: self)
    return try WorkScope.run(isCancelled: isCancelled) { scope in try drawing.bands(scope) }
  }

  /// Returns a canvas that draws as the rasterizer does.
  package func canvas(
    on bitmap: Bitmap, scale: PixelScale, text: TextRendering = .automatic
  ) -> Canvas {
    var canvas = Canvas(
      bitmap: bitmap, scale: scale, glyphs: glyphs, images: images,
      rendering: rendering(at: scale, text))
    canvas.budget = budget
    return canvas
  }

  /// Returns the glyph rendering at a scale for a reader's choice.
  package func rendering(at scale: PixelScale, _ text: TextRendering = .automatic) -> GlyphRendering
  {
    rendering ?? .preset(text, for: scale)
  }
}

extension DisplayRasterizer {
  /// Returns the pixels that may differ between the drawings of two lists.
  ///
  /// If the lists have different sizes, these are all pixels of the new list. Images with the same
  /// name are assumed to have the same pixels. A changed word in a text damages itself and the text
  /// that it moves. Thread-safe.
  ///
  /// - Returns: At most sixteen rectangles, which may overlap. All other pixels are the same.
  /// - Throws: `RasterError` if text of a list cannot be drawn.
  /// - Complexity: O(glyphs); less than drawing one list if most of it is the same.
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

  /// Updates a drawing of one list to a drawing of another, by redrawing only the differences. The
  /// result equals, byte for byte, a drawing of the new list.
  ///
  /// - Parameters:
  ///   - bitmap: The drawing of `old` by `rasterize` at the same scale and background. A bitmap of
  ///     another size is drawn again completely.
  ///   - old: The list in the bitmap.
  ///   - new: The list to draw.
  ///   - scale: The number of device pixels per layout point.
  ///   - background: The colour beneath the list.
  ///   - isCancelled: Called before each command and each run of glyphs.
  /// - Returns: The pixels that may have changed, as from `changes`.
  /// - Throws: The errors of `rasterize`; `bitmap` is then undefined.
  /// - Complexity: O(glyphs + pixels that may differ), plus a copy if the pixels are shared.
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
    // The canvas must own the pixels uniquely, or it would copy them.
    var canvas = self.canvas(
      on: Bitmap(uncheckedWidth: 0, height: 0, pixels: []), scale: scale)
    swap(&canvas.bitmap, &bitmap)
    try WorkScope.run(isCancelled: isCancelled) { scope in
      for rect in rects { try canvas.redraw(new, inside: rect, background: background, scope) }
    }
    swap(&canvas.bitmap, &bitmap)
    return rects
  }
}

extension Canvas {
  /// Redraws the part of a list inside a rectangle of pixels.
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
