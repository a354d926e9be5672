import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterText

/// Finds the pixels that differ between the drawings of two lists.
///
/// A pixel drawn by the same steps in the same order is unchanged. The finder searches for a common
/// subsequence of steps; the pixels of all other steps may differ. It compares whole steps first,
/// then the contents of groups, and glyph by glyph in runs.
struct DamageFinder {
  let scale: PixelScale
  let rendering: GlyphRendering
  let source: GlyphSource
  /// The pixels that the compared steps may draw on.
  var clip: PixelRect
  var region: PixelRegion

  /// - Parameter limit: The maximum number of rectangles in the region.
  init(
    scale: PixelScale, rendering: GlyphRendering, source: GlyphSource, clip: PixelRect,
    limit: Int = PixelRegion.maximumCount
  ) {
    region = PixelRegion(limit: limit)
    self.scale = scale
    self.rendering = rendering
    self.source = source
    self.clip = clip
  }

  /// Adds the pixels that may differ.
  ///
  /// - Throws: `RasterError` if text cannot be drawn.
  mutating func compare(
    _ old: [DisplayCommand], _ new: [DisplayCommand]
  ) throws(RasterError) {
    let (old, new) = (
      DisplayPiece.pieces(of: old, scale), DisplayPiece.pieces(of: new, scale)
    )
    let pairs = CommonSequence.pairs(old, new) { $0.isSame(as: $1) }
    for (old, new) in CommonSequence.between(pairs, old, new) {
      try compareGroups(Array(old), Array(new))
    }
    for piece in new { spread(piece) }
  }

  /// Adds the whole backdrop area of a group if part of it differs.
  private mutating func spread(_ piece: DisplayPiece) {
    guard case .group(let group) = piece,
      let plan = BackdropPlan(group, scale: scale, in: clip),
      region.rects.contains(where: { !$0.clipped(to: plan.box).isEmpty })
    else { return }
    region.insert(plan.box)
  }

  /// Adds the pixels of pieces between two equal ones, except the common content of two groups with
  /// the same frame.
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

  /// Adds the pixels of pieces, except glyphs that both sides share.
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

  /// Returns the glyphs of the runs, and adds the pixels of other pieces.
  private mutating func marks(
    of pieces: ArraySlice<DisplayPiece>
  ) throws(RasterError) -> [GlyphMark] {
    var marks: [GlyphMark] = []
    for piece in pieces {
      switch piece {
      case .run(let run, let origin): try append(run, origin, to: &marks)
      case .fill(let shape, _): insert(shape.rect)
      case .line(let line, let axes, let origin): insert(line, axes, at: origin)
      case .command(let command): try insert(command)
      case .group(let group): try insert(group)
      }
    }
    return marks
  }

  /// Appends the glyphs of a run that lie on drawn pixels.
  private func append(
    _ run: GlyphRun, _ origin: Point, to marks: inout [GlyphMark]
  ) throws(RasterError) {
    let factor = scale.factor
    let strike = try AtlasStrike(run, scale: scale, rendering: rendering)
    guard let strike else { return }
    run.forEachGlyphOnPage { glyph, x, y in
      guard let column = strike.steps.column((origin.x + x) * factor),
        let row = strike.steps.row((origin.y + y) * factor)
      else { return }
      marks.append(
        GlyphMark(
          face: run.face, key: strike.key(glyph, column: column, row: row), x: column >> 6,
          y: row >> 6, color: run.color))
    }
  }

  /// Narrows the clip to that of a group; returns the previous clip.
  mutating func enter(_ group: DisplayGroup) -> PixelRect {
    let outer = clip
    if let shape = group.clip { clip = RoundedBox(shape, scale: scale).touched(in: clip) }
    return outer
  }
}

// The pixels that steps may draw on.

extension DamageFinder {
  /// Adds the pixels that a step may draw on.
  ///
  /// - Throws: `RasterError` if its text cannot be drawn.
  mutating func insert(_ command: DisplayCommand) throws(RasterError) {
    switch command {
    case .fill(let shape, _), .image(_, let shape, _, _): insert(shape.rect)
    case .border(let shape, let border): insert(shape.rect, widenedBy: reach(of: border))
    case .shadow(let shape, let shadow):
      insert(
        shadow.isInset ? shape.rect : shadow.outline(of: shape).rect,
        widenedBy: shadow.isInset ? 0 : reach(of: shadow))
    case .text(let layout, let origin):
      for command in layout.inlineCommands(at: origin, scale: scale) { try insert(command) }
      try insert(layout, origin)
    case .textShadow(let layout, let origin, let shadow):
      try insert(shadow, of: layout, origin)
    case .textStroke(let layout, let origin, let stroke):
      insert(stroke, of: layout, origin)
    case .group(let group): try insert(group)
    }
  }

  /// Adds the pixels that the steps of a group may draw on inside its clip.
  mutating func insert(_ group: DisplayGroup) throws(RasterError) {
    if group.hasEffects { return try insertWithEffects(group) }
    let outer = enter(group)
    defer { clip = outer }
    guard !clip.isEmpty else { return }
    for command in group.commands { try insert(command) }
  }

