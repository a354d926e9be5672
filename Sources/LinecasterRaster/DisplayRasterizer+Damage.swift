public import LinecasterDisplay
import LinecasterFonts
public import LinecasterGeometry
import LinecasterText

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
    var finder = DamageFinder(scale: scale, rendering: rendering, source: glyphs, clip: clip)
    try finder.compare(old.commands, new.commands)
    return finder.region.rects
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
  ) throws(RasterError) -> [PixelRect] {
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
  ) throws(RasterError) {
    clip = rect
    let pixel = PremultipliedPixel(background)
    bitmap.withSurface(originX: 0, originY: 0, clip: rect) { surface in
      for row in rect.top..<rect.bottom {
        pixel.fill(surface.pixel(x: rect.left, y: row), count: rect.width)
      }
    }
    try draw(list, isCancelled: isCancelled)
  }
}

/// Finds the pixels that differ between drawings of two lists.
///
/// A pixel whose value is that of the same steps in the same order is the same. So a common
/// sequence of steps is looked for, of any kind, and what other steps draw on is what may differ.
/// Steps are compared first as a whole; between those, groups by what is in them, and runs glyph
/// by glyph.
struct DamageFinder {
  let scale: PixelScale
  let rendering: GlyphRendering
  let source: GlyphSource
  /// The pixels that what is being compared may draw on.
  var clip: PixelRect
  var region = PixelRegion()

  init(scale: PixelScale, rendering: GlyphRendering, source: GlyphSource, clip: PixelRect) {
    self.scale = scale
    self.rendering = rendering
    self.source = source
    self.clip = clip
  }

  /// Adds the pixels that may differ.
  ///
  /// - Throws: `RasterError` where text cannot be drawn.
  mutating func compare(
    _ old: [DisplayCommand], _ new: [DisplayCommand]
  ) throws(RasterError) {
    let (old, new) = (DisplayPiece.pieces(of: old), DisplayPiece.pieces(of: new))
    let pairs = CommonSequence.pairs(old, new) { $0.isSame(as: $1) }
    for (old, new) in CommonSequence.between(pairs, old, new) {
      try compareGroups(Array(old), Array(new))
    }
  }

  /// Adds what pieces between two that are the same draw on, but for what two groups with one
  /// frame have in common.
  private mutating func compareGroups(
    _ old: [DisplayPiece], _ new: [DisplayPiece]
  ) throws(RasterError) {
    let pairs = CommonSequence.pairs(old, new) { $0.hasSameFrame(as: $1) }
    for pair in pairs {
      guard case .group(let old) = old[pair.old], case .group(let new) = new[pair.new] else {
        continue
      }
      let outer = enter(new)
      try compare(old.commands, new.commands)
      clip = outer
    }
    for (old, new) in CommonSequence.between(pairs, old, new) { try compareGlyphs(old, new) }
  }

  /// Adds what pieces draw on, but for glyphs that both sides have.
  private mutating func compareGlyphs(
    _ old: ArraySlice<DisplayPiece>, _ new: ArraySlice<DisplayPiece>
  ) throws(RasterError) {
    let (oldMarks, newMarks) = (try marks(of: old), try marks(of: new))
    let pairs = CommonSequence.pairs(oldMarks, newMarks)
    for (old, new) in CommonSequence.between(pairs, oldMarks, newMarks) {
      for mark in old { try insert(mark) }
      for mark in new { try insert(mark) }
    }
  }

  /// The glyphs of the runs; what other pieces draw on is added at once.
  private mutating func marks(
    of pieces: ArraySlice<DisplayPiece>
  ) throws(RasterError) -> [GlyphMark] {
    var marks: [GlyphMark] = []
    for piece in pieces {
      switch piece {
      case .run(let run, let origin): try append(run, origin, to: &marks)
      case .fill(let shape, _): insert(shape.rect)
      case .line(let line, let origin): insert(line.bounds.offset(x: origin.x, y: origin.y))
      case .command(let command): try insert(command)
      case .group(let group): try insert(group)
      }
    }
    return marks
  }

  /// Adds the glyphs of a run that lie where glyphs are drawn.
  func append(
    _ run: GlyphRun, _ origin: Point, to marks: inout [GlyphMark]
  ) throws(RasterError) {
    let factor = scale.factor
    let strike = try AtlasStrike(
      face: run.face, size: run.size * factor, color: run.color, rendering: rendering)
    guard let strike else { return }
    run.forEachGlyph { glyph, x, y in
      guard let column = strike.steps.column((origin.x + x) * factor),
        let row = strike.steps.row((origin.y + y) * factor)
      else { return }
      marks.append(
        GlyphMark(
          face: run.face, key: strike.key(glyph, column: column, row: row), x: column >> 6,
          y: row >> 6, color: run.color))
    }
  }

