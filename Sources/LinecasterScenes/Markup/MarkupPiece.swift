package import LinecasterBase
package import LinecasterCells
import LinecasterText

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
