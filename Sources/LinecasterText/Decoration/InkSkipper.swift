import LinecasterFonts
import LinecasterGeometry

/// Finds where the glyphs of runs cross a line, so that it can be left out there.
///
/// As in browsers there is one gap a glyph, from its leftmost to its rightmost ink at the height of
/// the line and a thickness of the line further on both sides.
struct InkSkipper {
  /// What the gap of a glyph depends on, besides the glyph.
  private struct Setting: Equatable {
    let face: FontFace
    let band: ClosedRange<Double>
  }

  private var setting: Setting?
  /// The ink of the glyphs asked for in the setting, in font units; nil where there is none.
  private var known: [UInt16: ClosedRange<Double>?] = [:]

  /// The most that a gap is wider than the ink on each side, in layout points.
  private static let widestMargin = 13.0

  /// The gaps that a run needs in a line, in layout points, from left to right.
  ///
  /// - Complexity: O(glyphs + segments of the outlines of different glyphs).
  mutating func gaps(in line: DecorationLine, for run: GlyphRun, text: [UInt16]) -> [Range<Double>]
  {
    let skipInk = line.decoration.skipInk
    let bounds = line.bounds
    let scale = run.size / Double(run.face.metrics.unitsPerEm)
    guard skipInk != .none, line.decoration.position != .strikethrough, scale > 0,
      bounds.maxY.isFinite, bounds.minY.isFinite
    else { return [] }
    let margin = min(line.frame.height, Self.widestMargin)
    var gaps: [Range<Double>] = []
    var advance = 0
    for glyph in run.glyphs {
      defer { advance += Int(glyph.advance) }
      guard skipInk == .all || run.isMark || InkRules.skips(text, at: Int(glyph.cluster)) else {
        continue
      }
      let baseline = run.origin.y - Double(glyph.yOffset) * scale
      let band = (baseline - bounds.maxY) / scale...(baseline - bounds.minY) / scale
      guard let ink = ink(of: glyph.identifier, in: band, of: run.face) else { continue }
      let origin = run.origin.x + Double(advance + Int(glyph.xOffset)) * scale
      gaps.append(
        origin + ink.lowerBound * scale - margin..<origin + ink.upperBound * scale + margin)
    }
    return gaps
  }

  private mutating func ink(
    of glyph: UInt16, in band: ClosedRange<Double>, of face: FontFace
  ) -> ClosedRange<Double>? {
    let asked = Setting(face: face, band: band)
    if asked != setting {
      setting = asked
      known = [:]
    }
    if let found = known[glyph] { return found }
    let ink = Self.ink(of: glyph, in: band, of: face)
    known[glyph] = .some(ink)
    return ink
  }

  /// The ink of an outline with what is done to it for want of a bold or a leaning design.
  private static func ink(
    of glyph: UInt16, in band: ClosedRange<Double>, of face: FontFace
  ) -> ClosedRange<Double>? {
    let outline = face.outline(of: UInt32(glyph))
    let lean = face.synthesis.slants ? FontSynthesis.lean : 0
    guard face.synthesis.emboldens else {
      return InkProfile.ink(of: outline, in: band, lean: lean)
    }
    // Bold outlines grow by half of the strength to every side.
    let growth = FontSynthesis.strength * Double(outline.unitsPerEm) / 2
    let wider = band.lowerBound - growth...band.upperBound + growth
    return InkProfile.ink(of: outline, in: wider, lean: lean).map {
      $0.lowerBound - growth...$0.upperBound + growth
    }
  }
}
