import LinecasterBase
import LinecasterCommandSupport
import LinecasterFonts
import LinecasterText

extension InlineCase {
  /// Lays out the case, and returns the requested values.
  ///
  /// - Throws: `CaseFault`, or `FontError`.
  func answers(with fonts: inout FontFamilyTable) throws -> InlineAnswers {
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
  /// The places of each line's graphemes, in text order.
  let graphemes: [[GraphemePlace]]
  let fragments: [InlineFragment]
  let attachments: [AttachmentPlace]
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
    text = try InlineText(input, familyNames: familyNames)
    prepared = typesetter.prepare(text.paragraph)
    layout = prepared.layout(width: input.paragraph.width ?? prepared.maxContentWidth)
    graphemes = Self.byLine(layout)
    fragments = layout.boxFragments
    attachments = layout.attachmentPlaces
    units = Array(input.text.utf16)
  }

  private static func byLine(_ layout: TextLayout) -> [[GraphemePlace]] {
    var lines: [[GraphemePlace]] = layout.lines.map { _ in [] }
    for place in layout.graphemes { lines[place.line].append(place) }
    return lines
  }

  /// The requested values.
  var answers: InlineAnswers {
    var answers = InlineAnswers()
    for name in input.ask {
      switch name {
      case "lines": answers.lines = lines
      case "height": answers.height = layout.size.height.rounded4
      case "maxContent": answers.maxContent = intrinsic.maxContentWidth.rounded4
      case "minContent": answers.minContent = intrinsic.minContentWidth.rounded4
      case "spans": answers.spans = spans
      case "boxes": answers.boxes = boxes
      case "annotations": answers.annotations = annotations
      case "graphemes": answers.graphemes = pieces
      case "carets": answers.carets = carets
      case "hits": answers.hits = input.hits?.map(offset)
      case "selections": answers.selections = input.selections?.map(stretches)
      case "clamp": answers.clamp = clamp
      default: break
      }
    }
    return answers
  }

  /// The paragraph for intrinsic widths, without an indent in percent, because there is no width to
  /// refer to.
  private var intrinsic: PreparedParagraph {
    guard input.paragraph.indent?.number(of: "%") != nil else { return prepared }
    var paragraph = text.paragraph
    paragraph.style.firstLineIndent = 0
    return typesetter.prepare(paragraph)
  }

  /// The lines with their visible extents.
  private var lines: [InlineAnswers.Line] {
    layout.lines.enumerated().map { index, line in
      let extent = extent(of: line, index)
      return InlineAnswers.Line(
        start: line.utf16Range.lowerBound, end: line.utf16Range.upperBound,
        left: extent?.lowerBound.rounded4,
        width: extent.map { ($0.upperBound - $0.lowerBound).rounded4 } ?? 0,
        top: line.frame.minY.rounded4, bottom: line.frame.maxY.rounded4,
        baseline: line.baseline.rounded4)
    }
  }

  /// The visible extent of a line: text without white space at its end, attachments, and boxes,
  /// unless preserved white space hangs at the end.
  private func extent(of line: Line, _ index: Int) -> ClosedRange<Double>? {
    let places = graphemes[index]
    let end = shownEnd(places)
    var frames = places[..<end].filter { $0.width > 0 && units[$0.utf16Range.lowerBound] != 0xFFFC }
      .map { ($0.x, $0.x + $0.width) }
    frames += attachments.filter { $0.line == index }.map { ($0.frame.minX, $0.frame.maxX) }
    if isHyphenated(places[..<end]) {
      frames += layout.glyphRuns(ofLine: index).map { ($0.origin.x, $0.origin.x + $0.width) }
    }
    frames += layout.annotationPlaces.filter { $0.line == index }
      .map { ($0.frame.minX, $0.frame.maxX) }
    let hangs = places[end...].contains { isKept(at: $0.utf16Range.lowerBound) }
    if !hangs {
      frames += fragments.filter { $0.line == index && $0.frame.width > 0 }
        .map { ($0.frame.minX, $0.frame.maxX) }
    }
    guard let first = frames.first else { return nil }
    return frames.reduce(first.0...max(first.0, first.1)) { extent, frame in
      min(extent.lowerBound, frame.0)...max(extent.upperBound, frame.1)
    }
  }

  /// Whether the text of a line ends in a soft hyphen, which is no grapheme with a width.
  private func isHyphenated(_ places: ArraySlice<GraphemePlace>) -> Bool {
    places.last.map { units[$0.utf16Range].last == 0xAD } ?? false
  }

  /// Whether white space at the end of a line is preserved.
  private func isKept(at offset: Int) -> Bool {
    switch units[offset] {
    case 0x0A, 0x0D, 0x2028: false
    case 0x20, 0x09: text.keepsSpace(at: offset)
    default: true
    }
  }

