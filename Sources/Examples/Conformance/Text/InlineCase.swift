import LinecasterBase
import LinecasterCommandSupport
import LinecasterFonts
import LinecasterText

/// A paragraph with spans, attachments and other content of a CSS inline formatting context, in the
/// schema of browser recordings.
struct InlineCase: Decodable, Sendable {
  /// The name of the case in the result.
  let id: String
  let input: Input

  /// The paragraph, and the requested values.
  struct Input: Decodable, Sendable {
    let paragraph: InlineProperties
    let content: [InlineNode]
    /// The names of the requested values.
    let ask: [String]
    /// The points whose offsets are requested, each x and y in layout points.
    let hits: [[Double]]?
    /// The ranges whose stretches are requested, each from one UTF-16 offset to another.
    let selections: [[Int]]?

    /// The text that offsets refer to.
    var text: String { InlineNode.text(of: content) }
  }

  /// The maximum number of lines (CSS `line-clamp`); `nil` for all.
  var lineClamp: Int? { input.paragraph.lineClamp }

  /// The part of an invalid case that identifies it.
  struct Name: Decodable {
    let id: String?
  }
}

/// CSS properties of a paragraph or a span; `nil` if omitted.
struct InlineProperties: Decodable, Sendable {
  let fonts: [String]?
  let size: InlineValue?
  let weight: Int?
  let fontStyle: String?
  let features: [String: Int]?
  let fontVariantCaps: String?
  let lang: String?
  let letterSpacing: InlineValue?
  let wordSpacing: InlineValue?
  let lineHeight: InlineValue?
  let whiteSpace: String?
  let wordBreak: String?
  let overflowWrap: String?
  let lineBreak: String?
  let hyphens: String?
  let hyphenateCharacter: String?
  let tabSize: InlineValue?
  let textTransform: String?
  let textAutospace: String?
  let textSpacingTrim: String?
  let textOrientation: String?

  // Spans only.
  let verticalAlign: InlineValue?
  let padding: InlineEdges?
  let margin: InlineEdges?
  let border: InlineEdges?
  let boxDecorationBreak: String?
  let direction: String?
  let unicodeBidi: String?
  let textCombine: String?

  // Paragraphs only.
  let width: Double?
  let dir: String?
  let align: String?
  let alignLast: String?
  let textJustify: String?
  let indent: InlineValue?
  let indentHanging: Bool?
  let indentEachLine: Bool?
  let textWrap: String?
  let writingMode: String?
  let lineClamp: Int?
  let textOverflow: String?
  let textBoxTrim: String?
  let textBoxEdge: String?
  let initialLetter: [Double]?
}

/// A CSS value: a number, in pixels for lengths, a keyword, or a number with its unit.
enum InlineValue: Decodable, Sendable, Hashable {
  case number(Double)
  case text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  /// The number before a unit; `nil` for other values.
  func number(of unit: String) -> Double? {
    guard case .text(let text) = self, text.hasSuffix(unit) else { return nil }
    return Double(text.dropLast(unit.count))
  }

  /// A length in layout points.
  ///
  /// - Parameters:
  ///   - property: The name of the property in messages.
  ///   - em: The size of the font.
  ///   - whole: The length that percentages refer to.
  /// - Throws: `CaseFault` if it is not a length.
  func length(_ property: String, em: Double, whole: Double = 0) throws(CaseFault) -> Double {
    if case .number(let points) = self { return points }
    if let points = number(of: "px") { return points }
    if let ems = number(of: "em") { return ems * em }
    if let percent = number(of: "%") { return percent / 100 * whole }
    throw CaseFault("field '\(property)' is not a length")
  }
}

/// Lengths at the four edges of a box, in pixels: one for all, or top, right, bottom and left.
struct InlineEdges: Decodable, Sendable {
  let top, right, bottom, left: Double

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let all = try? container.decode(Double.self) {
      (top, right, bottom, left) = (all, all, all, all)
      return
    }
    let edges = try container.decode([Double].self)
    guard edges.count == 4 else {
      throw DecodingError.typeMismatch(
        [Double].self, .init(codingPath: decoder.codingPath, debugDescription: "not four edges"))
    }
    (top, right, bottom, left) = (edges[0], edges[1], edges[2], edges[3])
  }
}

