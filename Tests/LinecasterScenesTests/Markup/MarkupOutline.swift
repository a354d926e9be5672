import LinecasterScenes

/// A short notation of blocks, for comparison.
enum MarkupOutline {
  /// The blocks, in the order of the text.
  static func text(_ blocks: [MarkupBlock]) -> String {
    blocks.map(text).joined(separator: " ")
  }

  /// A block as a word for its kind and its content.
  static func text(_ block: MarkupBlock) -> String {
    switch block {
    case .heading(let level, let spans): "h\(level)(\(text(spans)))"
    case .paragraph(let spans): "p(\(text(spans)))"
    case .quote(let blocks): "q(\(text(blocks)))"
    case .list(let list):
      (list.start.map { "ol\($0)" } ?? "ul") + (list.isTight ? "" : "*")
        + list.tasks.compactMap { $0.map { $0 ? "+" : "-" } }.joined()
        + "(\(list.items.map(text).joined(separator: "|")))"
    case .code(let text, let language):
      "code" + (language.map { "[\($0)]" } ?? "") + "(\(text.replacing("\n", with: "↵")))"
    case .image(let path, let description): "img[\(path)](\(description))"
    case .table(let table): text(table)
    case .html(let text): "html(\(text.replacing("\n", with: "↵")))"
    case .footnote(let number, let blocks): "note\(number)(\(text(blocks)))"
    case .thematicBreak: "hr"
    }
  }

  /// The rows of a table.
  static func text(_ table: MarkupTable) -> String {
    let rows = ([table.header] + table.rows).map { $0.map(text).joined(separator: "|") }
    return "table(\(rows.joined(separator: "/")))"
  }

  /// The spans, with letters for their traits.
  static func text(_ spans: [MarkupSpan]) -> String {
    spans.map { span in
      let letters: [(MarkupSpan.Traits, String)] = [
        (.emphasis, "e"), (.strong, "s"), (.strike, "x"), (.code, "c"), (.link, "l"),
        (.footnote, "n"),
      ]
      let traits = letters.filter { span.traits.contains($0.0) }.map(\.1).joined()
      let marks = (span.image == nil ? "" : "i") + traits
      let text = span.text.replacing("\n", with: "↵")
      return marks.isEmpty ? text : "\(marks){\(text)}"
    }.joined()
  }
}
