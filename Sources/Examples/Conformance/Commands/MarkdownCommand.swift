import ArgumentParser
import Foundation
import LinecasterCommandSupport
import LinecasterScenes

/// Writes the HTML of examples of Markdown.
struct MarkdownCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "markdown",
    abstract: "Write the HTML of examples of CommonMark and GitHub Flavored Markdown.",
    discussion: """
      Reads JSON objects with example (a number) and markdown, one per line, and prints one each: \
      example and html, in the form of the specifications. Examples may name extensions: table, \
      tasklist, strikethrough, autolink, footnotes, tagfilter.

      Examples without names are CommonMark. If the file has sections that neither specification \
      has, they are read with all extensions; --dialect sets it for any file.

      Example:

        linecaster-conformance markdown spec.jsonl > html.jsonl

      Exit status: 0 on success, 1 if an example is invalid (the others are still written), 64 if \
      the command line is wrong.
      """)

  /// The extensions of examples that name none.
  enum Dialect: String, ExpressibleByArgument, CaseIterable {
    case auto
    case commonmark
    case gfm
  }

  @Argument(help: "The file of examples, or - for standard input.")
  var examples = "-"

  @Option(help: "The dialect of examples that name no extensions.")
  var dialect = Dialect.auto

  @Flag(help: "Read each example byte by byte, as text that grows.")
  var growing = false

  /// The maximum length of a line, in bytes.
  private static let lengthLimit = 256 << 20

  func run() throws {
    let lines = try CaseLines(path: examples)
    let isGitHub = try isGitHub(lines)
    try lines.report { line in
      let record = record(for: line, isGitHub: isGitHub)
      try StandardStream.output.write(record.line())
      return record.error
    }
  }

  private func isGitHub(_ lines: CaseLines) throws -> Bool {
    guard dialect == .auto else { return dialect == .gfm }
    var isOfSpecification = true
    try lines.report { line in
      let example: MarkdownCase? = try? CaseLines.decode(line, limit: Self.lengthLimit)
      if let example, !example.isOfSpecification { isOfSpecification = false }
      return nil
    }
    return !isOfSpecification
  }

  private func record(for line: Data, isGitHub: Bool) -> MarkdownRecord {
    do {
      let example: MarkdownCase = try CaseLines.decode(line, limit: Self.lengthLimit)
      let dialect = example.dialect(isGitHub: isGitHub)
      let html =
        growing ? dialect.html(growing: example.markdown) : dialect.html(of: example.markdown)
      return MarkdownRecord(example: example.example, html: html)
    } catch {
      let number: MarkdownCase.Number? = try? CaseLines.decode(line, limit: Self.lengthLimit)
      return MarkdownRecord(example: number?.example, error: "\(error)")
    }
  }
}

/// The output for an example: its HTML, or its error.
private struct MarkdownRecord: CaseRecord {
  /// The number of the example; `nil` if it could not be read.
  let example: Int?
  var html: String?
  var error: String?
}

/// An example of a specification of Markdown.
struct MarkdownCase: Decodable {
  /// The number of an example, for messages about invalid ones.
  struct Number: Decodable {
    let example: Int
  }

  /// The number of the example.
  let example: Int
  /// The chapter that has the example.
  let section: String?
  /// The text.
  let markdown: String
  /// The expected HTML; `nil` if it is not known.
  let html: String?
  /// The names of the extensions that the example needs.
  let extensions: [String]?

  /// The extensions to read the example with.
  ///
  /// - Parameter isGitHub: Whether examples without names have all extensions of GitHub.
  func dialect(isGitHub: Bool) -> MarkdownDialect {
    guard let names = extensions else { return isGitHub ? .gitHub : MarkdownDialect() }
    var dialect = MarkdownDialect()
    for name in names {
      switch name {
      case "table": dialect.extensions.insert(.tables)
      // The specification of GFM turns its own check of task lists off by this name.
      case "tasklist", "disabled": dialect.extensions.insert(.taskLists)
      case "strikethrough": dialect.extensions.insert(.strikethrough)
      case "autolink": dialect.extensions.insert(.autolinks)
      case "footnotes": dialect.extensions.insert(.footnotes)
      case "tagfilter": dialect.filtersTags = true
      default: break
      }
    }
    return dialect
  }

  /// Whether the section is one of CommonMark, or of the specification of GFM.
  var isOfSpecification: Bool {
    guard let section else { return true }
    return section.hasSuffix("(extension)") || Self.sections.contains(section)
  }

  private static let sections: Set = [
    "Tabs", "Backslash escapes", "Entity and numeric character references", "Precedence",
    "Thematic breaks", "ATX headings", "Setext headings", "Indented code blocks",
    "Fenced code blocks", "HTML blocks", "Link reference definitions", "Paragraphs",
    "Blank lines", "Block quotes", "List items", "Lists", "Inlines", "Code spans",
    "Emphasis and strong emphasis", "Links", "Images", "Autolinks", "Raw HTML",
    "Hard line breaks", "Soft line breaks", "Textual content",
  ]
}

