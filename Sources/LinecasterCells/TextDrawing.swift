import LinecasterBase
import LinecasterBoxLayout
import LinecasterDisplay
import LinecasterText

/// The range of font sizes for fitting text to its box.
///
///     let title = Text("A title of any length", style: TextStyle(weight: .bold))
///       .fitted(TextFit(smallest: 12, largest: 64)).frame(width: 300, height: 80)
public struct TextFit: Hashable, Sendable {
  /// The minimum font size, in layout points, which is kept even if the text does not fit.
  public var smallest: Double
  /// The maximum font size, in layout points.
  public var largest: Double

  /// Creates a range of sizes.
  public init(smallest: Double = 8, largest: Double) {
    self.smallest = smallest
    self.largest = largest
  }

  /// The step between sizes, in layout points.
  private static let step = 0.25
  private static let limit = 100_000.0

  /// Returns the largest fitting size of the range, as a multiple of the text's own size.
  ///
  /// - Parameters:
  ///   - size: The text's own size.
  ///   - fits: Whether the text fits at a factor; it must also fit at all smaller ones.
  func factor(
    of size: Double, fits: (Double) throws(CancellationError) -> Bool
  ) throws(CancellationError) -> Double {
    guard size > 0, size.isFinite, smallest.isFinite, largest.isFinite else { return 1 }
    let low = Int(
      saturating: (min(max(smallest, Self.step), Self.limit) / Self.step).rounded(.down))
    let high = Int(
      saturating: (min(max(largest, Self.step), Self.limit) / Self.step).rounded(.down))
    let tooLarge = try ((low + 1)..<(max(low, high) + 1)).bisect { step throws(CancellationError) in
      try fits(Double(step) * Self.step / size) == false
    }
    return Double(tooLarge - 1) * Self.step / size
  }
}

extension Layout {
  /// Fits the font size of the text to its box (SwiftUI `minimumScaleFactor`). A no-op for layouts
  /// other than text.
  ///
  /// If no size is set, the box is that of the text in its original font size. All runs scale
  /// together, and the text is shaped only once.
  public func fitted(_ sizes: TextFit) -> LayoutNode {
    modified { $0.decoration.effects.textFit = sizes }
  }
}

extension TextLeaf {
  /// Returns the scale factor at which the text fits a box.
  ///
  /// Fitting neither breaks words nor truncates.
  mutating func factor(
    for fit: TextFit, in box: Rect, _ scope: WorkScope
  ) throws(CancellationError) -> Double {
    guard prepared.writingMode == .horizontal else { return 1 }
    let least = try prepared.minContentWidth(in: scope)
    // A smaller excess is a rounding error.
    let (width, height) = (box.width + 1e-6, box.height + 1e-6)
    return try fit.factor(of: size) { factor throws(CancellationError) in
      guard least * factor <= width else { return false }
      let layout = try prepared.layout(width: box.width / factor, in: scope)
      return layout.size.width * factor <= width && layout.size.height * factor <= height
        && !layout.isTruncated
    }
  }
}

/// A text in its box, and how large it is drawn.
struct TextDrawing {
  let layout: TextLayout
  let origin: Point
  /// The scale factor of the drawing.
  let factor: Double

  /// The transform of the layout.
  var transform: DisplayTransform {
    factor == 1 ? .identity : .scale(x: factor, y: factor, around: origin)
  }

  /// Returns the drawing steps.
  ///
  /// - Parameters:
  ///   - decoration: The decoration of the node.
  ///   - shape: The box of the node.
  ///   - selection: The drawing steps beneath the text.
  func commands(
    _ decoration: BoxDecoration, in shape: DisplayShape, selection: [DisplayCommand]
  ) -> [DisplayCommand] {
    let shadows = decoration.textShadows.reversed().map { shadow in
      DisplayCommand.textShadow(layout, origin: origin, scaled(shadow))
    }
    let letters = DisplayCommand.text(layout, origin: origin)
    guard decoration.hasEffects else { return selection + shadows + [letters] }
    let effects = decoration.effects
    let line = effects.textStroke.map { stroke in
      var scaled = stroke
      scaled.width /= factor
      return DisplayCommand.textStroke(layout, origin: origin, scaled)
    }
    let isBehind = effects.textStroke?.isBehind == true
    let (below, above) = ([isBehind ? line : nil], [isBehind ? nil : line])
    let beneath = selection + shadows + below.compactMap { $0 }
    guard let paint = effects.textPaint else {
      return seen(beneath + [letters] + above.compactMap { $0 })
    }
    let painted = DisplayGroup(
      seen([letters]), effects: DisplayEffects(paint: DisplayFill(shape, paint)))
    return seen(beneath) + [.group(painted)] + seen(above.compactMap { $0 })
  }

  /// Returns drawing steps of the layout, scaled.
  private func seen(_ commands: [DisplayCommand]) -> [DisplayCommand] {
    guard factor != 1, !commands.isEmpty else { return commands }
    return [.group(DisplayGroup(commands, effects: DisplayEffects(transform: transform)))]
  }

  /// Returns a shadow that has its intended offset and blur after scaling.
  private func scaled(_ shadow: Shadow) -> Shadow {
    guard factor != 1 else { return shadow }
    var scaled = shadow
    scaled.offset = Point(x: shadow.offset.x / factor, y: shadow.offset.y / factor)
    scaled.blur /= factor
    return scaled
  }
}

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
