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
    return FlexMeasurement(
      size: scale.roundedUp(layout.size), firstBaseline: layout.firstBaseline)
  }

  /// The lines at a width in layout points; the last width asked for is kept.
  ///
  /// A layout that is not cut by its width serves every width that holds it, if its lines do not
  /// depend on the width in another way.
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
