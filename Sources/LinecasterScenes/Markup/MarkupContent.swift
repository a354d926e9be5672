public import LinecasterBase
import LinecasterText

/// The text of a paragraph, a heading or a cell, with its spans as events in order.
package struct MarkupContent: Sendable {
  /// A piece of text, or an edge of a span.
  package enum Event: Hashable, Sendable {
    case text(String)
    case code(String)
    /// Raw HTML.
    case html(String)
    case softBreak
    case hardBreak
    case open(Span)
    case close(Span)
    /// A reference to a footnote, by its label in normal form.
    case footnote(LinkLabel)
  }

  /// A span of text.
  package enum Span: Hashable, Sendable {
    case emphasis
    case strong
    case strike
    case link(LinkTarget)
    case image(LinkTarget)
  }

  /// The events; spans are closed in the order in which they are open.
  package internal(set) var events: [Event] = []
  /// The labels that were looked for and not defined.
  var waiting: [LinkLabel] = []
  /// The labels of footnotes that the text refers to.
  var notes: [LinkLabel] = []
  /// The place of the text in the document, in the order of reading.
  var ordinal = 0
  /// The text as written, while labels are not defined or the text is not read.
  var source: [UInt8] = []
  /// Whether the text has not been read.
  private(set) var isUnread = false
}

extension MarkupContent {
  /// Keeps a text to be read later.
  init(unread text: [UInt8], ordinal: Int) {
    source = text
    self.ordinal = ordinal
    isUnread = true
  }

  /// Reads a text.
  ///
  /// - Complexity: O(bytes).
  init(
    _ text: [UInt8], ordinal: Int, _ extensions: MarkupExtensions,
    _ definitions: LinkDefinitions, isGrowing: Bool = false, _ scope: WorkScope
  ) throws(CancellationError) {
    self.ordinal = ordinal
    guard !text.isEmpty else { return }
    let parser = try InlineParser(text, extensions, definitions, isGrowing: isGrowing, scope)
    var writer = EventWriter(findsMails: extensions.contains(.autolinks))
    for token in parser.tokens {
      try scope.pass(50)
      writer.add(token, parser)
    }
    writer.flush()
    events = writer.events
    notes = parser.notes
    waiting = Array(parser.waiting)
    if !waiting.isEmpty { source = text }
  }
}

/// Makes events of tokens, with neighbouring texts as one.
private struct EventWriter {
  let findsMails: Bool
  var events: [MarkupContent.Event] = []
  private var text: [UInt8] = []
  /// The number of links around the next event.
  private var linkDepth = 0

  init(findsMails: Bool) {
    self.findsMails = findsMails
  }

  mutating func add(_ token: InlineParser.Token, _ parser: InlineParser) {
    switch token.kind {
    case .text: text += parser.text[token.range]
    case .decoded(let bytes): text += bytes
    case .code: add(.code(Self.string(parser.text[token.range], lineEnd: 0x20)))
    case .html: add(.html(Self.string(parser.text[token.range])))
    case .lineEnd(let isHard): add(isHard ? .hardBreak : .softBreak)
    case .run(let index):
      let run = parser.emphasis.runs[index]
      for span in run.closed { add(.close(span)) }
      for _ in 0..<run.left { text.append(run.mark) }
      for span in run.opened.reversed() { add(.open(span)) }
    case .open(let span): add(.open(span))
    case .close(let span): add(.close(span))
    case .address(let destination):
      let words = Self.string(parser.text[token.range])
      let span = MarkupContent.Span.link(LinkTarget(destination: destination, title: ""))
      add(.open(span))
      add(.text(words))
      add(.close(span))
    case .footnote(let label): add(.footnote(label))
    }
  }

  private mutating func add(_ event: MarkupContent.Event) {
    flush()
    switch event {
    case .open(.link): linkDepth += 1
    case .close(.link): linkDepth -= 1
    default: break
    }
    events.append(event)
  }

  /// Makes events of the text so far.
  mutating func flush() {
    guard !text.isEmpty else { return }
    var start = 0
    if findsMails, linkDepth == 0, text.contains(UInt8(ascii: "@")) {
      for range in Autolink.mails(text[...]) {
        if start < range.lowerBound {
          events.append(.text(Self.string(text[start..<range.lowerBound])))
        }
        let address = Self.string(text[range])
        let span = MarkupContent.Span.link(
          LinkTarget(destination: "mailto:" + address, title: ""))
        events += [.open(span), .text(address), .close(span)]
        start = range.upperBound
      }
    }
    if start < text.count { events.append(.text(Self.string(text[start...]))) }
    text.removeAll(keepingCapacity: true)
  }

  private static func string(_ text: ArraySlice<UInt8>, lineEnd: UInt8 = 0x0A) -> String {
    guard lineEnd != 0x0A, text.contains(0x0A) else {
      return String(decoding: text, as: UTF8.self)
    }
    return String(decoding: text.map { $0 == 0x0A ? lineEnd : $0 }, as: UTF8.self)
  }
}

/// A span of text with uniform traits, for custom layouts.
public struct MarkupSpan: Hashable, Sendable {
  /// The differences between a span and the text around it.
  public struct Traits: OptionSet, Hashable, Sendable {
    /// The traits as bits.
    public let rawValue: UInt8

