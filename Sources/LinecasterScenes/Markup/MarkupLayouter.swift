public import LinecasterBase
import LinecasterBoxLayout
public import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterText

extension Markup {
  /// Returns the layout of the text: a column of its blocks.
  ///
  /// - Parameters:
  ///   - style: The style of the text.
  ///   - imageWidth: The maximum width of an image, in layout points.
  ///   - imageSize: Returns the size of the image at a path, in layout points; `nil` shows the
  ///     image's description instead.
  /// - Complexity: O(blocks + text).
  public func layout(
    _ style: MarkupStyle, imageWidth: Double = .infinity,
    imageSize: (String) -> Size? = { _ in nil }
  ) -> LayoutNode {
    withoutActuallyEscaping(imageSize) { imageSize in
      MarkupLayouter(style: style, imageSize: imageSize, imageWidth: imageWidth)
        .column(blocks, style.text)
    }
  }
}

/// Makes layouts of blocks.
struct MarkupLayouter {
  let style: MarkupStyle
  /// Returns the size of the image at a path, in pixels; `nil` if there is no image.
  let imageSize: (String) -> Size?
  /// The maximum width of an image, in layout points.
  let imageWidth: Double
  /// The number of lists and quotes around the blocks.
  private(set) var depth = 0
  /// The numbers of the blocks and items around a block, and its own, which identify tables that
  /// scroll.
  private(set) var path: [Int] = []

  /// The maximum number of lists and quotes that indent their blocks.
  static let depthLimit = 12

  /// The layouter of the blocks inside a list or quote.
  private var inside: MarkupLayouter {
    var inside = self
    inside.depth += 1
    return inside
  }

  /// The layouter of a block or an item with a number.
  private func at(_ index: Int) -> MarkupLayouter {
    guard style.scrollsTables else { return self }
    var inside = self
    inside.path.append(index)
    return inside
  }

  private var em: Double { style.text.size }

  /// A column of blocks.
  func column(_ blocks: [MarkupBlock], _ text: TextStyle, isTight: Bool = false) -> LayoutNode {
    Column(spacing: em * (isTight ? 0.25 : 0.75)) {
      for (index, block) in (depth < Self.depthLimit ? blocks : blocks.leaves).enumerated() {
        at(index).node(block, text)
      }
    }.node
  }

  /// The layout of a piece of a block.
  func node(_ piece: MarkupPiece) -> LayoutNode {
    switch piece.content {
    case .block(let block): node(block, style.text)
    case .item(let item): list(item, style.text, leastDigits: Self.pieceDigits)
    case .code(let code, let language, let state):
      self.code(
        code.string, language?.string, from: state, isFirst: piece.isFirst,
        isLast: piece.isLast)
    }
  }

  /// The digits, and the period, for which each item of a list that grows has room: items do not
  /// move when a number with another digit comes.
  private static let pieceDigits = 3

  private func node(_ block: MarkupBlock, _ text: TextStyle) -> LayoutNode {
    switch block {
    case .heading(let level, let spans):
      paragraph(spans, style.heading(level)).role(.heading(level: level))
    case .paragraph(let spans): paragraph(spans, text)
    case .quote(let blocks): quote(blocks, text)
    case .list(let items): list(items, text)
    case .table(let table): self.table(table, text)
    case .html(let html): Text(html.withoutLastLineEnd, style: text).node
    case .footnote(let number, let blocks):
      list(MarkupList(start: number, isTight: true, items: [blocks], tasks: [nil]), text)
    case .code(let code, let language): self.code(code.withoutLastLineEnd, language)
    case .image(let path, let description): image(path, description, text)
    case .thematicBreak:
      LayoutNode(.empty).frame(height: 1).background(style.rule)
        .margin(Insets(vertical: em * 0.25))
    }
  }

