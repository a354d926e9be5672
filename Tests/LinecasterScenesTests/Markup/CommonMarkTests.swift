import Foundation
import LinecasterScenes
import LinecasterTestSupport
import Testing

/// Holds the reader against the examples of the specification of CommonMark, HTML beside each.
@Suite struct CommonMarkTests {
  private static let file = "conformance/markdown/commonmark-0.31.2.jsonl"

  private struct Example: Decodable {
    let example: Int
    let section: String
    let markdown: String
    let html: String

    /// Whether all that the example is about is text in `Markup`: HTML, character references and
    /// definitions of links.
    var isOfSubset: Bool {
      let others = [
        "HTML blocks", "Raw HTML", "Entity and numeric character references",
        "Link reference definitions",
      ]
      return !others.contains(section) && !markdown.contains("]:") && !markdown.contains("&")
        && !html.contains("<!--") && !html.contains("<div")
    }
  }

  /// Examples of other sections with tags of HTML in them, and with addresses of mail (606, 607).
  private static let unlike: Set = [21, 346, 477, 478, 479, 493, 526, 606, 607, 645, 646]

  @Test(.enabled(if: SharedFiles.mayRun(with: file), "no examples of CommonMark here"))
  func examplesAreReadAsTheSpecificationHasThem() throws {
    let path = try #require(SharedFiles.path(Self.file))
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let examples = try lines.map { line in
      try JSONDecoder().decode(Example.self, from: Data(line.utf8))
    }
    #expect(examples.count == 655)
    let known = examples.filter(\.isOfSubset)
    #expect(known.count == 475)
    for example in known {
      let read = Self.outline(Markup(example.markdown).blocks)
      let isAlike = read == HTMLOutline(example.html).text
      #expect(isAlike != Self.unlike.contains(example.example), "\(example.example): \(read)")
    }
  }

  private static func outline(_ blocks: [MarkupBlock], isTight: Bool = false) -> String {
    blocks.map { block in
      switch block {
      case .heading(let level, let spans): "<h\(level)>\(outline(spans))</h\(level)>"
      case .paragraph(let spans): isTight ? outline(spans) : "<p>\(outline(spans))</p>"
      case .quote(let blocks): "<blockquote>\(outline(blocks))</blockquote>"
      case .list(let list): outline(list)
      case .code(let text, _): "<pre>\(text)</pre>"
      case .image(_, let description): isTight ? description : "<p>\(description)</p>"
      case .thematicBreak: "<hr />"
      }
    }.joined()
  }

  private static func outline(_ list: MarkupList) -> String {
    let start = list.start.map { $0 == 1 ? "ol" : "ol start=\"\($0)\"" } ?? "ul"
    let items = list.items.map { "<li>\(outline($0, isTight: list.isTight))</li>" }
    return "<\(start)>\(items.joined())</\(start.prefix(2))>"
  }

  private static func outline(_ spans: [MarkupSpan]) -> String {
    let letters: [(MarkupSpan.Traits, String)] = [
      (.emphasis, "e"), (.strong, "s"), (.code, "c"), (.link, "l"),
    ]
    return spans.map { span in
      let marks = letters.filter { span.traits.contains($0.0) }.map(\.1).joined()
      return marks.isEmpty ? span.text : "{\(marks):\(span.text)}"
    }.joined()
  }
}

/// The tags of blocks in a text of HTML, and its text with letters for the tags around it.
private struct HTMLOutline {
  private(set) var text = ""
  private var span = ""
  private var spanMarks = ""
  private var open: [String] = []
  private var isCode = false

  private static let marks = ["em": "e", "strong": "s", "code": "c", "a": "l"]

  init(_ html: String) {
    var rest = html[...]
    while let character = rest.first {
      if character == "<", let end = rest.firstIndex(of: ">") {
        let tag = rest[rest.index(after: rest.startIndex)..<end]
        rest = rest[rest.index(after: end)...]
        read(tag, &rest)
      } else {
        rest.removeFirst()
        add(character == "\n" && !isCode ? " " : String(character))
      }
    }
    endSpan()
    for (name, character) in [("quot", "\""), ("lt", "<"), ("gt", ">"), ("amp", "&")] {
      text = text.replacing("&\(name);", with: character)
    }
  }

  private mutating func read(_ tag: Substring, _ rest: inout Substring) {
    let name = String(tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber })
    switch name {
    case "code" where isCode: break
    case "em", "strong", "code", "a":
      if tag.hasPrefix("/") { open.removeLast() } else { open.append(name) }
    case "br":
      add("\n")
      if rest.first == "\n" { rest.removeFirst() }
    case "img":
      let words = tag.components(separatedBy: "alt=\"")
      add(String(words.last?.prefix { $0 != "\"" } ?? ""))
    default:
      if !isCode, spanMarks.isEmpty { span = String(span.reversed().drop { $0 == " " }.reversed()) }
      endSpan()
      text += "<\(tag)>"
      isCode = tag == "pre"
      if !isCode { rest = rest.drop { $0 == "\n" } }
    }
  }

  private mutating func add(_ text: String) {
    let marks = ["em", "strong", "code", "a"].filter(open.contains)
      .compactMap { Self.marks[$0] }.joined()
    if marks != spanMarks { endSpan() }
    spanMarks = marks
    span += text
  }

  private mutating func endSpan() {
    if !span.isEmpty { text += spanMarks.isEmpty ? span : "{\(spanMarks):\(span)}" }
    span = ""
  }
}
