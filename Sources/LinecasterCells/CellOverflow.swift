import LinecasterBase
import LinecasterDisplay
import LinecasterText

/// Content of a cell outside of its page, which a picture of the cell does not show.
package struct CellOverflow: Hashable, Sendable {
  /// A side of the page.
  package enum Side: CaseIterable, Hashable, Sendable {
    case top, bottom, left, right
  }

  /// The side of the page beyond which the content is.
  package let side: Side
  /// The first node that is not inside, by its index in pre-order.
  package fileprivate(set) var node: Int
  /// The number of such nodes.
  package fileprivate(set) var count = 1
  /// The greatest distance from the page's edge, in layout points.
  package fileprivate(set) var distance: Double
}

/// Finds texts, images and boxes in flow outside of a page.
///
/// Absolutely positioned and transformed nodes may stand outside on purpose, and so may the content
/// of nodes that clip it, except for the root; they are left out.
struct OverflowFinder {
  /// The extents of the page, in layout points.
  let page: Size
  private var exemptEnd = 0
  private var found: [CellOverflow.Side: CellOverflow] = [:]

  /// The distance beyond the page that is not visible as a fault, in layout points.
  private static let tolerance = 1.0

  init(page: Size) { self.page = page }

  /// The findings, one for each side.
  var overflows: [CellOverflow] { CellOverflow.Side.allCases.compactMap { found[$0] } }

  /// Exempts the nodes before an index in painting order.
  mutating func exempt(until end: Int) { exemptEnd = max(exemptEnd, end) }

  /// Notes what a node shows.
  ///
  /// - Parameter place: The node's index in painting order.
  mutating func note(_ node: Int, at place: Int, _ rect: Rect) {
    guard place >= exemptEnd, !rect.isEmpty, !isInside(rect) else { return }
    note(node, .top, -rect.minY)
    note(node, .bottom, rect.maxY - page.height)
    note(node, .left, -rect.minX)
    note(node, .right, rect.maxX - page.width)
  }

  /// Notes the lines of a text.
  mutating func note(_ node: Int, at place: Int, _ text: TextDrawing, in frame: Rect) {
    let layout = text.layout
    guard text.factor == 1 else { return note(node, at: place, frame) }
    let bounds = Rect(origin: text.origin, size: layout.axes.pageSize)
    guard place >= exemptEnd, !isInside(bounds.union(frame)) else { return }
    var shown: Rect?
    for line in layout.lines where line.frame.width > 0 {
      let rect = layout.axes.page(line.frame).offset(x: text.origin.x, y: text.origin.y)
      shown = shown?.union(rect) ?? rect
    }
    if let shown { note(node, at: place, shown) }
  }

  private func isInside(_ rect: Rect) -> Bool {
    rect.minX >= -Self.tolerance && rect.minY >= -Self.tolerance
      && rect.maxX <= page.width + Self.tolerance && rect.maxY <= page.height + Self.tolerance
  }

  private mutating func note(_ node: Int, _ side: CellOverflow.Side, _ distance: Double) {
    guard distance > Self.tolerance else { return }
    guard var overflow = found[side] else {
      found[side] = CellOverflow(side: side, node: node, distance: distance)
      return
    }
    overflow.node = min(overflow.node, node)
    overflow.count += 1
    overflow.distance = max(overflow.distance, distance)
    found[side] = overflow
  }
}
