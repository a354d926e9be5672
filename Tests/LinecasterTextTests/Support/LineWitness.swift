import LinecasterBase
@testable import LinecasterFonts
@testable import LinecasterText

/// Lines shaped again from their text, without any shortcut of the line breaker.
struct LineWitness {
  let paragraph: PreparedParagraph
  private let typesetter: Typesetter
  private let buffer = HarfBuzzBuffer()
  /// The first units of the clusters, and all units without glyphs.
  private let clusters: Set<UInt32>

  init(_ prepared: PreparedParagraph) {
    paragraph = prepared
    let shaped = Set(prepared.glyphs.map(\.cluster))
    let controls = prepared.runs.filter(\.item.isControl).flatMap(\.item.range).map(UInt32.init)
    clusters = shaped.union(controls).union(prepared.runs.map { UInt32($0.start) })
    typesetter = Typesetter(fonts: prepared.workers.fonts)
  }

  /// A glyph and the face it is from.
  struct Glyph: Hashable, CustomStringConvertible {
    let cluster: UInt32
    let identifier: UInt16
    let advance: Int32
    let face: UInt32

    init(_ glyph: ShapedGlyph, _ face: FontFace) {
      cluster = glyph.cluster
      identifier = glyph.identifier
      advance = glyph.advance
      self.face = face.identifier
    }

    var description: String { "\(cluster):\(face).\(identifier)+\(advance)" }
  }

  /// The glyphs of a line that have an advance, and the line's width with its hyphen.
  func shape(_ line: Range<Int>) -> (glyphs: [Glyph], width: Double) {
    var glyphs: [Glyph] = []
    var width = 0.0
    let end = contentEnd(line)
    for run in paragraph.runs where run.start < end && run.end > line.lowerBound {
      let part = run.item.range.clamped(to: line)
      if run.item.isControl {
        if run.item.isTab { for _ in part { width += tabAdvance(at: width) } }
        continue
      }
      let shown = shape(part, of: run, on: line).filter { $0.cluster < end }
      glyphs += shown.map { Glyph($0, face(run)) }
      width += Double(shown.reduce(0) { $0 + Int($1.advance) }) * run.scale
    }
    return (glyphs, width + hyphen(before: line.upperBound))
  }

  private func face(_ run: ShapedRun) -> FontFace { paragraph.faces[run.item.face] }

  /// The glyphs of part of a run in visual order, split at spaces of another face.
  private func shape(
    _ part: Range<Int>, of run: ShapedRun, on line: Range<Int>
  ) -> [ShapedGlyph] {
    guard let space = run.item.foreignSpace else { return shapeWhole(part, of: run, on: line) }
    var pieces: [[ShapedGlyph]] = []
    var start = part.lowerBound
    for unit in part where paragraph.text[unit] == 0x20 && has(.grapheme, unit + 1) {
      pieces.append(shapeWhole(start..<unit, of: run, on: line))
      var glyph = ShapedGlyph.blank
      glyph.cluster = UInt32(unit)
      glyph.advance = space
      glyph.identifier = face(run).spaceGlyph
      pieces.append([glyph])
      start = unit + 1
    }
    pieces.append(shapeWhole(start..<part.upperBound, of: run, on: line))
    return (run.item.isRightToLeft ? pieces.reversed() : pieces).flatMap(\.self)
  }

  private func shapeWhole(
    _ part: Range<Int>, of run: ShapedRun, on line: Range<Int>
  ) -> [ShapedGlyph] {
    var shaped: [ShapedGlyph] = []
    for (stretch, script) in paragraph.scriptStretches(of: part, in: run) {
      let request = HarfBuzzBuffer.Request(
        face: face(run), script: script, isRightToLeft: run.item.isRightToLeft,
        language: nil, context: 0..<paragraph.count, range: stretch)
      paragraph.text.withUnsafeBufferPointer { buffer.shape(request, of: $0, into: &shaped) }
    }
    return shaped
  }