  /// Narrows the clip to that of a group; the result is the clip as it was.
  mutating func enter(_ group: DisplayGroup) -> PixelRect {
    let outer = clip
    if let shape = group.clip { clip = RoundedBox(shape, scale: scale).touched(in: clip) }
    return outer
  }
}

// What steps may draw on.

extension DamageFinder {
  /// Adds what a step may draw on.
  ///
  /// - Throws: `RasterError` where its text cannot be drawn.
  mutating func insert(_ command: DisplayCommand) throws(RasterError) {
    switch command {
    case .fill(let shape, _), .image(_, let shape, _): insert(shape.rect)
    case .border(let shape, let border): insert(shape.rect, widenedBy: reach(of: border))
    case .shadow(let shape, let shadow):
      insert(
        shadow.isInset ? shape.rect : shadow.outline(of: shape).rect,
        widenedBy: shadow.isInset ? 0 : reach(of: shadow))
    case .text(let layout, let origin): try insert(layout, origin)
    case .textShadow(let layout, let origin, let shadow):
      try insert(shadow, of: layout, origin)
    case .group(let group): try insert(group)
    }
  }

  /// Adds what the steps of a group may draw on inside of its clip.
  mutating func insert(_ group: DisplayGroup) throws(RasterError) {
    let outer = enter(group)
    defer { clip = outer }
    guard !clip.isEmpty else { return }
    for command in group.commands { try insert(command) }
  }

  private mutating func insert(_ layout: TextLayout, _ origin: Point) throws(RasterError) {
    for background in layout.backgrounds {
      insert(background.frame.offset(x: origin.x, y: origin.y))
    }
    for line in layout.decorationLines { insert(line.bounds.offset(x: origin.x, y: origin.y)) }
    var marks: [GlyphMark] = []
    for run in layout.glyphRuns { try append(run, origin, to: &marks) }
    for mark in marks { try insert(mark) }
  }

  /// Adds what a glyph draws on.
  mutating func insert(_ mark: GlyphMark) throws(RasterError) {
    let bitmap = try source.bitmap(for: mark.key, of: mark.face)
    switch bitmap.content {
    case .mask, .color, .stripes:
      region.insert(
        PixelRect(
          x: mark.x + Int(bitmap.left), y: mark.y - Int(bitmap.top), width: Int(bitmap.width),
          height: Int(bitmap.height)
        ).clipped(to: clip))
    case .layers:
      for layer in bitmap.layers {
        let key = GlyphKey(
          face: mark.face, glyph: layer.glyph, size: mark.key.size, x: mark.key.x, y: mark.key.y,
          style: mark.key.style.ofLayers)
        try insert(GlyphMark(face: mark.face, key: key, x: mark.x, y: mark.y, color: mark.color))
      }
    case .path: region.insert(clip)
    }
  }

  /// Adds the pixels that a rectangle of layout points touches, and so many beside them.
  mutating func insert(_ rect: Rect, widenedBy reach: Int = 0) {
    let area = clip.widened(by: (reach, reach))
    let box = RoundedBox(DisplayShape(rect), scale: scale)
    guard box.isDrawable else { return }
    let touched = box.touched(in: area)
    guard !touched.isEmpty else { return }
    region.insert(touched.widened(by: (reach, reach)).clipped(to: clip))
  }
}

// MARK: - Borders and shadows

extension DamageFinder {
  /// How many pixels lines reach out of their box: dots do that where the box is narrower than
  /// they are wide.
  private func reach(of border: Border) -> Int {
    let edges = [border.top, border.right, border.bottom, border.left]
    guard edges.contains(where: { $0.pattern == .dotted }) else { return 0 }
    let insets = border.insets
    let widest = max(insets.top, insets.right, insets.bottom, insets.left) * scale.factor
    return Int(min(widest / 2, 1e6).rounded(.up))
  }

  private func reach(of shadow: Shadow) -> Int {
    GaussianBlur(deviation: shadow.blur * scale.factor / 2).reach
  }

  /// Adds the rectangle around the shadow of a text.
  private mutating func insert(
    _ shadow: Shadow, of layout: TextLayout, _ origin: Point
  ) throws(RasterError) {
    let reach = reach(of: shadow)
    var inner = DamageFinder(
      scale: scale, rendering: rendering, source: source, clip: clip.widened(by: (reach, reach)))
    try inner.insert(layout, origin.offset(x: shadow.offset.x, y: shadow.offset.y))
    let ink = inner.region.bounds
    guard !ink.isEmpty else { return }
    region.insert(ink.widened(by: (reach, reach)).clipped(to: clip))
  }
}

/// A glyph that is drawn: which one, where and in which colour.
struct GlyphMark: Hashable {
  let face: FontFace
  let key: GlyphKey
  /// The pixel that its origin is in, from the list's corner.
  let x: Int
  let y: Int
  let color: Color

  func hash(into hasher: inout Hasher) {
    hasher.combine(key.mixed ^ UInt64(truncatingIfNeeded: x &<< 32 ^ y))
  }
}
