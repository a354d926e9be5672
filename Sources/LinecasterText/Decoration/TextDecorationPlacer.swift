package import LinecasterBase
import LinecasterFonts

/// Places backgrounds and decoration lines of text.
///
/// Sizes and offsets come from the style's first face, so a line stays straight if other faces draw
/// some characters.
struct TextDecorationPlacer {
  private(set) var lines: [TextDecorationLine] = []
  private(set) var backgrounds: [TextBackground] = []
  private var skipper = InkSkipper()

  /// Adds the decorations of a run; runs come from left to right, and adjoining parts are merged.
  mutating func place(_ run: GlyphRun) {
    let style = run.style
    guard style.background != nil || !style.decorations.isEmpty else { return }
    let face = run.firstFace
    if let color = style.themeBackground {
      add(background(run, face, color.color(in: run.theme)))
    }
    for decoration in style.decorations {
      var line = line(decoration, run, face)
      if !run.axes.writingMode.isVertical {
        line.gaps = skipper.gaps(in: line, for: run, text: run.text)
      }
      add(line)
    }
  }

  /// Sorts the gaps of all lines.
  mutating func finish() {
    for index in lines.indices { lines[index].settleGaps() }
  }

  private mutating func add(_ background: TextBackground) {
    if let last = backgrounds.last, last.color == background.color,
      let joined = last.frame.joined(background.frame)
    {
      backgrounds[backgrounds.count - 1].frame = joined
    } else {
      backgrounds.append(background)
    }
  }

  private mutating func add(_ line: TextDecorationLine) {
    // The last line of the same kind may be a few entries back, because a run may have several
    // lines.
    let known = lines.suffix(TextDecoration.Position.allCases.count * 2).lastIndex {
      $0.decoration == line.decoration && $0.color == line.color && $0.anchor == line.anchor
        && $0.frame.joined(line.frame) != nil
    }
    if let known, let joined = lines[known].frame.joined(line.frame) {
      lines[known].frame = joined
      lines[known].gaps += line.gaps
    } else {
      lines.append(line)
    }
  }

  private func background(_ run: GlyphRun, _ face: FontFace, _ color: Color) -> TextBackground {
    let centre = run.centre(face)
    let box = LineBox(
      face: face, size: run.size, lineHeight: .normal, isCentral: centre != nil)
    let over = run.axes.writingMode.flipsLines ? box.descent : box.ascent
    return TextBackground(
      color: color,
      frame: Rect(
        x: run.origin.x, y: (centre ?? run.origin.y) - over, width: run.width,
        height: box.height))
  }

  private func line(
    _ decoration: TextDecoration, _ run: GlyphRun, _ face: FontFace
  ) -> TextDecorationLine {
    let metrics = face.metrics
    let scale = run.size / Double(metrics.unitsPerEm)
    let centre = run.centre(face)
    let anchor = DecorationAnchor(
      origin: centre ?? run.origin.y, isCentral: centre != nil,
      edge: edge(of: decoration, run, isCentral: centre != nil), size: run.size,
      ascent: metrics.ascent * scale, descent: metrics.descent * scale,
      isFlipped: run.axes.writingMode.flipsLines)
    return TextDecorationLine(
      decoration: decoration, color: decoration.themeColor?.color(in: run.theme) ?? run.color,
      x: run.origin.x, width: run.width, anchor: anchor)
  }

  private func edge(
    of decoration: TextDecoration, _ run: GlyphRun, isCentral: Bool
  ) -> DecorationAnchor.Edge {
    let isUnderlinedOver = isCentral && run.style.isUnderlinedOver
    return switch decoration.position {
    case .underline: !isCentral ? .baseline : isUnderlinedOver ? .overEm : .underEm
    case .strikethrough: .through
    case .overline: isUnderlinedOver ? .underEm : .ascent
    }
  }
}

extension GlyphRun {
  /// The middle of the letters, in layout points from the layout's top edge, in vertical text with
  /// a central baseline; `nil` otherwise.
  ///
  /// - Parameter face: The first face of the run's style.
  fileprivate func centre(_ face: FontFace) -> Double? {
    guard axes.writingMode.isVertical, style.orientation != .sideways else { return nil }
    guard !isUpright else { return origin.y }
    let size = style.drawnSize
    let rise =
      LineBox(contentOf: face, size: size).ascent
      - LineBox(contentOf: face, size: size, isCentral: true).ascent
    return origin.y + (axes.writingMode.flipsLines ? rise : -rise)
  }
}

extension TextStyle {
  /// Whether the underline is on the right in vertical text.
  fileprivate var isUnderlinedOver: Bool {
    guard let language = exactLanguage?.string.utf8.prefix(3) else { return false }
    return ["ja", "ko"].contains { $0.utf8.elementsEqual(language.prefix(2)) }
      && (language.count < 3 || language.last == UInt8(ascii: "-"))
  }
}

extension Rect {
  /// The union if the other rectangle continues at the right edge at the same height; else `nil`.
  fileprivate func joined(_ next: Rect) -> Rect? {
    guard minY == next.minY, size.height == next.size.height, abs(maxX - next.minX) < 1e-6 else {
      return nil
    }
    return Rect(x: minX, y: minY, width: next.maxX - minX, height: size.height)
  }
}

extension PreparedParagraph {
  /// Whether any style of the text, its annotations or its token has decorations or a background.
  var isDecorated: Bool {
    styles.contains { $0.style.background != nil || !$0.style.decorations.isEmpty }
      || truncationToken?.isDecorated ?? false
      || flow?.rubies.contains { $0.ruby.annotation.isDecorated } ?? false
  }
}

extension TextLayout {
  /// The decoration lines of the text, in the order of its lines.
  ///
  /// - Complexity: O(glyphs with decorations + runs), on each access; O(1) if no style has
  ///   decorations.
  public var decorationLines: [TextDecorationLine] { placer.lines }

  /// The background colours of the text, in the order of its lines.
  ///
  /// - Complexity: O(runs), on each access; O(1) if no style has a background.
  public var backgrounds: [TextBackground] { placer.backgrounds }

  /// Returns the decoration lines and backgrounds.
  ///
  /// - Throws: `CancellationError` if the scope is cancelled; it is checked at once and then
  ///   several times a millisecond.
  package func decorations(
    _ scope: WorkScope
  ) throws(CancellationError) -> (backgrounds: [TextBackground], lines: [TextDecorationLine]) {
    guard paragraph.isDecorated else { return ([], []) }
    try scope.checkCancellation()
    let placer = try placer(scope)
    return (placer.backgrounds, placer.lines)
  }

  private var placer: TextDecorationPlacer {
    WorkScope.finish { scope throws(CancellationError) in try placer(scope) }
  }

  private func placer(_ scope: WorkScope) throws(CancellationError) -> TextDecorationPlacer {
    var placer = TextDecorationPlacer()
    guard paragraph.isDecorated else { return placer }
    for line in 0..<lineCount {
      for run in glyphRuns(ofLine: line) {
        placer.place(run)
        try scope.pass(run.glyphCount * Self.stepsPerGlyph)
      }
    }
    placer.finish()
    return placer
  }

  /// The approximate cost of skipping ink of a glyph's outline, in steps.
  private static var stepsPerGlyph: Int { 4_096 }
}

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
  mutating func gaps(
    in line: TextDecorationLine, for run: GlyphRun, text: SharedArray<UInt16>
  ) -> [Range<Double>] {
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
  static func skips(_ text: SharedArray<UInt16>, at offset: Int) -> Bool {
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
