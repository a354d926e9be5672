import LinecasterCommandSupport

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
