import LinecasterFonts
import LinecasterGeometry
import LinecasterText

extension InlineCase {
  /// Lays the case out and answers what it asks.
  ///
  /// - Throws: `CaseFault`, or `FontError`.
  package func answers(with fonts: inout FontFamilyTable) throws -> InlineAnswers {
    try InlineLayout(input, &fonts).answers
  }
}

/// A paragraph of a case, laid out.
private struct InlineLayout {
  let input: InlineCase.Input
  let text: InlineText
  let typesetter: Typesetter
  let prepared: PreparedParagraph
  let layout: TextLayout
  /// Where the graphemes of each line stand, in text order.
  let graphemes: [[GraphemePlace]]
  let units: [UInt16]

  init(_ input: InlineCase.Input, _ fonts: inout FontFamilyTable) throws {
    self.input = input
    var names: [String] = []
    for name in (input.paragraph.fonts ?? []) + InlineNode.families(of: input.content)
    where !names.contains(name) {
      names.append(name)
    }
    typesetter = try fonts.typesetter(for: names)
    var familyNames: [String: String] = [:]
    for name in names { familyNames[name] = try fonts.familyName(of: name) }
    text = try InlineText(input, familyNames: familyNames, fonts: typesetter.fonts)
    prepared = typesetter.prepare(text.paragraph)
    layout = prepared.layout(width: input.paragraph.width ?? prepared.maxContentWidth)
    graphemes = Self.byLine(layout)
    units = Array(input.text.utf16)
  }

  private static func byLine(_ layout: TextLayout) -> [[GraphemePlace]] {
    var lines: [[GraphemePlace]] = layout.lines.map { _ in [] }
    for place in layout.graphemes { lines[place.line].append(place) }
    return lines
  }

  /// What the case asks for.
  var answers: InlineAnswers {
    var answers = InlineAnswers()
    for name in input.ask {
      switch name {
      case "lines": answers.lines = lines
      case "height": answers.height = layout.size.height.rounded4
      case "maxContent": answers.maxContent = prepared.maxContentWidth.rounded4
      case "minContent": answers.minContent = prepared.minContentWidth.rounded4
      case "spans": answers.spans = text.spans.map(boxes)
      case "graphemes": answers.graphemes = pieces
      case "clamp": answers.clamp = clamp
      default: break
      }
    }
    return answers
  }

  /// The lines and how far what can be seen of each reaches.
  private var lines: [InlineAnswers.Line] {
    layout.lines.enumerated().map { index, line in
      let extent = extent(of: line, graphemes[index])
      return InlineAnswers.Line(
        start: line.utf16Range.lowerBound, end: line.utf16Range.upperBound,
        left: extent?.lowerBound.rounded4,
        width: extent.map { ($0.upperBound - $0.lowerBound).rounded4 } ?? 0,
        top: line.frame.minY.rounded4, bottom: line.frame.maxY.rounded4,
        baseline: line.baseline.rounded4)
    }
  }

  /// From where to where text reaches, white space at the end of the line left out.
  private func extent(of line: Line, _ places: [GraphemePlace]) -> ClosedRange<Double>? {
    let isHyphenated = units[line.utf16Range.clamped(to: units.indices)].last == 0xAD
    if isHyphenated { return line.frame.minX...max(line.frame.minX, line.frame.maxX) }
    let shown = places[..<(shownEnd(places))].filter { $0.width > 0 }
    guard let first = shown.first else { return nil }
    return shown.reduce(first.x...first.x) { extent, place in
      min(extent.lowerBound, place.x)...max(extent.upperBound, place.x + place.width)
    }
  }

  /// Where the white space at the end of a line's graphemes begins.
  private func shownEnd(_ places: [GraphemePlace]) -> Int {
    var end = places.count
    while end > 0, units[places[end - 1].utf16Range].allSatisfy(Self.isWhite) { end -= 1 }
    return end
  }

