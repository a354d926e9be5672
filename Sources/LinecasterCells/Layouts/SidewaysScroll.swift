package import LinecasterBase
import LinecasterBoxLayout
import LinecasterDisplay
package import LinecasterText

extension Layout {
  /// Lets readers scroll content that is wider than its place sideways (CSS `overflow-x: auto`).
  ///
  /// The content shrinks to the width of its longest words and unbreakable lines, but no further.
  /// The rest is clipped, and a bar shows which part is visible. A list scrolls it by wheels and
  /// fingers, and keeps the distance for each row. Pictures show the start.
  ///
  ///     let prices = Grid(columns: .repeating(9, [.auto]), spacing: 12) { cells }
  ///     return prices.scrollsSideways("prices")
  ///
  /// - Parameter tag: Identifies the content in its cell.
  public func scrollsSideways(_ tag: some Hashable & Sendable) -> LayoutNode {
    var scroller = Row { grow() }.node
    scroller.style.overflowX = .hidden
    scroller.style.minWidth = .zero
    scroller.decoration.clipsContent = true
    scroller.decoration.effects.scrollTag = InlinePayload(tag)
    return scroller
  }
}

/// Content of a cell that is wider than its place, which readers scroll sideways.
package struct SidewaysScroll: Hashable, Sendable {
  /// Identifies it in its cell.
  package let tag: InlinePayload
  /// Its place, in layout points from the cell's top-left corner.
  package let frame: Rect
  /// The distance by which the content can be scrolled, in layout points; positive.
  package let room: Double
  /// Whether the content starts at the right edge.
  package let startsAtRight: Bool
  /// The texts of the cell that are in the content.
  var texts = 0..<0

  /// The content of a node; `nil` if it fits.
  ///
  /// - Parameters:
  ///   - frame: The frame of the node.
  ///   - content: The frame of its content, unscrolled.
  init?(_ tag: InlinePayload, in frame: Rect, content: Rect) {
    guard !frame.isEmpty, content.width > frame.width else { return nil }
    self.tag = tag
    self.frame = frame
    room = content.width - frame.width
    startsAtRight = content.minX < frame.minX
  }

  /// Returns the distance from the start after a movement, at most the room.
  ///
  /// - Parameter change: The distance that the visible part moves to the right, in layout points.
  package func offset(_ offset: Double, movedBy change: Double) -> Double {
    clamped(clamped(offset) + (startsAtRight ? -change : change))
  }

  /// Returns the movement from an offset after which a part of the unscrolled content is visible,
  /// with some room beside it; 0 if it is.
  package func change(from offset: Double, toShow part: Rect) -> Double {
    let shown = clamped(offset) * (startsAtRight ? -1 : 1)
    let margin = min(Self.margin, max(0, frame.width - part.width) / 2)
    let toLeft = part.minX - margin - frame.minX - shown
    let toRight = part.maxX + margin - frame.maxX - shown
    // Of a part that is wider than the place, the start is shown.
    if part.width > frame.width { return startsAtRight ? toRight : toLeft }
    return toLeft < 0 ? toLeft : max(0, toRight)
  }

  private static let margin = 12.0

  private func clamped(_ offset: Double) -> Double { min(max(offset.limited(), 0), room) }

  /// Returns the distance by which the content is drawn to the right of where it was laid out.
  func shift(_ offset: Double, _ scale: PixelScale) -> Double {
    let way = scale.rounded(clamped(offset))
    return startsAtRight ? way : -way
  }

  /// Returns the bar at the bottom that shows which part of the content is visible.
  func bar(_ offset: Double, in theme: Theme) -> DisplayCommand {
    let share = frame.width / (frame.width + room)
    let width = min(max(share * frame.width, Self.leastBarWidth), frame.width)
    let way = (frame.width - width) * clamped(offset) / room
    let thumb = Rect(
      x: startsAtRight ? frame.maxX - width - way : frame.minX + way,
      y: frame.maxY - Self.barHeight, width: width, height: Self.barHeight)
    return .fill(
      DisplayShape(thumb, corners: CornerRadii(all: Self.barHeight / 2)),
      .color(Self.barColor.color(in: theme)))
  }

  private static let barHeight = 3.0
  private static let leastBarWidth = 24.0
  private static let barColor = ThemeColor(
    light: Color(red: 0, green: 0, blue: 0, alpha: 110),
    dark: Color(red: 255, green: 255, blue: 255, alpha: 110))
}

extension CellArrangement {
  /// Returns the innermost content at a point that can be scrolled sideways; `nil` for none.
  package func sidewaysScroll(at point: Point) -> SidewaysScroll? {
    sidewaysScrolls.last { $0.frame.contains(point) }
  }

  /// Returns the innermost content with a text that can be scrolled sideways; `nil` for none.
  package func sidewaysScroll(of text: CellTextRange) -> SidewaysScroll? {
    sidewaysScrolls.last { $0.texts.contains(text.text) }
  }
}
