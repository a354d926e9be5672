import LinecasterDisplay
import LinecasterGeometry
import LinecasterText

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