/// A dialect of Markdown.
struct MarkdownDialect {
  /// The extensions of the parser.
  var extensions = MarkupExtensions.commonMark
  /// Whether the HTML escapes the tags that GFM disallows.
  var filtersTags = false

  /// All extensions of GitHub.
  static var gitHub: MarkdownDialect {
    MarkdownDialect(extensions: .gitHub, filtersTags: true)
  }

  /// Returns the HTML of a text.
  func html(of text: String) -> String {
    MarkdownHTML(MarkupTree(text, extensions), filtersTags: filtersTags).html
  }

  /// Returns the HTML of a text that arrives byte by byte.
  func html(growing text: String) -> String {
    var stream = MarkupStream(extensions: extensions)
    for byte in text.utf8 { stream.append(bytes: CollectionOfOne(byte)) }
    stream.finish()
    return MarkdownHTML(stream.tree, filtersTags: filtersTags).html
  }
}

/// The HTML of a tree of Markdown, in the form of the specifications.
struct MarkdownHTML {
  /// The HTML.
  private(set) var html = ""
  private let numbers: FootnoteNumbers
  /// Whether tags that GFM disallows are escaped.
  private let filtersTags: Bool
  /// The number of references to each footnote so far.
  private var references: [Int: Int] = [:]

  /// Writes a tree.
  ///
  /// - Parameter filtersTags: Whether tags are escaped that GFM §6.11 disallows.
  init(_ tree: MarkupTree, filtersTags: Bool) {
    numbers = tree.numbers
    self.filtersTags = filtersTags
    for block in tree.blocks { add(block) }
    guard !tree.footnotes.isEmpty else { return }
    html += "<section class=\"footnotes\">\n<ol>\n"
    for (index, note) in tree.footnotes.enumerated() { addNote(note, number: index + 1) }
    html += "</ol>\n</section>\n"
  }

  /// Starts a line, unless there is one.
  private mutating func startLine() {
    if let last = html.utf8.last, last != 0x0A { html += "\n" }
  }

  private mutating func add(_ node: MarkupNode, isTight: Bool = false, end: String = "") {
    if node.kind == .paragraph, isTight {
      add(node.content)
      return
    }
    startLine()
    switch node.kind {
    case .quote: addContainer("blockquote", node.children)
    case .list(let start, let isTight): addList(node, start, isTight: isTight)
    case .item, .row, .cell, .footnote: break
    case .paragraph:
      html += "<p>"
      add(node.content)
      html += end + "</p>\n"
    case .heading(let level):
      html += "<h\(level)>"
      add(node.content)
      html += "</h\(level)>\n"
    case .code(let info):
      let language = info.split(whereSeparator: \.isWhitespace).first
      html += language.map { "<pre><code class=\"language-\(Self.escaped($0))\">" } ?? "<pre><code>"
      html += Self.escaped(node.literal) + "</code></pre>\n"
    case .html: html += filtered(node.literal) + "\n"
    case .thematicBreak: html += "<hr />\n"
    case .table(let alignments): addTable(node, alignments)
    }
  }

  private mutating func addContainer(_ tag: String, _ children: [MarkupNode]) {
    html += "<\(tag)>\n"
    for child in children { add(child) }
    startLine()
    html += "</\(tag)>\n"
  }

  private mutating func addList(_ list: MarkupNode, _ start: Int?, isTight: Bool) {
    html += start.map { $0 == 1 ? "<ol>\n" : "<ol start=\"\($0)\">\n" } ?? "<ul>\n"
    for item in list.children {
      html += "<li>"
      var rest = item.children[...]
      if case .item(let isDone?) = item.kind {
        let box = "<input type=\"checkbox\"\(isDone ? " checked=\"\"" : "") disabled=\"\" /> "
        if let first = rest.first, first.kind == .paragraph, !isTight {
          html += "\n<p>" + box
          add(first.content)
          html += "</p>\n"
          rest.removeFirst()
        } else {
          html += box
        }
      }
      for child in rest { add(child, isTight: isTight) }
      html += "</li>\n"
    }
    html += start == nil ? "</ul>\n" : "</ol>\n"
  }

  private mutating func addTable(_ table: MarkupNode, _ alignments: [MarkupTable.Alignment?]) {
    html += "<table>\n"
    for (index, row) in table.children.enumerated() {
      if index < 2 { html += index == 0 ? "<thead>\n" : "<tbody>\n" }
      html += "<tr>\n"
      for (column, alignment) in alignments.enumerated() {
        let tag = index == 0 ? "th" : "td"
        html += "<\(tag)\(Self.attribute(alignment))>"
        if column < row.children.count { add(row.children[column].content) }
        html += "</\(tag)>\n"
      }
      html += "</tr>\n"
      if index == 0 { html += "</thead>\n" }
    }
    html += table.children.count > 1 ? "</tbody>\n</table>\n" : "</table>\n"
  }

  private static func attribute(_ alignment: MarkupTable.Alignment?) -> String {
    switch alignment {
    case .start?: " align=\"left\""
    case .center?: " align=\"center\""
    case .end?: " align=\"right\""
    case nil: ""
    }
  }

  private mutating func addNote(_ note: MarkupNode, number: Int) {
    html += "<li id=\"fn\(number)\">\n"
    var back = "<a href=\"#fnref\(number)\" class=\"footnote-backref\">↩</a>"
    for count in 2..<max(2, (references[number] ?? 0) + 1) {
      back +=
        " <a href=\"#fnref\(number)-\(count)\" class=\"footnote-backref\">↩"
        + "<sup class=\"footnote-ref\">\(count)</sup></a>"
    }
    for (index, child) in note.children.enumerated() {
      add(child, end: index == note.children.count - 1 ? " " + back : "")
    }
    if note.children.last?.kind != .paragraph { html += back + "\n" }
    html += "</li>\n"
  }
}