/// A piece of the content of a paragraph.
indirect enum InlineNode: Decodable, Sendable {
  case text(String)
  case span(InlineProperties, [InlineNode])
  case attachment(Box)
  case lineBreak
  case ruby(Ruby)

  /// An inline block without a border.
  struct Box: Decodable, Sendable {
    let width: Double
    let height: Double
    let baseline: Double?
    let verticalAlign: InlineValue?
    let margin: InlineEdges?
  }

  /// Pieces of text with annotations (CSS ruby).
  struct Ruby: Decodable, Sendable {
    let properties: Properties
    let pairs: [RubyPair]

    struct Properties: Decodable, Sendable {
      let rubyPosition: String?
      let rubyAlign: String?
      let rubyOverhang: String?
    }

    private enum CodingKeys: String, CodingKey {
      case properties = "ruby"
      case pairs
    }
  }

  /// A piece of text with its annotation.
  struct RubyPair: Decodable, Sendable {
    let base: [InlineNode]
    let annotation: String
    let style: InlineProperties?
  }

  private enum CodingKeys: String, CodingKey {
    case span, content, box, br
  }

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self = .text(text)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if container.contains(.span) {
      self = .span(
        try container.decode(InlineProperties.self, forKey: .span),
        try container.decode([InlineNode].self, forKey: .content))
    } else if container.contains(.box) {
      self = .attachment(try container.decode(Box.self, forKey: .box))
    } else if container.contains(.br) {
      self = .lineBreak
    } else {
      self = .ruby(try Ruby(from: decoder))
    }
  }

  /// The text of some content; an attachment or a forced break is one character.
  static func text(of content: [InlineNode]) -> String {
    content.reduce(into: "") { text, node in
      switch node {
      case .text(let string): text += string
      case .span(_, let content): text += self.text(of: content)
      case .attachment: text += "\u{FFFC}"
      case .lineBreak: text += "\u{2028}"
      case .ruby(let ruby): text += ruby.pairs.map { self.text(of: $0.base) }.joined()
      }
    }
  }

  /// The font families in some content, in order.
  static func families(of content: [InlineNode]) -> [String] {
    content.flatMap { node -> [String] in
      switch node {
      case .span(let style, let content): (style.fonts ?? []) + families(of: content)
      case .ruby(let ruby): ruby.pairs.flatMap { ($0.style?.fonts ?? []) + families(of: $0.base) }
      case .text, .attachment, .lineBreak: []
      }
    }
  }
}

/// The computed style of a paragraph or a span, with inherited properties.
struct InlineStyle {
  var text: TextStyle
  var lineHeight = LineHeight.normal
  var whiteSpace = WhiteSpace.normal
  var direction = TextDirection.leftToRight

  /// The style that a paragraph inherits.
  static let initial = InlineStyle(text: TextStyle(size: 16))

  /// The style of a child element with properties of its own.
  ///
  /// - Parameter familyNames: The family names of fonts, by those in the case.
  func child(
    _ properties: InlineProperties, familyNames: [String: String]
  ) throws(CaseFault) -> InlineStyle {
    var child = self
    if let fonts = properties.fonts { child.text.families = fonts.map { familyNames[$0] ?? $0 } }
    if let size = properties.size {
      child.text.size = try size.length("size", em: text.size, whole: text.size)
    }
    if let weight = properties.weight { child.text.weight = FontWeight(weight) }
    if let fontStyle = properties.fontStyle {
      child.text.slant = try CSSKeywords.fontStyle.value(fontStyle)
    }
    if let features = properties.features {
      child.text.features = features.sorted { $0.key < $1.key }.compactMap { tag, value in
        FontTag(tag).map { FontFeature($0, UInt32(clamping: value)) }
      }
    }
    if let language = properties.lang { child.text.language = language }
    if let transform = properties.textTransform {
      child.text.transform = try CSSKeywords.textTransform.value(transform)
    }
    if let caps = properties.fontVariantCaps { child.text.caps = try CSSKeywords.caps.value(caps) }
    if let hyphens = properties.hyphens {
      child.text.hyphenation = try CSSKeywords.hyphens.value(hyphens)
    }
    if let hyphen = properties.hyphenateCharacter {
      child.text.hyphenCharacter = hyphen == "auto" ? nil : hyphen
    }
    if let spacing = properties.letterSpacing {
      child.text.letterSpacing = try Self.spacing(spacing, "letterSpacing", em: child.text.size)
    }
    if let spacing = properties.wordSpacing {
      child.text.wordSpacing = try Self.spacing(spacing, "wordSpacing", em: child.text.size)
    }
    if let height = properties.lineHeight {
      child.lineHeight = try Self.lineHeight(height, em: child.text.size)
    }
    if let whiteSpace = properties.whiteSpace {
      child.whiteSpace = try CSSKeywords.whiteSpace.value(whiteSpace)
    }
    if let orientation = properties.textOrientation {
      child.text.orientation = try CSSKeywords.orientation.value(orientation)
    }
    if let direction = properties.direction {
      child.direction = try CSSKeywords.textDirection.value(direction)
    }
    return child
  }

  private static func spacing(
    _ value: InlineValue, _ property: String, em: Double
  ) throws(CaseFault) -> Double {
    value == .text("normal") ? 0 : try value.length(property, em: em, whole: em)
  }

  /// A number without a unit is a factor, which is inherited as a factor; other values are lengths.
  private static func lineHeight(_ value: InlineValue, em: Double) throws(CaseFault) -> LineHeight {
    if value == .text("normal") { return .normal }
    if case .text(let text) = value, let factor = Double(text) { return .multiple(factor) }
    return .points(try value.length("lineHeight", em: em, whole: em))
  }
}