  private func paragraph(
    _ spans: [MarkupSpan], _ style: TextStyle, _ alignment: TextAlignment = .start
  ) -> LayoutNode {
    var text = AttributedText("", style: style)
    var rest = spans[...]
    while let first = rest.first {
      let part = rest.prefix { $0.isInSameLink(as: first) }
      rest = rest.dropFirst(part.count)
      guard let link = first.link else {
        append(part, to: &text, style)
        continue
      }
      var words = AttributedText("", style: style)
      append(part, to: &words, style)
      text.append(words, in: InlineBox(style: self.style.span(.link, in: style), link: link))
    }
    let direction = MarkupDirection(spans).baseDirection
    return Text(
      Paragraph(text, style: ParagraphStyle(alignment: alignment, baseDirection: direction))
    ).node
  }

  /// Appends spans, with code in boxes, and with images whose size is known.
  private func append(
    _ spans: ArraySlice<MarkupSpan>, to text: inout AttributedText, _ style: TextStyle
  ) {
    for span in spans {
      let look = self.style.span(span.traits, in: style)
      if let path = span.image, let size = shownSize(path) {
        text.append(Attachment(Image(ImageReference(path), size: size)), style: look)
      } else if span.traits.contains(.code) {
        text.append(AttributedText(span.text, style: look), in: self.style.codeBox(in: look))
      } else {
        text.append(span.text, style: look)
      }
    }
  }

  private func quote(_ blocks: [MarkupBlock], _ text: TextStyle) -> LayoutNode {
    var text = text
    text.color = style.muted
    return Row(spacing: em * 0.75) {
      LayoutNode(.empty).frame(width: 3).shrink(0).background(style.rule, cornerRadius: 1.5)
      inside.column(blocks, text).grow().modified { $0.style.minWidth = .zero }
    }
    .towards(MarkupDirection(blocks))
  }

  private func list(
    _ list: MarkupList, _ text: TextStyle, leastDigits: Int = 2
  ) -> LayoutNode {
    let last = (list.start ?? 0) + list.items.count - 1
    let digits = list.start == nil ? 1 : max(leastDigits, "\(last)".count + 1)
    return Column(spacing: em * (list.isTight ? 0.25 : 0.75)) {
      for (index, item) in list.items.enumerated() {
        Row(spacing: em * 0.5, alignment: .baseline) {
          mark(list, index, text)
            .modified { $0.style.minWidth = .points(em * (0.25 + 0.55 * Double(digits))) }.shrink(0)
          at(index).inside.column(item, text, isTight: list.isTight).grow()
            .modified {
              $0.style.minWidth = .zero
              $0.style.basis = .zero
            }
        }
        .towards(MarkupDirection(item))
      }
    }.node
  }

  /// The number, bullet or check box of an item.
  private func mark(_ list: MarkupList, _ index: Int, _ text: TextStyle) -> LayoutNode {
    var text = text
    text.color = style.muted
    let task = list.tasks[index].map { $0 ? "☑" : "☐" }
    let mark = task ?? list.start.map { "\($0 + index)." } ?? "•"
    return Text(mark, style: text, paragraphStyle: ParagraphStyle(alignment: .end)).node
  }

  /// Lines of code, which are open to those before and after them, below the name of the language.
  private func code(
    _ code: String, _ language: String?, from state: Int = 0, isFirst: Bool = true,
    isLast: Bool = true
  ) -> LayoutNode {
    let text = style.span(.code, in: style.text)
    let (side, edge) = (em * 0.75, em * 0.5)
    let (top, bottom) = (isFirst ? em * 0.375 : 0, isLast ? em * 0.375 : 0)
    let paragraph = ParagraphStyle(baseDirection: .leftToRight, tabSize: 4)
    let colored = style.highlighted(code, language, from: state, text)
    var lines = Text(Paragraph(colored, style: paragraph)).node
    if let language, isFirst {
      var label = style.text
      label.size *= 0.75
      label.color = style.muted
      let name = Text(language, style: label, paragraphStyle: paragraph)
      lines = Column(spacing: em * 0.25) { [name.node, lines] }.node
    }
    return
      lines
      .padding(
        Insets(top: isFirst ? edge : 0, left: side, bottom: isLast ? edge : 0, right: side)
      )
      .background(style.codeBackground)
      .corners(
        CornerRadii(topLeft: top, topRight: top, bottomRight: bottom, bottomLeft: bottom))
  }