// MARK: - Text

extension MarkdownHTML {
  private mutating func add(_ content: MarkupContent) {
    /// The number of images around the text, whose description has no tags.
    var imageDepth = 0
    for event in content.events {
      switch event {
      case .open(.image(let target)):
        if imageDepth == 0 { html += "<img src=\"\(Self.address(target.destination))\" alt=\"" }
        imageDepth += 1
      case .close(.image(let target)):
        imageDepth -= 1
        guard imageDepth == 0 else { break }
        html += "\"" + Self.title(target) + " />"
      case .text(let text): html += Self.escaped(text)
      case .softBreak: html += imageDepth > 0 ? " " : "\n"
      case .code(let text) where imageDepth > 0: html += Self.escaped(text)
      case .html(let text) where imageDepth > 0: html += Self.escaped(text)
      case .hardBreak where imageDepth > 0: html += " "
      case .open, .close, .footnote:
        if imageDepth == 0 { addTag(event) }
      case .code(let text): html += "<code>" + Self.escaped(text) + "</code>"
      case .html(let text): html += filtered(text)
      case .hardBreak: html += "<br />\n"
      }
    }
  }

  private mutating func addTag(_ event: MarkupContent.Event) {
    switch event {
    case .open(let span):
      switch span {
      case .emphasis: html += "<em>"
      case .strong: html += "<strong>"
      case .strike: html += "<del>"
      case .link(let target):
        html += "<a href=\"\(Self.address(target.destination))\"\(Self.title(target))>"
      case .image: break
      }
    case .close(let span):
      switch span {
      case .emphasis: html += "</em>"
      case .strong: html += "</strong>"
      case .strike: html += "</del>"
      case .link: html += "</a>"
      case .image: break
      }
    case .footnote(let label):
      guard let number = numbers[label] else { break }
      references[number, default: 0] += 1
      let count = references[number] ?? 1
      let id = count == 1 ? "fnref\(number)" : "fnref\(number)-\(count)"
      html +=
        "<sup class=\"footnote-ref\"><a href=\"#fn\(number)\" id=\"\(id)\">\(number)</a></sup>"
    default: break
    }
  }

  private static func title(_ target: LinkTarget) -> String {
    target.title.isEmpty ? "" : " title=\"\(escaped(target.title))\""
  }

  private static func escaped(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// An address as the value of an attribute.
  private static func address(_ text: String) -> String {
    var address = ""
    for byte in text.utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || safeMarks.contains(byte)
      if byte == UInt8(ascii: "&") {
        address += "&amp;"
      } else if byte == UInt8(ascii: "'") {
        address += "&#x27;"
      } else if isPlain {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        address += digits.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return address
  }

  private static let safeMarks = Set("-_.+!*(),%#@?=;:/,$~".utf8)

  /// Raw HTML, with the tags escaped that GFM §6.11 disallows.
  private func filtered(_ html: String) -> String {
    guard filtersTags else { return html }
    var filtered: [UInt8] = []
    let bytes = Array(html.utf8)
    for (index, byte) in bytes.enumerated() {
      let isTag = byte == UInt8(ascii: "<") && Self.isDisallowed(bytes[(index + 1)...])
      if isTag { filtered += "&lt;".utf8 } else { filtered.append(byte) }
    }
    return String(decoding: filtered, as: UTF8.self)
  }

  private static func isDisallowed(_ tag: ArraySlice<UInt8>) -> Bool {
    let name = (tag.first == UInt8(ascii: "/") ? tag.dropFirst() : tag).prefix(10)
      .prefix { (0x61...0x7A).contains($0 | 0x20) }
    let text = String(decoding: name, as: UTF8.self).lowercased()
    return [
      "title", "textarea", "style", "xmp", "iframe", "noembed", "noframes", "script", "plaintext",
    ].contains(text)
  }
}