  /// The start of the white space at the end of a line's graphemes.
  private func shownEnd(_ places: [GraphemePlace]) -> Int {
    var end = places.count
    while end > 0, units[places[end - 1].utf16Range].allSatisfy(Self.isWhite) { end -= 1 }
    return end
  }

  /// White space that may hang (CSS Text 3 §4.1.3): no no-break or figure space.
  private static func isWhite(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x20, 0x09, 0x0A, 0x0D, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x2028, 0x3000: true
    default: false
    }
  }

  /// The border boxes of each span.
  private var spans: [[[Double]]] {
    var spans = [[[Double]]](repeating: [], count: text.spanCount)
    for fragment in fragments { spans[fragment.index].append(fragment.frame.numbers) }
    return spans
  }

  /// The border box of each attachment.
  private var boxes: [[Double]?] {
    text.attachments.map { offset in
      attachments.first { $0.utf16Offset == offset }?.frame.numbers
    }
  }

  /// The rectangles of the annotation of each pair.
  private var annotations: [[[Double]]] {
    var annotations = [[[Double]]](repeating: [], count: text.pairCount)
    for place in layout.annotationPlaces { annotations[place.index].append(place.frame.numbers) }
    return annotations
  }

  private var pieces: [[Double]] {
    graphemes.joined().filter { $0.width > 0 }.map { place in
      [
        Double(place.utf16Range.lowerBound), Double(place.utf16Range.upperBound),
        Double(place.line), place.x.rounded4, place.width.rounded4,
      ]
    }
  }

  /// The carets at each offset between graphemes.
  private var carets: [InlineAnswers.Places] {
    let inner = Set(graphemes.joined().flatMap { $0.utf16Range.dropFirst() })
    return (0...units.count).filter { !inner.contains($0) }.map { offset in
      InlineAnswers.Places(
        offset: offset,
        carets: layout.carets(at: offset).map {
          [$0.x.rounded4, $0.top.rounded4, $0.bottom.rounded4]
        })
    }
  }

  /// The offset at a point, x and y.
  private func offset(at point: [Double]) -> Int {
    layout.offset(at: Point(x: point.first ?? 0, y: point.last ?? 0))
  }

  /// The stretches of a range, from one offset to another.
  private func stretches(of range: [Int]) -> [[Double]] {
    layout.selection(from: range.first ?? 0, to: range.last ?? 0).map {
      [Double($0.line), $0.minX.rounded4, $0.maxX.rounded4]
    }
  }

  /// The result of truncation by `lineClamp` and `textOverflow`.
  private var clamp: InlineAnswers.Clamp? {
    guard let paragraph = text.cutParagraph else { return nil }
    let cut = typesetter.prepare(paragraph)
      .layout(width: input.paragraph.width ?? prepared.maxContentWidth)
    var clamp = InlineAnswers.Clamp(
      truncated: cut.isTruncated, height: cut.size.height.rounded4)
    if let line = cut.lines.first(where: \.isTruncated) {
      let rest = line.resumedUTF16Range
      clamp.shown = ([line.utf16Range] + (rest.map { [$0] } ?? [])).map {
        [$0.lowerBound, $0.upperBound]
      }
      if !text.attachments.isEmpty {
        clamp.boxesShown = text.attachments.map {
          $0 < line.utf16Range.upperBound || rest?.contains($0) ?? false
        }
      }
    }
    return clamp
  }
}

/// The text of a case, with its styles and boxes.
private struct InlineText {
  private(set) var paragraph: Paragraph
  /// The paragraph with `lineClamp` and `textOverflow`; `nil` without them.
  private(set) var cutParagraph: Paragraph?
  private(set) var spanCount = 0
  private(set) var pairCount = 0
  /// The offsets of the attachments.
  private(set) var attachments: [Int] = []

  private let familyNames: [String: String]
  private var count = 0
  /// The changes of the white space rules: the end of each stretch, and its rules.
  private var spaces: [(end: Int, rules: WhiteSpace)] = []

  init(_ input: InlineCase.Input, familyNames: [String: String]) throws(CaseFault) {
    self.familyNames = familyNames
    let properties = input.paragraph
    var style = try InlineStyle.initial.child(properties, familyNames: familyNames)
    if properties.dir == "rtl" { style.direction = .rightToLeft }
    paragraph = Paragraph("", style: style.text)
    paragraph = Paragraph(
      try text(of: input.content, style), style: try properties.paragraphStyle(style),
      strutStyle: style.text)
    let endsOverflow = try CSSKeywords.textOverflow.value(properties.textOverflow)
    if properties.lineClamp != nil || endsOverflow {
      var cut = paragraph
      cut.style.maximumLines = properties.lineClamp
      cut.style.truncatesOverflow = endsOverflow
      cutParagraph = cut
    }
  }

  /// Whether the white space at an offset is preserved.
  func keepsSpace(at offset: Int) -> Bool {
    let rules = spaces.first { offset < $0.end }?.rules ?? .normal
    return rules == .pre || rules == .preWrap || rules == .breakSpaces
  }

