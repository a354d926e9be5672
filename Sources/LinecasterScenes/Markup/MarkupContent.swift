import LinecasterBase
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
  /// The text as written, while labels are not defined.
  var source: [UInt8] = []
}

extension MarkupContent {
  /// Reads a text.
  ///
  /// - Complexity: O(bytes).
  init(
    _ text: [UInt8], ordinal: Int, _ extensions: MarkupExtensions,
    _ definitions: LinkDefinitions, isGrowing: Bool = false, keepsSource: Bool = false,
    _ scope: WorkScope
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
    if !waiting.isEmpty || keepsSource { source = text }
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
