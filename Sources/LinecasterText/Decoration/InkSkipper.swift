import LinecasterBase
import LinecasterFonts

/// Finds the gaps of a decoration line where glyphs cross it.
///
/// As in browsers, each glyph has one gap, from its leftmost to its rightmost ink at the height of
/// the line plus one thickness on both sides.
struct InkSkipper {
  /// The inputs of a glyph's gap, except the glyph.
  private struct Setting: Equatable {
    let face: FontFace
    let band: ClosedRange<Double>
  }

  private var setting: Setting?
  /// The ink of glyphs in this setting, in font units; `nil` for no ink.
  private var known: [UInt16: ClosedRange<Double>?] = [:]

  /// The maximum margin between a gap and its ink on each side, in layout points.
  private static let widestMargin = 13.0

  /// The gaps of a run in a line, in layout points, from left to right.
  ///
  /// - Complexity: O(glyphs + segments of the outlines of different glyphs).
  mutating func gaps(in line: TextDecorationLine, for run: GlyphRun, text: [UInt16]) -> [Range<
    Double
  >] {
    let skipInk = line.decoration.skipInk
    let bounds = line.bounds
    let scale = run.scale
    guard skipInk != .none, line.decoration.position != .strikethrough, scale > 0,
      bounds.maxY.isFinite, bounds.minY.isFinite
    else { return [] }
    let margin = min(line.frame.height, Self.widestMargin)
    var gaps: [Range<Double>] = []
    var advance = 0
    for glyph in run.glyphs {
      defer { advance += Int(glyph.advance) }
      guard skipInk == .all || run.isToken || InkRules.skips(text, at: Int(glyph.cluster)) else {
        continue
      }
      let origin = run.origin(of: glyph, after: advance, scale: scale)
      guard origin.x.isFinite, origin.y.isFinite else { continue }
      let band = (origin.y - bounds.maxY) / scale...(origin.y - bounds.minY) / scale
      guard let ink = ink(of: glyph.identifier, in: band, of: run.face) else { continue }
      gaps.append(
        origin.x + ink.lowerBound * scale - margin..<origin.x + ink.upperBound * scale + margin)
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

  /// The ink of an outline with synthesized bold or italics.
  private static func ink(
    of glyph: UInt16, in band: ClosedRange<Double>, of face: FontFace
  ) -> ClosedRange<Double>? {
    let outline = face.outline(of: UInt32(glyph))
    let lean = face.synthesis.slants ? FontSynthesis.lean : 0
    guard face.synthesis.emboldens else {
      return InkProfile.ink(of: outline, in: band, lean: lean)
    }
    // Synthesized bold grows outlines by half of the strength on every side.
    let growth = FontSynthesis.strength * Double(outline.unitsPerEm) / 2
    let wider = band.lowerBound - growth...band.upperBound + growth
    return InkProfile.ink(of: outline, in: wider, lean: lean).map {
      $0.lowerBound - growth...$0.upperBound + growth
    }
  }
}

/// The horizontal range of a glyph's outline between two heights.
struct InkProfile {
  /// The heights, in font units above the baseline.
  let band: ClosedRange<Double>
  private(set) var left = Double.infinity
  private(set) var right = -Double.infinity
  private var pen = Point.zero
  private var start = Point.zero

  /// The number of segments that approximate a curve.
  private static let pieces = 8

  init(band: ClosedRange<Double>) {
    self.band = band
  }

  /// The range in font units from the origin; `nil` if no ink is in the band.
  ///
  /// - Parameter lean: The slant, as horizontal offset per unit of height.
  static func ink(
    of outline: GlyphOutline, in band: ClosedRange<Double>, lean: Double
  ) -> ClosedRange<Double>? {
    var profile = InkProfile(band: band)
    for segment in outline.segments { profile.add(segment, lean) }
    return profile.left <= profile.right ? profile.left...profile.right : nil
  }

  private mutating func add(_ segment: GlyphOutline.Segment, _ lean: Double) {
    func leaned(_ point: Point) -> Point { Point(x: point.x + point.y * lean, y: point.y) }
    switch segment {
    case .move(let point):
      pen = leaned(point)
      start = pen
    case .line(let point): line(to: leaned(point))
    case .quadratic(let control, let point):
      let (from, control, to) = (pen, leaned(control), leaned(point))
      for step in 1...Self.pieces {
        let share = Double(step) / Double(Self.pieces)
        line(to: mixed(mixed(from, control, share), mixed(control, to, share), share))
      }
    case .cubic(let control1, let control2, let point):
      let (from, one, two, to) = (pen, leaned(control1), leaned(control2), leaned(point))
      for step in 1...Self.pieces {
        let share = Double(step) / Double(Self.pieces)
        let middle = mixed(one, two, share)
        line(
          to: mixed(
            mixed(mixed(from, one, share), middle, share),
            mixed(middle, mixed(two, to, share), share), share))
      }
    case .close: line(to: start)
    }
  }

  private func mixed(_ one: Point, _ two: Point, _ share: Double) -> Point {
    Point(x: one.x + (two.x - one.x) * share, y: one.y + (two.y - one.y) * share)
  }

  /// Widens the range by the part of a segment inside the band.
  private mutating func line(to end: Point) {
    let (low, high) = pen.y < end.y ? (pen, end) : (end, pen)
    pen = end
    guard low.y < band.upperBound, high.y > band.lowerBound else { return }
    for height in [max(low.y, band.lowerBound), min(high.y, band.upperBound)] {
      let share = high.y > low.y ? (height - low.y) / (high.y - low.y) : 0
      let x = low.x + (high.x - low.x) * share
      left = min(left, x)
      right = max(right, x)
    }
    if low.y == high.y {
      left = min(left, low.x, high.x)
      right = max(right, low.x, high.x)
    }
  }
}

/// The characters that `skip-ink: auto` leaves room for, as in browsers.
enum InkRules {
  /// Whether the character at an offset is one.
  static func skips(_ text: [UInt16], at offset: Int) -> Bool {
    guard text.indices.contains(offset) else { return true }
    let unit = text[offset]
    guard UTF16.isLeadSurrogate(unit), offset + 1 < text.count,
      UTF16.isTrailSurrogate(text[offset + 1])
    else { return skips(UInt32(unit)) }
    return skips(0x1_0000 + (UInt32(unit) & 0x3FF) << 10 | UInt32(text[offset + 1]) & 0x3FF)
  }

  /// Whether a character is one: all except slashes, low lines, and Chinese, Japanese and Korean
  /// characters (Unicode 15, Blocks.txt).
  static func skips(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2F, 0x5C, 0x5F: false
    // Hangul Jamo.
    case 0x1100...0x11FF: false
    // Radicals, CJK symbols, kana, bopomofo, compatibility Jamo, enclosed letters, ideographs.
    case 0x2E80...0x9FFF: false
    // Hangul Jamo Extended-A; syllables and Hangul Jamo Extended-B.
    case 0xA960...0xA97F, 0xAC00...0xD7FF: false
    // Ideographs and forms for compatibility, half and full width.
    case 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF: false
    // Linear B ideograms; kana and enclosed ideographs; the ideographic planes.
    case 0x1_0080...0x1_00FF, 0x1_AFF0...0x1_B16F, 0x1_F200...0x1_F2FF, 0x2_0000...0x3_FFFF:
      false
    default: true
    }
  }
}
