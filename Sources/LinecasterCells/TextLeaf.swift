import LinecasterBase
import LinecasterBoxLayout
import LinecasterText

/// A text leaf while its cell is arranged: prepared once, laid out once a width.
struct TextLeaf {
  let prepared: PreparedParagraph
  let scale: PixelScale
  /// The size of its first letters in layout points.
  let size: Double
  private(set) var layout: TextLayout?
  private var layoutWidth = 0.0

  init(_ prepared: PreparedParagraph, scale: PixelScale, size: Double) {
    self.prepared = prepared
    self.scale = scale
    self.size = size
  }

  /// The size of the text under a constraint, rounded up to whole pixels, never down.
  mutating func measure(
    _ constraint: BoxConstraint, _ scope: WorkScope
  ) throws(CancellationError) -> BoxMeasurement {
    guard prepared.writingMode == .horizontal else {
      return try measureVertical(constraint, scope)
    }
    let layout = try layout(width: width(for: constraint.width, scope), scope)
    let onGrid = scale.roundedUp(layout.size)
    // An edge may count as met that is missed by a hair, which must not break the lines again.
    let width = max(onGrid.width, layout.size.width)
    return BoxMeasurement(
      size: Size(width: width, height: onGrid.height), firstBaseline: layout.firstBaseline)
  }

  /// The size of text whose lines run along the height; it has no baseline for its neighbours.
  private mutating func measureVertical(
    _ constraint: BoxConstraint, _ scope: WorkScope
  ) throws(CancellationError) -> BoxMeasurement {
    let layout = try layout(width: width(for: constraint.height, scope), scope)
    let size = layout.axes.pageSize
    let onGrid = scale.roundedUp(size)
    return BoxMeasurement(
      size: Size(width: onGrid.width, height: max(onGrid.height, size.height)))
  }

  /// The lines at a width in layout points; the last width asked for is kept.
  mutating func layout(
    width: Double, _ scope: WorkScope
  ) throws(CancellationError) -> TextLayout {
    if let layout, layoutWidth == width { return layout }
    let layout = try prepared.layout(width: width) { scope.isCancelled }
    self.layout = layout
    layoutWidth = width
    return layout
  }

  private func width(
    for extent: BoxExtent, _ scope: WorkScope
  ) throws(CancellationError) -> Double {
    switch extent {
    case .undefined: .infinity
    case .minContent: try leastWidth(scope)
    case .atMost(let width): max(width, try leastWidth(scope))
    case .exactly(let width): width
    }
  }

  private func leastWidth(_ scope: WorkScope) throws(CancellationError) -> Double {
    scale.roundedUp(try prepared.minContentWidth { scope.isCancelled })
  }
}