  /// The greedy lines, by shaping every candidate.
  func breakLines(width: Double) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while start < paragraph.count {
      let end = lineEnd(from: start, width: width + LineBreaker.tolerance)
      lines.append(start..<end)
      start = end
    }
    return lines
  }

  private func lineEnd(from start: Int, width: Double) -> Int {
    let rest = start + 1..<paragraph.count + 1
    let forced = rest.first { has(.hardBreak, $0) } ?? paragraph.count
    let fits = { (end: Int) in shape(start..<end).width <= width }
    for kind in [BoundaryFlags.softBreak, .grapheme] {
      let ends = (start + 1..<forced + 1).filter { isEnd($0, kind) || $0 == forced }
      if let end = ends.last(where: fits) { return end }
    }
    var end = rest.first { has(.grapheme, $0) } ?? forced
    while end < forced, !paragraph.boundaries[end].isDisjoint(with: .hanging) { end += 1 }
    return end
  }

  /// Whether a line may end before a unit. No word is broken before a soft hyphen or inside a
  /// ligature, unless not even one letter fits (as in Chromium 156).
  private func isEnd(_ unit: Int, _ kind: BoundaryFlags) -> Bool {
    guard has(kind, unit) else { return false }
    if unit == paragraph.count { return true }
    return (kind != .grapheme || paragraph.text[unit] != 0xAD)
      && (clusters.contains(UInt32(unit)) || paragraph.text[unit - 1] == 0xAD)
  }

  /// The width of the hyphen on a line that ends before a unit.
  private func hyphen(before end: Int) -> Double {
    guard end > 0, end < paragraph.count, paragraph.text[end - 1] == 0xAD, !has(.hardBreak, end)
    else {
      return 0
    }
    let style = paragraph.styles[paragraph.styleIndex(at: end - 1)].style
    return typesetter.prepare(Paragraph("\u{2010}", style: style)).maxContentWidth
  }

  /// The advance to the next multiple of eight spaces, or to the one after within half a space.
  private func tabAdvance(at x: Double) -> Double {
    let style = paragraph.styles[0].style
    let face = typesetter.fonts.faces[0]
    let space = Double(face.spaceAdvance) * style.size / Double(face.metrics.unitsPerEm)
    let rest = 8 * space - x.truncatingRemainder(dividingBy: 8 * space)
    return rest < space / 2 - 1e-6 ? rest + 8 * space : rest
  }

  private func has(_ flag: BoundaryFlags, _ unit: Int) -> Bool {
    paragraph.boundaries[unit].contains(flag)
  }

  private func contentEnd(_ line: Range<Int>) -> Int {
    line.last { paragraph.boundaries[$0].isDisjoint(with: .hanging) }.map { $0 + 1 }
      ?? line.lowerBound
  }
}

extension TextLayout {
  /// The glyphs of a line in text order; those of one cluster keep their order.
  func glyphs(of line: Line) -> [LineWitness.Glyph] {
    glyphRuns.filter { $0.origin.y == line.baseline && !$0.isToken }
      .flatMap { run in run.glyphs.map { LineWitness.Glyph($0, run.face) } }
  }
}

extension HarfBuzzBuffer {
  /// The arguments of `hb_shape` for a stretch of text.
  struct Request {
    var face: FontFace
    var script: ScriptCode
    var isRightToLeft: Bool
    var language: String?
    var features: [FontFeature] = []
    /// The text that HarfBuzz may examine; text outside has no influence on the glyphs.
    var context: Range<Int>
    /// The text to shape, within the context.
    var range: Range<Int>
  }

  /// Shapes part of a paragraph, appending the glyphs in visual order, in font units.
  ///
  /// - Complexity: That of `hb_shape`.
  func shape(
    _ request: Request, of text: UnsafeBufferPointer<UInt16>, into glyphs: inout [ShapedGlyph]
  ) {
    let options = ShapingOptions(
      language: request.language.map { ExactText($0) }, features: request.features)
    let plan = ShapingPlan(
      face: request.face, script: request.script,
      direction: request.isRightToLeft ? .rightToLeft : .leftToRight, options: options, serial: 0)
    let shaped = GlyphBuffer()
    shape(
      Stretch(text: text, context: request.context, range: request.range), by: plan, into: shaped)
    if request.isRightToLeft { shaped.reverse(from: 0) }
    glyphs.append(contentsOf: shaped.all)
  }
}
