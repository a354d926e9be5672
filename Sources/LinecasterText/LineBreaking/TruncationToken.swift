import LinecasterBase
import LinecasterFonts

/// A text that replaces hidden text of a line, laid out separately for each direction of the
/// paragraph.
///
/// A class, so the many paragraphs without one store only a pointer.
final class TruncationToken: Sendable {
  private let leftToRight: TokenText
  private let rightToLeft: TokenText

  /// Lays out the token of an analyzed paragraph; `nil` if it has none, or nothing is ever
  /// truncated.
  init?(
    of paragraph: Paragraph, _ analysis: TextAnalysis,
    _ prepare: (Paragraph) throws(CancellationError) -> PreparedParagraph
  ) throws(CancellationError) {
    guard var text = paragraph.truncationToken,
      paragraph.style.maximumLines != nil || paragraph.style.truncatesOverflow
    else { return nil }
    text.inline?.removeRuby()
    var sides: [Bool: TokenText] = [:]
    for level in analysis.paragraphs.map(\.level) where sides[level & 1 != 0] == nil {
      let isRightToLeft = level & 1 != 0
      let style = paragraph.style.ofToken(isRightToLeft: isRightToLeft)
      sides[isRightToLeft] = TokenText(try prepare(Paragraph(text, style: style)))
    }
    guard let any = sides[false] ?? sides[true] else { return nil }
    leftToRight = sides[false] ?? any
    rightToLeft = sides[true] ?? any
  }

  /// The token for a line of a direction.
  func token(isRightToLeft: Bool) -> LineToken {
    let text = isRightToLeft ? rightToLeft : leftToRight
    return LineToken(
      face: text.paragraph.strutFace, glyphs: [], size: text.paragraph.strutStyle.drawnSize,
      style: 0, box: text.box, text: text)
  }

  /// The characters of the token that no font has.
  var missing: [Unicode.Scalar] { leftToRight.paragraph.missing }

  /// Whether the token has boxes or attachments.
  var isRich: Bool { leftToRight.paragraph.isRich }

  /// Whether any box in the token has a link or a tag.
  var isTouchable: Bool { leftToRight.paragraph.isTouchable }

  /// The text of the token as displayed.
  var text: [UInt16] { leftToRight.paragraph.text.flat }

  /// Whether any attachment in the token describes its content.
  var showsContent: Bool { leftToRight.paragraph.showsContent }

  /// Whether the token has backgrounds or decoration lines.
  var isDecorated: Bool { leftToRight.paragraph.isDecorated }

  /// The approximate memory use, in bytes.
  var byteCount: Int {
    let sides = leftToRight === rightToLeft ? [leftToRight] : [leftToRight, rightToLeft]
    let side = PreparedParagraph.blockBytes + MemoryLayout<(LineSpan, LineBox)>.stride
    return sides.reduce(PreparedParagraph.blockBytes) { $0 + $1.paragraph.byteCount + side }
  }
}

/// The text of a token as a single line.
final class TokenText: Sendable {
  let paragraph: PreparedParagraph
  let span: LineSpan
  /// The extent from the baseline.
  let box: LineBox

  fileprivate init(_ paragraph: PreparedParagraph) {
    self.paragraph = paragraph
    let end = (1..<max(1, paragraph.count)).first { paragraph.boundaries[$0].contains(.hardBreak) }
    span = paragraph.line(0..<(end ?? paragraph.count))
    if let flow = paragraph.flow {
      box = LineStacker.stack(span, of: paragraph, flow).box
    } else {
      var box = paragraph.strut
      for run in paragraph.runs where run.start < span.contentEnd { box.include(run.box) }
      self.box = box
    }
  }

  /// The token's line at a position of another line.
  ///
  /// - Parameters:
  ///   - x: The left edge, in layout points.
  ///   - line: The line that contains it.
  fileprivate func line(at x: Double, on line: Line) -> Line {
    let ascent = paragraph.style.writingMode.flipsLines ? box.descent : box.ascent
    return Line(
      span, paragraph.sourceMap,
      frame: Rect(x: x, y: line.baseline - ascent, width: span.width, height: box.height),
      baseline: line.baseline, isJustified: false)
  }
}

extension ParagraphStyle {
  /// The style for the line of a token in a paragraph of this style.
  fileprivate func ofToken(isRightToLeft: Bool) -> ParagraphStyle {
    var style = ParagraphStyle(whiteSpace: .pre)
    style.baseDirection = isRightToLeft ? .rightToLeft : .leftToRight
    style.writingMode = writingMode
    style.lineHeight = lineHeight
    style.autospaces = autospaces
    style.spacingTrim = spacingTrim
    style.tabSize = tabSize
    style.tabDistance = tabDistance
    return style
  }
}

extension LineContent {
  /// The token's text on a line, and its line there; `nil` for none.
  func tokenText(on line: Line) -> (paragraph: PreparedParagraph, line: Line)? {
    guard let text = line.span.edges?.token?.text,
      let segment = segments.first(where: \.isToken)
    else { return nil }
    return (text.paragraph, text.line(at: segment.x, on: line))
  }
}

