import LinecasterCommandSupport

/// A paragraph with spans, attachments and all that CSS calls an inline formatting context, in the
/// schema of recordings of a browser.
package struct InlineCase: Decodable, Sendable {
  /// Names the case in the result.
  package let id: String
  package let input: Input

  /// The paragraph, and what is asked of it.
  package struct Input: Decodable, Sendable {
    let paragraph: InlineProperties
    let content: [InlineNode]
    /// The names of the values that are wanted.
    package let ask: [String]
    /// The points whose offsets are wanted, each x and y in layout points.
    let hits: [[Double]]?
    /// The ranges whose stretches are wanted, each from one UTF-16 offset to another.
    let selections: [[Int]]?

    /// The text that offsets count in.
    package var text: String { InlineNode.text(of: content) }
  }

  /// The most lines that are shown; nil for all.
  package var lineClamp: Int? { input.paragraph.lineClamp }

  /// The part of a faulty case that tells which one it is.
  struct Name: Decodable {
    let id: String?
  }
}

/// Properties of CSS, of a paragraph or a span; nil for what is not said.
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

  // Of spans only.
  let verticalAlign: InlineValue?
  let padding: InlineEdges?
  let margin: InlineEdges?
  let border: InlineEdges?
  let boxDecorationBreak: String?
  let direction: String?
  let unicodeBidi: String?
  let textCombine: String?

  // Of paragraphs only.
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

/// A value of CSS: a number, of pixels for lengths, or a word, or a number with its unit.
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

  /// The number before a unit; nil where there is none.
  func number(of unit: String) -> Double? {
    guard case .text(let text) = self, text.hasSuffix(unit) else { return nil }
    return Double(text.dropLast(unit.count))
  }

  /// A length in layout points.
  ///
  /// - Parameters:
  ///   - property: What it is called in messages.
  ///   - em: The size of the font.
  ///   - whole: What percentages are of.
  /// - Throws: `CaseFault` where it is none.
  func length(_ property: String, em: Double, whole: Double = 0) throws(CaseFault) -> Double {
    if case .number(let points) = self { return points }
    if let points = number(of: "px") { return points }
    if let ems = number(of: "em") { return ems * em }
    if let percent = number(of: "%") { return percent / 100 * whole }
    throw CaseFault("field '\(property)' is no length")
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

/// Part of the content of a paragraph.
indirect enum InlineNode: Decodable, Sendable {
  case text(String)
  case span(InlineProperties, [InlineNode])
  case attachment(Box)
  case lineBreak
  case ruby(Ruby)

  /// An inline block without border.
  struct Box: Decodable, Sendable {
    let width: Double
    let height: Double
    let baseline: Double?
    let verticalAlign: InlineValue?
    let margin: InlineEdges?
  }

  /// Pieces of text with annotations.
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

  /// A piece of text and what stands beside it.
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

  /// The text of some content, an attachment or forced break being one character.
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

  /// The families that some content names, in its order.
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