  /// White space that may hang (CSS Text 3 §4.1.3): no no-break or figure space.
  private static func isWhite(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x20, 0x09, 0x0A, 0x0D, 0x1680, 0x2000...0x2006, 0x2008...0x200B, 0x2028, 0x3000: true
    default: false
    }
  }

  /// The border boxes of a span: stretches of its text that stand side by side.
  private func boxes(of span: InlineText.Span) -> [[Double]] {
    graphemes.enumerated().flatMap { index, places in
      stretches(of: span.range, places[...]).map { stretch in
        let top = layout.lines[index].baseline - span.ascent
        return [
          stretch.lowerBound, top, stretch.upperBound - stretch.lowerBound,
          span.ascent + span.descent,
        ].map(\.rounded4)
      }
    }
  }

  /// The stretches of part of a line that graphemes of a range take up, from left to right.
  private func stretches(
    of range: Range<Int>, _ places: ArraySlice<GraphemePlace>
  ) -> [ClosedRange<Double>] {
    var stretches: [ClosedRange<Double>] = []
    for place in places.sorted(by: { $0.x < $1.x })
    where place.width > 0 && range.contains(place.utf16Range.lowerBound) {
      let own = place.x...place.x + place.width
      if let last = stretches.last, own.lowerBound - last.upperBound < Self.touching {
        stretches[stretches.count - 1] =
          last.lowerBound...max(last.upperBound, own.upperBound)
      } else {
        stretches.append(own)
      }
    }
    return stretches
  }

  /// What stands closer than this many layout points touches.
  private static let touching = 0.01

  private var pieces: [[Double]] {
    graphemes.joined().filter { $0.width > 0 }.map { place in
      [
        Double(place.utf16Range.lowerBound), Double(place.utf16Range.upperBound),
        Double(place.line), place.x.rounded4, place.width.rounded4,
      ]
    }
  }

  /// What is left where `lineClamp` and `textOverflow` cut the paragraph.
  private var clamp: InlineAnswers.Clamp? {
    guard let paragraph = text.cutParagraph else { return nil }
    let cut = typesetter.prepare(paragraph)
      .layout(width: input.paragraph.width ?? prepared.maxContentWidth)
    var clamp = InlineAnswers.Clamp(
      truncated: cut.isTruncated, height: cut.size.height.rounded4)
    if let line = cut.lines.first(where: \.isTruncated) {
      clamp.shown = [[line.utf16Range.lowerBound, line.utf16Range.upperBound]]
      if !text.attachments.isEmpty {
        clamp.boxesShown = text.attachments.map { $0 < line.utf16Range.upperBound }
      }
    }
    return clamp
  }
}

/// The text of a case in its styles, and where its spans are.
private struct InlineText {
  /// A span: its text, and how far its first font reaches from the baseline, in whole points.
  struct Span {
    let range: Range<Int>
    let ascent: Double
    let descent: Double
  }

  private(set) var paragraph: Paragraph
  /// The paragraph as `lineClamp` and `textOverflow` cut it; nil where they ask for nothing.
  private(set) var cutParagraph: Paragraph?
  /// The spans in document order.
  private(set) var spans: [Span] = []
  /// The offsets of the attachments.
  private(set) var attachments: [Int] = []

  private let familyNames: [String: String]
  private let fonts: FontCollection
  private var count = 0

  init(
    _ input: InlineCase.Input, familyNames: [String: String], fonts: FontCollection
  ) throws(CaseFault) {
    self.familyNames = familyNames
    self.fonts = fonts
    let properties = input.paragraph
    let style = try InlineStyle.initial.child(properties, familyNames: familyNames)
    let space = Self.face(style.text, fonts).map {
      Double($0.spaceAdvance) * style.text.size / Double($0.metrics.unitsPerEm)
    }
    paragraph = Paragraph(
      AttributedText("", style: style.text),
      style: try properties.paragraphStyle(
        style,
        spaceAdvance: (space ?? 0) + style.text.letterSpacing + style.text.wordSpacing))
    try append(input.content, style)
    let endsOverflow = try CSSWords.textOverflow.value(properties.textOverflow)
    if properties.lineClamp != nil || endsOverflow {
      var cut = paragraph
      cut.style.maximumLines = properties.lineClamp
      cut.style.truncatesOverflow = endsOverflow
      cutParagraph = cut
    }
  }

  private mutating func append(_ content: [InlineNode], _ style: InlineStyle) throws(CaseFault) {
    for node in content {
      switch node {
      case .text(let string): append(string, style)
      case .lineBreak: append("\u{2028}", style)
      case .attachment:
        attachments.append(count)
        append("\u{FFFC}", style)
      case .span(let properties, let content):
        try append(content, inSpan: style.child(properties, familyNames: familyNames))
      case .ruby(let pairs):
        for pair in pairs { try append(pair.base, style) }
      }
    }
  }

  private mutating func append(
    _ content: [InlineNode], inSpan style: InlineStyle
  ) throws(CaseFault) {
    let start = count
    let place = spans.count
    let metrics = Self.face(style.text, fonts)?.metrics
    let scale = style.text.size / Double(metrics?.unitsPerEm ?? 1)
    let ascent = ((metrics?.ascent ?? 0) * scale).rounded()
    let descent = ((metrics?.descent ?? 0) * scale).rounded()
    spans.append(Span(range: start..<start, ascent: ascent, descent: descent))
    try append(content, style)
    spans[place] = Span(range: start..<count, ascent: ascent, descent: descent)
  }

  private mutating func append(_ string: String, _ style: InlineStyle) {
    paragraph.text.append(string, style: style.text)
    count += string.utf16.count
  }

  private static func face(_ style: TextStyle, _ fonts: FontCollection) -> FontFace? {
    fonts.face(
      for: FontRequest(families: style.families, weight: style.weight, slant: style.slant))
  }
}

extension Double {
  /// In ten thousandths of a layout point, which is less than anyone measures.
  fileprivate var rounded4: Double { (self * 10_000).rounded() / 10_000 }
}
