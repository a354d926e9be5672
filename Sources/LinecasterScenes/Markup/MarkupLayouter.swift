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

  /// The maximum number of lists and quotes that indent their blocks.
  static let depthLimit = 12

  /// The layouter of the blocks inside a list or quote.
  private var inside: MarkupLayouter {
    var inside = self
    inside.depth += 1
    return inside
  }

  private var em: Double { style.text.size }

  /// A column of blocks.
  func column(_ blocks: [MarkupBlock], _ text: TextStyle, isTight: Bool = false) -> LayoutNode {
    Column(spacing: em * (isTight ? 0.25 : 0.75)) {
      for block in depth < Self.depthLimit ? blocks : blocks.leaves { node(block, text) }
    }.node
  }

  private func node(_ block: MarkupBlock, _ text: TextStyle) -> LayoutNode {
    switch block {
    case .heading(let level, let spans): paragraph(spans, style.heading(level))
    case .paragraph(let spans): paragraph(spans, text)
    case .quote(let blocks): quote(blocks, text)
    case .list(let items): list(items, text)
    case .table(let table): self.table(table, text)
    case .html(let html): Text(html.withoutLastLineEnd, style: text).node
    case .footnote(let number, let blocks):
      list(MarkupList(start: number, isTight: true, items: [blocks], tasks: [nil]), text)
    case .code(let code, _): self.code(code)
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
    return Text(Paragraph(text, style: ParagraphStyle(alignment: alignment))).node
  }

  /// Appends spans, with code in boxes.
  private func append(
    _ spans: ArraySlice<MarkupSpan>, to text: inout AttributedText, _ style: TextStyle
  ) {
    for span in spans {
      let look = self.style.span(span.traits, in: style)
      if span.traits.contains(.code) {
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
    .towards(blocks.isRightToLeft)
  }

  private func list(_ list: MarkupList, _ text: TextStyle) -> LayoutNode {
    let last = (list.start ?? 0) + list.items.count - 1
    let digits = list.start == nil ? 1 : max(2, "\(last)".count + 1)
    return Column(spacing: em * (list.isTight ? 0.25 : 0.75)) {
      for (index, item) in list.items.enumerated() {
        Row(spacing: em * 0.5, alignment: .baseline) {
          mark(list, index, text)
            .modified { $0.style.minWidth = .points(em * (0.25 + 0.55 * Double(digits))) }.shrink(0)
          inside.column(item, text, isTight: list.isTight).grow()
            .modified {
              $0.style.minWidth = .zero
              $0.style.basis = .zero
            }
        }
        .towards(item.isRightToLeft)
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

  private func code(_ code: String) -> LayoutNode {
    let text = style.span(.code, in: style.text)
    return Text(
      code.withoutLastLineEnd, style: text,
      paragraphStyle: ParagraphStyle(baseDirection: .leftToRight, tabSize: 4)
    )
    .padding(Insets(horizontal: em * 0.75, vertical: em * 0.5))
    .background(style.codeBackground, cornerRadius: em * 0.375)
  }

  /// The image, at most as wide as its pixels; its description if there is no image.
  private func image(_ path: String, _ description: String, _ text: TextStyle) -> LayoutNode {
    guard let size = imageSize(path), size.width > 0, size.height > 0 else {
      var text = text
      text.color = style.muted
      text.slant = .italic
      return Text(description.isEmpty ? path : description, style: text).node
    }
    let factor = min(1, imageWidth / size.width)
    return Image(
      ImageReference(path), size: Size(width: size.width * factor, height: size.height * factor)
    )
    .alignment(.flexStart)
  }
}

extension MarkupLayouter {
  /// A grid whose columns are as wide as their contents, or share the width.
  private func table(_ table: MarkupTable, _ text: TextStyle) -> LayoutNode {
    var header = text
    header.weight = .bold
    let alignments = table.alignments.prefix(Self.columnLimit).map(TextAlignment.init)
    let count = alignments.count
    return Grid(columns: .repeating(count, [.auto]), spacing: em * 0.5) {
      for (cell, alignment) in zip(table.header.prefix(count), alignments) {
        paragraph(cell, header, alignment)
      }
      for row in table.rows {
        for (column, alignment) in alignments.enumerated() {
          paragraph(column < row.count ? row[column] : [], text, alignment)
        }
      }
    }.node
  }

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
  fileprivate var withoutLastLineEnd: String {
    utf8.last == 0x0A ? String(unicodeScalars.dropLast()) : self
  }
}

extension Layout {
  /// The layout with rows that start at the start edge of a text direction.
  fileprivate func towards(_ isRightToLeft: Bool) -> LayoutNode {
    modified { $0.style.writingDirection = isRightToLeft ? .rightToLeft : .leftToRight }
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

  /// Whether the first letter with a direction is right-to-left.
  var isRightToLeft: Bool { lazy.compactMap(\.isRightToLeft).first ?? false }
}

extension MarkupBlock {
  /// Whether the first letter of the block with a direction is right-to-left; `nil` if there is
  /// none.
  fileprivate var isRightToLeft: Bool? {
    switch self {
    case .heading(_, let spans), .paragraph(let spans):
      spans.lazy.compactMap { Self.direction(of: $0.text) }.first
    case .quote(let blocks): blocks.lazy.compactMap(\.isRightToLeft).first
    case .list(let list): list.items.lazy.joined().compactMap(\.isRightToLeft).first
    case .footnote(_, let blocks): blocks.lazy.compactMap(\.isRightToLeft).first
    case .code, .image, .table, .html, .thematicBreak: nil
    }
  }

  private static func direction(of text: String) -> Bool? {
    text.unicodeScalars.first { $0.properties.isAlphabetic }.map { letter in
      rightToLeft.contains { $0.contains(letter.value) }
    }
  }

  /// The Unicode blocks of right-to-left scripts.
  private static let rightToLeft: [ClosedRange<UInt32>] = [
    0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
  ]
}
