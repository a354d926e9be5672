import LinecasterFlexbox
import LinecasterGeometry
import LinecasterText

/// A text leaf while its cell is arranged: prepared once, laid out once a width.
struct TextLeaf {
  let prepared: PreparedParagraph
  let scale: PixelScale
  private(set) var layout: TextLayout?
  private var layoutWidth = 0.0

  init(_ prepared: PreparedParagraph, scale: PixelScale) {
    self.prepared = prepared
    self.scale = scale
  }

  /// The size of the text under a constraint, rounded up to whole pixels, never down.
  mutating func measure(_ constraint: FlexMeasureConstraint) -> FlexMeasurement {
    let layout = layout(width: width(for: constraint.width))
    let onGrid = scale.roundedUp(layout.size)
    // An edge may count as met that is missed by a hair, which must not break the lines anew.
    let width = max(onGrid.width, layout.size.width)
    return FlexMeasurement(
      size: Size(width: width, height: onGrid.height), firstBaseline: layout.firstBaseline)
  }

  /// The lines at a width in layout points; the last width asked for is kept.
  mutating func layout(width: Double) -> TextLayout {
    if let layout, layoutWidth == width { return layout }
    let layout = prepared.layout(width: width)
    self.layout = layout
    layoutWidth = width
    return layout
  }

  private func width(for extent: FlexExtent) -> Double {
    switch extent {
    case .undefined: .infinity
    case .minContent: scale.roundedUp(prepared.minContentWidth)
    case .atMost(let width): max(width, scale.roundedUp(prepared.minContentWidth))
    case .exactly(let width): width
    }
  }
}
