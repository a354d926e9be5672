import LinecasterBase
import LinecasterBoxLayout
import LinecasterText

/// A text leaf during arrangement: prepared once, laid out once per width.
struct TextLeaf {
  let prepared: PreparedParagraph
  let scale: PixelScale
  /// The font size of the first characters in layout points.
  let size: Double
  private(set) var layout: TextLayout?
  private var layoutWidth = 0.0

  init(_ prepared: PreparedParagraph, scale: PixelScale, size: Double) {
    self.prepared = prepared
    self.scale = scale
    self.size = size
  }

  /// Returns the size of the text under a constraint, rounded up to whole pixels.
  mutating func measure(
    _ constraint: BoxConstraint, _ scope: WorkScope
  ) throws(CancellationError) -> BoxMeasurement {
    guard prepared.writingMode == .horizontal else {
      return try measureVertical(constraint, scope)
    }
    let layout = try layout(width: width(for: constraint.width, scope), scope)
    let onGrid = scale.roundedUp(layout.size)
    // Rounding may give less than the layout's width, which must not break lines again.
    let width = max(onGrid.width, layout.size.width)
    return BoxMeasurement(
      size: Size(width: width, height: onGrid.height), firstBaseline: layout.firstBaseline)
  }

  /// Returns the size of vertical text, which has no baseline for its neighbours.
  private mutating func measureVertical(
    _ constraint: BoxConstraint, _ scope: WorkScope
  ) throws(CancellationError) -> BoxMeasurement {
    let layout = try layout(width: width(for: constraint.height, scope), scope)
    let size = layout.axes.pageSize
    let onGrid = scale.roundedUp(size)
    return BoxMeasurement(
      size: Size(width: onGrid.width, height: max(onGrid.height, size.height)))
  }

  /// Returns the lines at a width in layout points; caches the last width.
  mutating func layout(
    width: Double, _ scope: WorkScope
  ) throws(CancellationError) -> TextLayout {
    if let layout, layoutWidth == width { return layout }
    let layout = try prepared.layout(width: width, in: scope)
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
    scale.roundedUp(try prepared.minContentWidth(in: scope))
  }
}