  /// The image, at most as wide as its pixels; its description if there is no image.
  private func image(_ path: String, _ description: String, _ text: TextStyle) -> LayoutNode {
    guard let size = shownSize(path) else {
      var text = text
      text.color = style.muted
      text.slant = .italic
      return Text(description.isEmpty ? path : description, style: text).node
    }
    return Image(ImageReference(path), size: size).alignment(.flexStart)
  }

  /// The size of an image in the text; `nil` if there is no image.
  private func shownSize(_ path: String) -> Size? {
    guard let size = imageSize(path), size.width > 0, size.height > 0 else { return nil }
    let factor = min(1, imageWidth / size.width)
    return Size(width: size.width * factor, height: size.height * factor)
  }
}

extension MarkupLayouter {
  /// A grid whose columns are as wide as their contents, or share the width.
  private func table(_ table: MarkupTable, _ text: TextStyle) -> LayoutNode {
    var header = text
    header.weight = .bold
    let alignments = table.alignments.prefix(Self.columnLimit).map(TextAlignment.init)
    let count = alignments.count
    let grid = Grid(columns: .repeating(count, [.auto]), spacing: em * 0.5) {
      for (cell, alignment) in zip(table.header.prefix(count), alignments) {
        paragraph(cell, header, alignment)
      }
      for row in table.rows {
        for (column, alignment) in alignments.enumerated() {
          paragraph(column < row.count ? row[column] : [], text, alignment)
        }
      }
    }
    return style.scrollsTables ? grid.scrollsSideways(TableTag(path: path)) : grid.node
  }

  /// Identifies a table in its piece.
  private struct TableTag: Hashable { let path: [Int] }

  /// The maximum number of columns of a table that are shown.
  private static let columnLimit = 64
}

extension TextAlignment {
  /// The alignment of the cells of a column.
  fileprivate init(_ alignment: MarkupTable.Alignment?) {
    self =
      switch alignment {
      case .start, nil: .start
      case .center: .center
      case .end: .end
      }
  }
}

extension String {
  /// The text without the line feed at its end.
  var withoutLastLineEnd: String {
    utf8.last == 0x0A ? String(unicodeScalars.dropLast()) : self
  }
}

extension Layout {
  /// The layout with rows that start at the start edge of a text direction.
  fileprivate func towards(_ direction: MarkupDirection) -> LayoutNode {
    modified {
      $0.style.writingDirection = direction.isRightToLeft == true ? .rightToLeft : .leftToRight
    }
  }
}

extension [MarkupBlock] {
  /// The blocks without the lists and quotes around them.
  fileprivate var leaves: [MarkupBlock] {
    flatMap { block in
      switch block {
      case .quote(let blocks), .footnote(_, let blocks): blocks.leaves
      case .list(let list): list.items.flatMap(\.leaves)
      default: [block]
      }
    }
  }
}

