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
    _ node: MarkupNode, _ alignments: [TableRow.Alignment?]
  ) -> MarkupTable {
    let rows = node.children.map { $0.children.map(spans) }
    return MarkupTable(
      alignments: alignments.map { alignment in
        switch alignment {
        case .start?: .start
        case .center?: .center
        case .end?: .end
        case nil: nil
        }
      },
      header: rows.first ?? [], rows: Array(rows.dropFirst()))
  }
}

extension MarkupTree {
  /// The blocks for layouts: those of the text, then the footnotes.
  func blocks(keepsLineBreaks: Bool) -> [MarkupBlock] {
    let writer = BlockWriter(keepsLineBreaks: keepsLineBreaks, numbers: numbers)
    return (blocks + footnotes).map(writer.block)
  }
}