extension InlineProperties {
  /// The style of the paragraph, without truncation.
  ///
  /// - Parameter style: Its computed style.
  func paragraphStyle(_ style: InlineStyle) throws(CaseFault) -> ParagraphStyle {
    var paragraph = ParagraphStyle()
    paragraph.alignment = try CSSKeywords.alignment.value(align)
    paragraph.lastLineAlignment = try CSSKeywords.lastLineAlignment.value(alignLast)
    paragraph.justification = try CSSKeywords.justification.value(textJustify)
    paragraph.wrapStyle = try CSSKeywords.wrapStyle.value(textWrap)
    paragraph.baseDirection = try CSSKeywords.direction.value(dir)
    paragraph.writingMode = try CSSKeywords.writingMode.value(writingMode)
    paragraph.autospaces = try CSSKeywords.autospace.value(textAutospace)
    paragraph.spacingTrim = try CSSKeywords.spacingTrim.value(textSpacingTrim)
    paragraph.lineHeight = style.lineHeight
    paragraph.textBoxTrim = try CSSKeywords.textBoxTrim.value(textBoxTrim)
    paragraph.textBoxEdge = try CSSKeywords.textBoxEdge.value(textBoxEdge)
    paragraph.whiteSpace = style.whiteSpace
    paragraph.firstLineIndent =
      try indent?.length("indent", em: style.text.size, whole: width ?? 0) ?? 0
    if let initialLetter, let size = initialLetter.first {
      paragraph.initialLetter = InitialLetter(
        size: size, sink: initialLetter.dropFirst().first.map { Int(saturating: $0) })
    }
    if indentEachLine == true { paragraph.indentedLines.insert(.afterTerminators) }
    if indentHanging == true { paragraph.indentedLines.insert(.others) }
    let tabs = try tabs(style)
    paragraph.tabSize = tabs.size ?? paragraph.tabSize
    paragraph.tabDistance = tabs.distance
    paragraph.wordBreak = try CSSKeywords.wordBreak.value(wordBreak)
    paragraph.overflowWrap = try CSSKeywords.overflowWrap.value(
      wordBreak == "break-word" ? "anywhere" : overflowWrap)
    paragraph.lineBreakStrictness = try CSSKeywords.lineBreak.value(lineBreak)
    return paragraph
  }

  /// The box of a span with a computed style.
  func box(_ style: InlineStyle) throws(CaseFault) -> InlineBox {
    InlineBox(
      style: style.text, padding: padding?.insets ?? .zero, border: border?.insets ?? .zero,
      margin: margin?.insets ?? .zero,
      decorationBreak: try CSSKeywords.decorationBreak.value(boxDecorationBreak),
      verticalAlignment: try verticalAlign?.verticalAlignment(em: style.text.size) ?? .baseline,
      lineHeight: style.lineHeight, bidi: try bidiScope(style.direction),
      whiteSpace: whiteSpace == nil ? nil : style.whiteSpace, tabSize: try tabs(style).size,
      tabDistance: try tabs(style).distance,
      combinesUpright: textCombine == "all")
  }

  /// The distance of tab stops, in spaces or in layout points (CSS `tab-size`).
  private func tabs(
    _ style: InlineStyle
  ) throws(CaseFault) -> (size: Double?, distance: Double?) {
    if case .number(let spaces) = tabSize { return (spaces, nil) }
    return (nil, try tabSize?.length("tabSize", em: style.text.size))
  }

  private func bidiScope(_ direction: TextDirection) throws(CaseFault) -> BidiScope {
    switch unicodeBidi {
    case nil, "normal": .normal
    case "embed": .embed(direction)
    case "isolate": .isolate(direction)
    case "bidi-override": .override(direction)
    case "isolate-override": .isolateOverride(direction)
    case "plaintext": .plaintext
    case let word?: throw CaseFault("field 'unicodeBidi' has the unknown value '\(word)'")
    }
  }
}

extension InlineValue {
  /// The vertical alignment of a box with its surrounding text.
  ///
  /// - Parameter em: Its own font size.
  func verticalAlignment(em: Double) throws(CaseFault) -> VerticalAlignment {
    if let percent = number(of: "%") { return .raisedByShare(percent / 100) }
    switch self {
    case .text("baseline"): return .baseline
    case .text("sub"): return .sub
    case .text("super"): return .superscript
    case .text("middle"): return .middle
    case .text("text-top"): return .textTop
    case .text("text-bottom"): return .textBottom
    case .text("top"): return .top
    case .text("bottom"): return .bottom
    default: return .raised(try length("verticalAlign", em: em))
    }
  }
}

extension InlineEdges {
  var insets: Insets { Insets(top: top, left: left, bottom: bottom, right: right) }
}