  /// Adds the visible bounding box of a group with effects.
  private mutating func insertWithEffects(_ group: DisplayGroup) throws(RasterError) {
    if let backdrop = BackdropPlan(group, scale: scale, in: clip) { region.insert(backdrop.box) }
    guard let plan = EffectPlan(group.effects, scale: scale) else { return }
    var inner = DamageFinder(
      scale: plan.scale, rendering: rendering, source: source, clip: plan.content(of: clip),
      limit: 1)
    _ = inner.enter(group)
    for command in group.commands { try inner.insert(command) }
    let ink = inner.region.bounds
    guard !ink.isEmpty else { return }
    region.insert(plan.target(of: ink.widened(by: (plan.reach, plan.reach))).clipped(to: clip))
  }

  /// Adds the pixels that a text stroke may draw on.
  private mutating func insert(_ stroke: TextStroke, of layout: TextLayout, _ origin: Point) {
    guard stroke.width > 0, stroke.width.isFinite else { return }
    for run in layout.glyphRuns {
      let strokes = GlyphStrokes(
        run, at: origin, scale: scale, half: stroke.width * scale.factor / 2, clip: clip)
      let bounds = strokes.bounds.clipped(to: clip)
      if !bounds.isEmpty { region.insert(bounds) }
    }
  }

  /// Adds the pixels that letters and their decoration lines may draw on.
  private mutating func insert(_ layout: TextLayout, _ origin: Point) throws(RasterError) {
    let axes = layout.axes
    for background in layout.backgrounds {
      insert(axes.page(background.frame).offset(x: origin.x, y: origin.y))
    }
    for line in layout.decorationLines { insert(line, axes, at: origin) }
    var marks: [GlyphMark] = []
    for run in layout.glyphRuns { try append(run, origin, to: &marks) }
    for mark in marks { try insert(mark) }
  }

