package import LinecasterScenes

/// An example of a specification of Markdown.
package struct MarkdownCase: Decodable {
  /// The number of an example, for messages about invalid ones.
  package struct Number: Decodable {
    let example: Int
  }

  /// The number of the example.
  package let example: Int
  /// The chapter that has the example.
  package let section: String?
  /// The text.
  package let markdown: String
  /// The expected HTML; `nil` if it is not known.
  package let html: String?
  /// The names of the extensions that the example needs.
  package let extensions: [String]?

  /// The extensions to read the example with.
  ///
  /// - Parameter isGitHub: Whether examples without names have all extensions of GitHub.
  package func dialect(isGitHub: Bool) -> MarkdownDialect {
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
  package var isOfSpecification: Bool {
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
package struct MarkdownDialect {
  /// The extensions of the parser.
  package var extensions = MarkupExtensions.commonMark
  /// Whether the HTML escapes the tags that GFM disallows.
  package var filtersTags = false

  /// All extensions of GitHub.
  package static var gitHub: MarkdownDialect {
    MarkdownDialect(extensions: .gitHub, filtersTags: true)
  }

  /// Returns the HTML of a text.
  package func html(of text: String) -> String {
    MarkdownHTML(MarkupTree(text, extensions), filtersTags: filtersTags).html
  }

  /// Returns the HTML of a text that arrives byte by byte.
  package func html(growing text: String) -> String {
    var stream = MarkupStream(extensions: extensions)
    for byte in text.utf8 { stream.append(bytes: CollectionOfOne(byte)) }
    stream.finish()
    return MarkdownHTML(stream.tree, filtersTags: filtersTags).html
  }
}
