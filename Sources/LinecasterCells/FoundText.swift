package import LinecasterBase
import LinecasterBoxLayout
import LinecasterDisplay
package import LinecasterText

/// A range of one of the texts of a cell.
public struct CellTextRange: Hashable, Sendable, Comparable {
  /// The index of the text in `CellArrangement.texts`.
  public var text: Int
  /// The range in the text, in UTF-16 units.
  public var utf16Range: Range<Int>

  /// Creates a range.
  public init(text: Int, utf16Range: Range<Int>) {
    self.text = text
    self.utf16Range = utf16Range
  }

  /// Returns whether a range begins before another one in reading order.
  public static func < (left: CellTextRange, right: CellTextRange) -> Bool {
    (left.text, left.utf16Range.lowerBound) < (right.text, right.utf16Range.lowerBound)
  }
}

/// The found parts of a cell's texts, which are drawn behind the text in `ThemeColor.foundText`.
public struct FoundText: Hashable, Sendable {
  /// The found ranges, in reading order.
  public var ranges: [CellTextRange]
  /// The range that the reader has been led to, in `ThemeColor.currentFoundText`; `nil` for none.
  public var current: CellTextRange?

  /// Creates the found parts.
  public init(_ ranges: [CellTextRange], current: CellTextRange? = nil) {
    self.ranges = ranges
    self.current = current
  }

  /// Feeds the number and the ends of the ranges to the hasher, because a row may have thousands.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ranges.count)
    hasher.combine(ranges.first)
    hasher.combine(ranges.last)
    hasher.combine(current)
  }

  /// Returns the found ranges in one of the texts.
  ///
  /// - Complexity: O(log ranges).
  func ranges(inText index: Int) -> ArraySlice<CellTextRange> {
    let start = ranges.bisect { $0.text >= index }
    return ranges[start..<ranges.bisect { $0.text > index }]
  }
}

extension LayoutNode {
  /// Returns the texts that the arrangement of the layout will have, in its order, without laying
  /// anything out; `nil` if custom content may have texts too.
  ///
  /// - Complexity: O(nodes).
  package func texts(_ scope: WorkScope) -> [String]? {
    withStack(scope) { _ in
      var texts: [String] = []
      return add(to: &texts) ? texts : nil
    }
  }

  /// Adds the texts of the node and its descendants in painting order.
  ///
  /// - Returns: Whether they are known.
  private func add(to texts: inout [String]) -> Bool {
    guard style.display != .none else { return true }
    switch content {
    case .stack(let children):
      let layers = children.map(\.layer)
      let order =
        layers.allSatisfy { $0 == 0 }
        ? Array(children.indices) : children.indices.sorted { layers[$0] < layers[$1] }
      return order.allSatisfy { children[$0].add(to: &texts) }
    case .text(let paragraph):
      if style.display.hasBox { texts.append(paragraph.text.string) }
      return true
    case .leaf: return !style.display.hasBox
    case .image, .empty: return true
    }
  }

  private var layer: Int { decoration.hasEffects ? decoration.effects.zIndex : 0 }
}

extension CellArrangement {
  /// Returns the matches of a query in the texts, in reading order.
  package func ranges(
    of query: TextQuery, _ scope: WorkScope
  ) throws(CancellationError) -> [CellTextRange] {
    var found: [CellTextRange] = []
    for (index, text) in texts.enumerated() {
      for range in try text.layout.ranges(of: query, scope) {
        found.append(CellTextRange(text: index, utf16Range: range))
      }
    }
    return found
  }

  /// Returns the bounds of a range of the texts, in layout points from the cell's top-left corner;
  /// `nil` if nothing of it is drawn.
  ///
  /// - Complexity: O(drawing steps + lines of the range).
  package func bounds(of range: CellTextRange) -> Rect? {
    let texts = texts
    guard texts.indices.contains(range.text) else { return nil }
    let text = texts[range.text]
    let rects = text.layout.rectangles(for: range.utf16Range).map { rect in
      let page = text.layout.axes.page(rect).offset(x: text.origin.x, y: text.origin.y)
      return text.transform == .identity ? page : text.transform.bounds(of: page)
    }
    return rects.dropFirst().reduce(rects.first) { $0?.union($1) }
  }
}