/// A token at the end of a line that is not in its text: the ellipsis (truncation token) or a
/// hyphen.
struct LineToken: Sendable {
  let face: FontFace
  let glyphs: [ShapedGlyph]
  /// The font size, in layout points.
  let size: Double
  /// The index of its style in the attributed text.
  let style: Int
  let box: LineBox
  /// The text of a rich token, which has no glyphs here; `nil` for an ellipsis or a hyphen.
  var text: TokenText?
  /// The characters of an ellipsis or a hyphen.
  var characters: [UInt16] = []

  /// The factor from font units to layout points.
  var scale: Double { size / Double(face.metrics.unitsPerEm) }

  /// The width, in layout points.
  var width: Double {
    if let text { return text.span.width }
    return Double(glyphs.reduce(0) { $0 + Int($1.advance) }) * scale
  }
}

extension PreparedParagraph {
  /// The ellipsis in the paragraph's own font, as in browsers, painted like a unit.
  ///
  /// Defaults to U+2026, or three full stops if the font does not have it.
  func ellipsis(at unit: Int) -> LineToken {
    token(strutStyle, paintedLike: styleIndex(at: unit)) { faces in
      let primary = faces.cascade.primary
      let text: [UInt16] = primary.covers("\u{2026}") ? [0x2026] : [0x2E, 0x2E, 0x2E]
      return (text, faces.face(covering: text[0]) ?? primary)
    }
  }

  /// The hyphen of a hyphenated word, in the style and script of a unit.
  ///
  /// Defaults to U+2010, or U+002D if the style's first face does not have it, unless the style or
  /// script defines its own. `nil` if the style shows none.
  func hyphen(at unit: Int) -> LineToken? {
    let index = styleIndex(at: unit)
    let style = styles[index].style
    guard style.hyphenation != .none else { return nil }
    if let own = style.hyphenCharacter {
      return own.isEmpty ? nil : token(style, paintedLike: index) { $0.choose(own) }
    }
    let script = runs[runIndex(containing: unit)].item.script
    return token(style, paintedLike: index) { faces in
      if let own = script.hyphen, let face = faces.face(covering: own) { return ([own], face) }
      let primary = faces.cascade.primary
      return ([primary.covers("\u{2010}") ? 0x2010 : 0x2D], primary)
    }
  }

  /// Shapes text separately from left to right, in one face.
  func shape(_ text: [UInt16], in face: FontFace, _ style: TextStyle) -> [ShapedGlyph] {
    workers.withWorker { worker in
      let plan = ShapingPlan(
        face: face, script: .common, direction: .leftToRight,
        options: ShapingOptions(language: style.exactLanguage, features: []), serial: 0)
      let glyphs = GlyphBuffer()
      text.withUnsafeBufferPointer {
        worker.tools.buffer.shape(
          HarfBuzzBuffer.Stretch(text: $0, context: $0.indices, range: $0.indices), by: plan,
          into: glyphs)
      }
      workers.counters.add(paragraphs: 0, glyphs: glyphs.count, shapeCalls: 1)
      return Array(glyphs.all)
    }
  }

  /// A token in the font of a style, painted like the text of the style with an index.
  private func token(
    _ textStyle: TextStyle, paintedLike styleIndex: Int,
    _ choose: (FallbackCache) -> (text: [UInt16], face: FontFace)
  ) -> LineToken {
    let (text, face, primary) = workers.withWorker { worker in
      let faces = worker.fallback(for: textStyle)
      let (text, face) = choose(faces)
      return (text, face, faces.cascade.primary)
    }
    let box = LineBox(
      face: style.lineHeight.followsFallback ? face : primary, size: textStyle.drawnSize,
      lineHeight: style.lineHeight)
    return LineToken(
      face: face, glyphs: shape(text, in: face, textStyle), size: textStyle.drawnSize,
      style: styleIndex, box: box, characters: text)
  }
}

extension FallbackCache {
  /// An untrusted text, truncated if it is long, and the first face that covers it, else the first
  /// face.
  fileprivate func choose(_ text: String) -> (text: [UInt16], face: FontFace) {
    var units: [UInt16] = []
    var faces = [cascade.primary]
    for scalar in text.unicodeScalars {
      guard units.count + UTF16.width(scalar) <= Self.longestHyphen else { break }
      units += UTF16.encode(scalar).map(Array.init) ?? []
      if let unit = UInt16(exactly: scalar.value), let face = face(covering: unit) {
        faces.append(face)
      }
    }
    let characters = String(decoding: units, as: UTF16.self).unicodeScalars
    let face = faces.first { face in characters.allSatisfy { face.covers($0) } }
    return (units, face ?? cascade.primary)
  }

  /// The maximum length of a hyphen text, in units.
  private static var longestHyphen: Int { 64 }
}

extension ScriptCode {
  /// The script's own hyphen; `nil` if it has none.
  fileprivate var hyphen: UInt16? { Self.hyphens[tag] }

  /// The hyphens of scripts with their own (Unicode 15 §6.2), by ISO 15924 tag.
  private static let hyphens: [UInt32: UInt16] = [
    0x4172_6D6E: 0x058A,  // Armn
    0x4D6F_6E67: 0x1806,  // Mong
    0x4361_6E73: 0x1400,  // Cans
  ]
}