  /// Adds the pixels of a glyph.
  private mutating func insert(_ mark: GlyphMark) throws(RasterError) {
    let bitmap = try source.bitmap(for: mark.key, of: mark.face)
    switch bitmap.content {
    case .mask, .color, .subpixels, .tinted:
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

  /// Adds the pixels of a text decoration line.
  mutating func insert(_ line: TextDecorationLine, _ axes: LineAxes, at origin: Point) {
    guard let room = DecorationDrawing.room(of: line, axes, at: origin, scale: scale) else {
      return
    }
    let touched = RoundedBox(DisplayShape(room), scale: .one).touched(in: clip)
    if !touched.isEmpty { region.insert(touched) }
  }

  /// Adds the pixels that a rectangle in layout points touches, plus a margin in pixels.
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
  /// Returns the number of pixels that lines extend beyond their box: dots do if the box is
  /// narrower than they are.
  private func reach(of border: Border) -> Int {
    let edges = [border.top, border.right, border.bottom, border.left]
    guard edges.contains(where: { $0.pattern == .dotted }) else { return 0 }
    let insets = border.insets(on: scale)
    let widest = max(insets.top, insets.right, insets.bottom, insets.left) * scale.factor
    return Int(saturating: min(widest / 2, 1e6).rounded(.up))
  }

  private func reach(of shadow: Shadow) -> Int {
    GaussianBlur(deviation: shadow.blur * scale.factor / 2).reach
  }

  /// Adds the bounding box of a text's shadow.
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

/// A drawn glyph with its position and colour.
private struct GlyphMark: Hashable {
  let face: FontFace
  let key: GlyphKey
  /// The pixel of its origin, relative to the list's corner.
  let x: Int
  let y: Int
  let color: Color

  func hash(into hasher: inout Hasher) {
    hasher.combine(key.mixed ^ UInt64(truncatingIfNeeded: x &<< 32 ^ y))
  }
}

/// A drawing step of a display list, with texts split into their parts.
///
/// Two equal pieces change the same pixels in the same way on any backdrop.
private enum DisplayPiece {
  /// A command other than a text or a group.
  case command(DisplayCommand)
  /// A group.
  case group(DisplayGroup)
  /// A background colour or a decoration line of a text, relative to the layout's corner.
  case fill(DisplayShape, Color)
  case line(TextDecorationLine, LineAxes, origin: Point)
  /// Glyphs, relative to the layout's corner.
  case run(GlyphRun, origin: Point)

  /// Returns the steps from back to front, as the canvas draws them.
  static func pieces(of commands: [DisplayCommand], _ scale: PixelScale) -> [DisplayPiece] {
    var pieces: [DisplayPiece] = []
    for command in commands {
      switch command {
      case .text(let layout, let origin):
        if layout.isRich {
          pieces += Self.pieces(of: layout.inlineCommands(at: origin, scale: scale), scale)
        }
        append(layout, origin, to: &pieces)
      case .group(let group): pieces.append(.group(group))
      default: pieces.append(.command(command))
      }
    }
    return pieces
  }

  private static func append(
    _ layout: TextLayout, _ origin: Point, to pieces: inout [DisplayPiece]
  ) {
    let lines = layout.decorationLines
    let axes = layout.axes
    for background in layout.backgrounds {
      let frame = axes.page(background.frame).offset(x: origin.x, y: origin.y)
      pieces.append(.fill(DisplayShape(frame), background.color))
    }
    for line in lines where line.decoration.position != .strikethrough {
      pieces.append(.line(line, axes, origin: origin))
    }
    for run in layout.glyphRuns { pieces.append(.run(run, origin: origin)) }
    for line in lines where line.decoration.position == .strikethrough {
      pieces.append(.line(line, axes, origin: origin))
    }
  }

  /// Whether both certainly draw the same.
  func isSame(as other: DisplayPiece) -> Bool {
    switch (self, other) {
    case (.run(let one, let place), .run(let other, let otherPlace)):
      place == otherPlace && one.looksLike(other)
    case (.line(let one, let axes, let place), .line(let other, let otherAxes, let otherPlace)):
      place == otherPlace && axes == otherAxes && one == other
    case (.fill(let one, let color), .fill(let other, let otherColor)):
      one == other && color == otherColor
    case (.group(let one), .group(let other)): one.isSame(as: other)
    case (.command(let one), .command(let other)): one.isSame(as: other)
    default: false
    }
  }

  /// Whether both are groups with the same opacity and clip, with any content.
  func hasSameFrame(as other: DisplayPiece) -> Bool {
    guard case .group(let one) = self, case .group(let other) = other else { return false }
    return one.hasSameFrame(as: other)
  }
}

// Whether steps certainly draw the same. Images with the same name are assumed to have the same
// pixels.

extension DisplayCommand {
  func isSame(as other: DisplayCommand) -> Bool {
    switch (self, other) {
    case (.fill(let one, let paint), .fill(let other, let otherPaint)):
      one == other && paint == otherPaint
    case (.border(let one, let border), .border(let other, let otherBorder)):
      one == other && border == otherBorder
    case (.shadow(let one, let shadow), .shadow(let other, let otherShadow)):
      one == other && shadow == otherShadow
    case (.text(let one, let place), .text(let other, let otherPlace)):
      place == otherPlace && one.looksLike(other)
    case (.textShadow(let one, let place, let shadow), .textShadow(let other, let to, let cast)):
      place == to && shadow == cast && one.looksLike(other)
    case (.textStroke(let one, let place, let stroke), .textStroke(let other, let to, let line)):
      place == to && stroke == line && one.looksLike(other)
    case (
      .image(let one, let shape, let mode, let tint),
      .image(let other, let box, let otherMode, let otherTint)
    ):
      one == other && shape == box && mode == otherMode && tint == otherTint
    case (.group(let one), .group(let other)): one.isSame(as: other)
    default: false
    }
  }
}

extension DisplayGroup {
  func isSame(as other: DisplayGroup) -> Bool {
    opacity == other.opacity && clip == other.clip && commands.count == other.commands.count
      && isTooDeep == other.isTooDeep
      && zip(commands, other.commands).allSatisfy { $0.isSame(as: $1) }
      && (hasEffects || other.hasEffects ? effects.isSame(as: other.effects) : true)
  }

  /// Whether both have the same opacity and clip, with any content, and no effects: with effects, a
  /// pixel may depend on much of the content. A group with content that changes its backdrop is a
  /// layer of its own, which rounds other than drawing directly.
  func hasSameFrame(as other: DisplayGroup) -> Bool {
    opacity == other.opacity && clip == other.clip && !hasEffects && !other.hasEffects
      && hasBackdrops == other.hasBackdrops
  }
}

extension DisplayEffects {
  fileprivate func isSame(as other: DisplayEffects) -> Bool {
    guard transform == other.transform, blend == other.blend, filters == other.filters,
      paint == other.paint, backdrop == other.backdrop, mask?.count == other.mask?.count
    else { return false }
    return zip(mask ?? [], other.mask ?? []).allSatisfy { $0.isSame(as: $1) }
  }
}

extension TextLayout {
  fileprivate func looksLike(_ other: TextLayout) -> Bool {
    let (runs, others) = (glyphRuns, other.glyphRuns)
    return backgrounds == other.backgrounds && decorationLines == other.decorationLines
      && axes == other.axes && hasSameBoxes(as: other)
      && runs.count == others.count && zip(runs, others).allSatisfy { $0.looksLike($1) }
  }
}

extension TextLayout {
  /// Whether boxes and attachments draw the same.
  private func hasSameBoxes(as other: TextLayout) -> Bool {
    guard isRich || other.isRich else { return true }
    let (commands, others) = (inlineCommands(), other.inlineCommands())
    return commands.count == others.count
      && zip(commands, others).allSatisfy { $0.isSame(as: $1) }
  }
}