/// A part of a block that is laid out by itself, as a row of a list.
///
/// Code is cut after some lines, and a list between its items, so a text that grows changes its
/// last piece only, however long the block is.
package struct MarkupPiece: Hashable, Sendable {
  /// The content of a piece.
  enum Content: Hashable, Sendable {
    /// A whole block.
    case block(MarkupBlock)
    /// Some lines of code, the language, and the state of the highlighter above them.
    case code(ExactText, language: ExactText?, state: Int)
    /// A list of one item.
    case item(MarkupList)
  }

  let content: Content
  /// Whether the piece is the first of its block.
  let isFirst: Bool
  /// Whether the piece is the last of its block.
  let isLast: Bool

  /// The maximum number of lines in a piece of code.
  package static let codeLineLimit = 32

  /// Returns the layout of the piece, with the space above it.
  ///
  /// - Parameters:
  ///   - style: The style of the text.
  ///   - imageWidth: The maximum width of an image, in layout points.
  ///   - imageSize: Returns the size of the image at a path, in layout points; `nil` shows the
  ///     image's description instead.
  package func layout(
    _ style: MarkupStyle, imageWidth: Double = .infinity,
    imageSize: (String) -> Size? = { _ in nil }
  ) -> LayoutNode {
    withoutActuallyEscaping(imageSize) { imageSize in
      let layouter = MarkupLayouter(style: style, imageSize: imageSize, imageWidth: imageWidth)
      return Column { layouter.node(self) }.padding(Insets(top: space * style.text.size))
    }
  }

  /// The space above the piece, relative to the font size.
  private var space: Double {
    switch content {
    case .code where !isFirst: 0
    case .item(let list) where !isFirst && list.isTight: 0.25
    default: 0.75
    }
  }
}

extension MarkupBlock {
  /// Returns the pieces of the block, from top to bottom; at least one.
  ///
  /// - Parameters:
  ///   - highlighter: The highlighter of code.
  ///   - old: The pieces of an earlier state of the block, by the same highlighter.
  /// - Complexity: O(text) for code, of which equal pieces are not highlighted again; O(items) for
  ///   lists.
  package func pieces(
    by highlighter: (any CodeHighlighter)?, reusing old: [MarkupPiece] = []
  ) -> [MarkupPiece] {
    switch self {
    case .code(let code, let language):
      Self.pieces(
        Self.code(code.withoutLastLineEnd.chunks, language.map { ExactText($0) }, highlighter, old))
    case .list(let list) where list.items.count > 1: Self.pieces(list.singles.map { .item($0) })
    case .list(let list): Self.pieces([.item(list)])
    default: Self.pieces([.block(self)])
    }
  }

  /// Pieces of code, each with the state that those above leave.
  private static func code(
    _ chunks: [ExactText], _ language: ExactText?, _ highlighter: (any CodeHighlighter)?,
    _ old: [MarkupPiece]
  ) -> [MarkupPiece.Content] {
    let name = language?.string.lowercased()
    var state = 0
    return chunks.indices.map { index in
      let content = MarkupPiece.Content.code(chunks[index], language: language, state: state)
      guard let highlighter, let name, index + 1 < chunks.count else { return content }
      if index + 1 < old.count, old[index].content == content,
        case .code(_, _, let known) = old[index + 1].content
      {
        state = known
      } else {
        state = highlighter.state(below: chunks[index].string, language: name, from: state)
      }
      return content
    }
  }

  private static func pieces(_ contents: [MarkupPiece.Content]) -> [MarkupPiece] {
    contents.enumerated().map { index, content in
      MarkupPiece(
        content: content, isFirst: index == 0, isLast: index == contents.count - 1)
    }
  }
}

extension MarkupList {
  /// The items as lists of their own, which continue the numbers.
  fileprivate var singles: [MarkupList] {
    items.indices.map { index in
      MarkupList(
        start: start.map { $0 + index }, isTight: isTight, items: [items[index]],
        tasks: [tasks[index]])
    }
  }
}

extension String {
  /// The text in chunks of some lines, without the line ends between chunks.
  fileprivate var chunks: [ExactText] {
    var chunks: [ExactText] = []
    var (start, count) = (utf8.startIndex, 0)
    for index in utf8.indices where utf8[index] == UInt8(ascii: "\n") {
      count += 1
      guard count == MarkupPiece.codeLineLimit else { continue }
      chunks.append(ExactText(String(self[start..<index])))
      (start, count) = (utf8.index(after: index), 0)
    }
    return chunks + [ExactText(String(self[start...]))]
  }
}
