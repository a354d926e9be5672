import LinecasterBase

/// A block of marked-up text, for custom layouts.
///
///     let titles = markup.blocks.compactMap { block -> String? in
///       guard case .heading(let level, let spans) = block else { return nil }
///       return String(repeating: "  ", count: level - 1) + spans.map(\.text).joined()
///     }
public indirect enum MarkupBlock: Hashable, Sendable {
  /// A heading of level 1 to 6.
  case heading(level: Int, [MarkupSpan])
  /// A paragraph: text between blank lines.
  case paragraph([MarkupSpan])
  /// A block quote.
  case quote([MarkupBlock])
  /// A list, numbered or with bullets.
  case list(MarkupList)
  /// Code, with its spaces and line ends; the language is the first word after the fence.
  case code(String, language: String?)
  /// An image on a line of its own: the path of its file, and a description.
  case image(path: String, description: String)
  /// A table.
  case table(MarkupTable)
  /// A block of raw HTML, as written; layouts show it as text.
  case html(String)
  /// A footnote that text refers to. All footnotes come after the other blocks.
  case footnote(number: Int, [MarkupBlock])
  /// A thematic break (HTML `hr`).
  case thematicBreak
}

extension MarkupBlock {
  /// Returns whether two blocks are equal. Texts are compared by their bytes.
  ///
  /// - Complexity: O(bytes).
  public static func == (left: MarkupBlock, right: MarkupBlock) -> Bool {
    switch (left, right) {
    case (.heading(let level, let spans), .heading(let otherLevel, let otherSpans)):
      level == otherLevel && spans == otherSpans
    case (.paragraph(let left), .paragraph(let right)): left == right
    case (.quote(let left), .quote(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    case (.code(let code, let language), .code(let otherCode, let otherLanguage)):
      ExactText(code) == ExactText(otherCode)
        && language.map { ExactText($0) } == otherLanguage.map { ExactText($0) }
    case (.image(let path, let words), .image(let otherPath, let otherWords)):
      ExactText(path) == ExactText(otherPath) && ExactText(words) == ExactText(otherWords)
    case (.table(let left), .table(let right)): left == right
    case (.html(let left), .html(let right)): ExactText(left) == ExactText(right)
    case (.footnote(let number, let blocks), .footnote(let otherNumber, let otherBlocks)):
      number == otherNumber && blocks == otherBlocks
    case (.thematicBreak, .thematicBreak): true
    default: false
    }
  }

  /// Feeds the block to the hasher; texts by their bytes.
  ///
  /// - Complexity: O(bytes).
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .heading(let level, let spans):
      hasher.combine(level)
      hasher.combine(spans)
    case .paragraph(let spans): hasher.combine(spans)
    case .quote(let blocks):
      hasher.combine(-1)
      hasher.combine(blocks)
    case .list(let list): hasher.combine(list)
    case .code(let code, let language):
      hasher.combine(ExactText(code))
      hasher.combine(language.map { ExactText($0) })
    case .image(let path, let words):
      hasher.combine(ExactText(path))
      hasher.combine(ExactText(words))
    case .table(let table): hasher.combine(table)
    case .html(let text): hasher.combine(ExactText(text))
    case .footnote(let number, let blocks):
      hasher.combine(number)
      hasher.combine(blocks)
    case .thematicBreak: hasher.combine(-2)
    }
  }
}

/// A list in marked-up text.
public struct MarkupList: Hashable, Sendable {
  /// The number of the first item; `nil` for lists with bullets.
  public let start: Int?
  /// Whether the items are tight: no blank line separates them.
  public let isTight: Bool
  /// The blocks of each item.
  public let items: [[MarkupBlock]]
  /// Whether the task of each item is done; `nil` for items without a check box.
  public let tasks: [Bool?]
}

/// A table in marked-up text.
public struct MarkupTable: Hashable, Sendable {
  /// The alignment of a column.
  public enum Alignment: Hashable, Sendable {
    /// Towards the start of the line.
    case start
    /// In the middle.
    case center
    /// Towards the end of the line.
    case end
  }

  /// The alignment of each column; `nil` for the direction of the text.
  public let alignments: [Alignment?]
  /// The cells of the header, as many as columns.
  public let header: [[MarkupSpan]]
  /// The cells of the other rows; cells at the end of a row may be missing.
  public let rows: [[[MarkupSpan]]]
}

// MARK: - From the tree

/// Makes blocks for layouts of the tree.
struct BlockWriter {
  let keepsLineBreaks: Bool
  let numbers: FootnoteNumbers

  /// The block of a node. Recursion is bounded by `Markup.depthLimit`.
  func block(_ node: MarkupNode) -> MarkupBlock {
    switch node.kind {
    case .quote: .quote(node.children.map(block))
    case .list(let start, let isTight): list(node, start, isTight: isTight)
    case .item, .row, .cell: .quote(node.children.map(block))
    case .paragraph:
      if let image = node.content.image {
        .image(path: image.path, description: image.description)
      } else {
        .paragraph(spans(node))
      }
    case .heading(let level): .heading(level: level, spans(node))
    case .code(let info):
      .code(
        node.literal, language: info.split(whereSeparator: \.isWhitespace).first.map(String.init))
    case .html: .html(node.literal)
    case .thematicBreak: .thematicBreak
    case .table(let alignments): .table(table(node, alignments))
    case .footnote(let label):
      .footnote(number: numbers[label] ?? 0, node.children.map(block))
    }
  }

  private func spans(_ node: MarkupNode) -> [MarkupSpan] {
    node.content.spans(keepsLineBreaks: keepsLineBreaks, numbers)
  }

  private func list(_ node: MarkupNode, _ start: Int?, isTight: Bool) -> MarkupBlock {
    let tasks = node.children.map { item -> Bool? in
      if case .item(let isDone) = item.kind { isDone } else { nil }
    }
    let items = node.children.map { $0.children.map(block) }
    return .list(MarkupList(start: start, isTight: isTight, items: items, tasks: tasks))
  }

  private func table(
    _ node: MarkupNode, _ alignments: [MarkupTable.Alignment?]
  ) -> MarkupTable {
    let rows = node.children.map { $0.children.map(spans) }
    return MarkupTable(
      alignments: alignments, header: rows.first ?? [], rows: Array(rows.dropFirst()))
  }
}

extension MarkupTree {
  /// The blocks for layouts: those of the text, then the footnotes.
  func blocks(keepsLineBreaks: Bool) -> [MarkupBlock] {
    let writer = BlockWriter(keepsLineBreaks: keepsLineBreaks, numbers: numbers)
    return (blocks + footnotes).map(writer.block)
  }
}