    /// Creates traits from bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Slanted text, marked by `*` or `_`.
    public static let emphasis = Traits(rawValue: 1)
    /// Bold text, marked by `**` or `__`.
    public static let strong = Traits(rawValue: 2)
    /// Struck-through text, marked by `~` or `~~`.
    public static let strike = Traits(rawValue: 4)
    /// Monospaced text, marked by backticks.
    public static let code = Traits(rawValue: 8)
    /// The text of a link.
    public static let link = Traits(rawValue: 16)
    /// The number of a footnote.
    public static let footnote = Traits(rawValue: 32)
  }

  /// The text of the span; line ends that are kept are line feeds. For images, the description.
  @ExactText public internal(set) var text: String
  /// The traits of the span.
  public let traits: Traits
  /// The address of the span's link; `nil` outside links.
  public var link: String? { exactLink?.string }
  /// The path of the image that the span stands for; `nil` for text.
  public var image: String? { exactImage?.string }

  private let exactLink: ExactText?
  private let exactImage: ExactText?

  init(_ text: String, _ traits: Traits = [], link: String? = nil, image: String? = nil) {
    self.text = text
    self.traits = traits
    exactLink = link.map { ExactText($0) }
    exactImage = image.map { ExactText($0) }
  }

  /// Whether both have the same address, or neither has one.
  func isInSameLink(as other: MarkupSpan) -> Bool { exactLink == other.exactLink }

  /// Whether both can be one span.
  func joins(_ other: MarkupSpan) -> Bool {
    traits == other.traits && isInSameLink(as: other) && exactImage == nil
      && other.exactImage == nil && !traits.contains(.footnote)
  }
}

extension MarkupContent {
  /// The spans of the text.
  ///
  /// - Complexity: O(characters).
  func spans(keepsLineBreaks: Bool, _ numbers: FootnoteNumbers) -> [MarkupSpan] {
    var writer = SpanWriter()
    for event in events {
      switch event {
      case .text(let text), .html(let text): writer.add(text)
      case .code(let text): writer.add(text, .code)
      case .hardBreak: writer.add("\n")
      case .softBreak: writer.add(keepsLineBreaks ? "\n" : " ")
      case .open(let span): writer.open(span)
      case .close(let span): writer.close(span)
      case .footnote(let label):
        if let number = numbers[label] { writer.add("\(number)", .footnote) }
      }
    }
    return writer.spans
  }

  /// The path and the description of an image that is all of the text; `nil` for other text.
  var image: (path: String, description: String)? {
    guard case .open(.image(let target))? = events.first,
      case .close(.image(target))? = events.last,
      isOneImage
    else { return nil }
    return (target.destination, events.map(\.words).joined())
  }

  /// Whether the image that opens the text closes at its end.
  private var isOneImage: Bool {
    var depth = 0
    for event in events.dropLast() {
      if case .open(.image) = event { depth += 1 }
      if case .close(.image) = event { depth -= 1 }
      if depth == 0 { return false }
    }
    return true
  }
}

extension MarkupContent.Event {
  /// The plain text of the event, as in the description of an image.
  fileprivate var words: String {
    switch self {
    case .text(let text), .code(let text), .html(let text): text
    case .softBreak, .hardBreak: " "
    case .open, .close, .footnote: ""
    }
  }
}

/// Makes spans of events, with neighbours that are alike as one.
private struct SpanWriter {
  var spans: [MarkupSpan] = []
  private var emphasis = 0
  private var strong = 0
  private var strike = 0
  private var links: [String] = []
  private var images: [String] = []
  /// The description of the outermost image so far.
  private var description = ""

  private var traits: MarkupSpan.Traits {
    var traits: MarkupSpan.Traits = []
    if emphasis > 0 { traits.insert(.emphasis) }
    if strong > 0 { traits.insert(.strong) }
    if strike > 0 { traits.insert(.strike) }
    if !links.isEmpty { traits.insert(.link) }
    return traits
  }

  mutating func add(_ text: String, _ trait: MarkupSpan.Traits = []) {
    if images.isEmpty {
      append(MarkupSpan(text, traits.union(trait), link: links.last))
    } else if trait != .footnote {
      description += text == "\n" ? " " : text
    }
  }

  private mutating func append(_ span: MarkupSpan) {
    guard !span.text.isEmpty || span.image != nil else { return }
    if let last = spans.last, last.joins(span) {
      spans[spans.count - 1].text += span.text
    } else {
      spans.append(span)
    }
  }

  mutating func open(_ span: MarkupContent.Span) {
    switch span {
    case .image(let target): images.append(target.destination)
    case _ where !images.isEmpty: break
    case .emphasis: emphasis += 1
    case .strong: strong += 1
    case .strike: strike += 1
    case .link(let target): links.append(target.destination)
    }
  }

  mutating func close(_ span: MarkupContent.Span) {
    switch span {
    case .image:
      let path = images.popLast()
      guard images.isEmpty else { break }
      append(MarkupSpan(description, traits, link: links.last, image: path))
      description = ""
    case _ where !images.isEmpty: break
    case .emphasis: emphasis -= 1
    case .strong: strong -= 1
    case .strike: strike -= 1
    case .link: links.removeLast()
    }
  }
}