  private mutating func text(
    of content: [InlineNode], _ style: InlineStyle
  ) throws(CaseFault) -> AttributedText {
    var text = AttributedText("", style: style.text)
    for node in content {
      switch node {
      case .text(let string):
        text.append(string, style: style.text)
        pass(string.utf16.count, style)
      case .lineBreak:
        // Determines the direction again after it, unlike U+2028.
        text.append("\u{2029}", style: style.text)
        pass(1, style)
      case .attachment(let attachment):
        attachments.append(count)
        text.append(try attachment.value(in: style), style: style.text)
        pass(1, style)
      case .span(let properties, let content):
        let inner = try style.child(properties, familyNames: familyNames)
        spanCount += 1
        text.append(try self.text(of: content, inner), in: try properties.box(inner))
      case .ruby(let ruby):
        for pair in ruby.pairs {
          pairCount += 1
          let base = try self.text(of: pair.base, style)
          text.append(base, with: try ruby.value(of: pair, style, familyNames: familyNames))
        }
      }
    }
    return text
  }

  private mutating func pass(_ units: Int, _ style: InlineStyle) {
    count += units
    spaces.append((count, style.whiteSpace))
  }
}

extension InlineNode.Ruby {
  /// The annotation of a pair, in half the font size unless it sets another.
  fileprivate func value(
    of pair: InlineNode.RubyPair, _ style: InlineStyle, familyNames: [String: String]
  ) throws(CaseFault) -> Ruby {
    var small = style
    small.text.size /= 2
    if let properties = pair.style {
      let size = small.text.size
      small = try style.child(properties, familyNames: familyNames)
      if properties.size == nil { small.text.size = size }
    }
    return Ruby(
      AttributedText(pair.annotation, style: small.text),
      position: try CSSKeywords.rubyPosition.value(properties.rubyPosition),
      alignment: try CSSKeywords.rubyAlign.value(properties.rubyAlign),
      overhangs: try CSSKeywords.rubyOverhang.value(properties.rubyOverhang))
  }
}

extension InlineNode.Box {
  fileprivate func value(in style: InlineStyle) throws(CaseFault) -> Attachment {
    // A percentage refers to its own line height, which it does not have.
    let isShare = verticalAlign?.number(of: "%") != nil
    return Attachment(
      size: Size(width: width, height: height), baseline: baseline,
      verticalAlignment: isShare
        ? .baseline
        : try verticalAlign?.verticalAlignment(em: style.text.size) ?? .baseline,
      margin: margin?.insets ?? .zero)
  }
}

extension Rect {
  fileprivate var numbers: [Double] {
    [minX.rounded4, minY.rounded4, width.rounded4, height.rounded4]
  }
}

extension Double {
  /// A length rounded to ten-thousandths of a layout point, below any measurement.
  fileprivate var rounded4: Double { (self * 10_000).rounded() / 10_000 }
}

/// The layout of a paragraph by an engine, in the schema of recordings; `nil` for values that were
/// not requested.
///
/// Lengths are layout points from the paragraph's content box: x along the line from its left end,
/// y across the lines from the edge where they begin. Rectangles are x, y, and the extents along
/// both.
struct InlineAnswers: Codable, Sendable {
  var lines: [Line]?
  var height: Double?
  var maxContent: Double?
  var minContent: Double?
  /// The border boxes of each span.
  var spans: [[[Double]]]?
  /// The border box of each attachment.
  var boxes: [[Double]?]?
  /// The rectangles of the annotation of each ruby pair.
  var annotations: [[[Double]]]?
  /// The start, end, line, x and width of each piece of text that has a width.
  var graphemes: [[Double]]?
  var carets: [Places]?
  var hits: [Int]?
  /// The stretches of each range: line, and both ends.
  var selections: [[[Double]]]?
  var clamp: Clamp?

  init() {}

  /// A line: its text, its visible extent, and its line box.
  struct Line: Codable, Sendable {
    var start: Int
    var end: Int
    var left: Double?
    var width: Double
    var top: Double?
    var bottom: Double?
    var baseline: Double?
  }

  /// An offset and the carets at it: x, top and bottom of each.
  struct Places: Codable, Sendable {
    var offset: Int
    var carets: [[Double]]

    init(offset: Int, carets: [[Double]]) {
      self.offset = offset
      self.carets = carets
    }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      offset = try container.decode(Int.self)
      carets = try container.decode([[Double]].self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(offset)
      try container.encode(carets)
    }
  }

  /// The result of truncating a paragraph.
  struct Clamp: Codable, Sendable {
    var truncated: Bool
    var height: Double
    /// The ranges shown on the line with the ellipsis.
    var shown: [[Int]]?
    /// Whether each attachment is shown.
    var boxesShown: [Bool]?
  }
}
