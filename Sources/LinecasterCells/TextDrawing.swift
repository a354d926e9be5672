import LinecasterBase
import LinecasterDisplay
import LinecasterText

/// The sizes that a text may have to fit its box.
///
///     let title = Text("A title of any length", style: TextStyle(weight: .bold))
///       .fitted(TextFit(smallest: 12, largest: 64)).frame(width: 300, height: 80)
public struct TextFit: Hashable, Sendable {
  /// The least size of the em in layout points, which is kept where not even that fits.
  public var smallest: Double
  /// The greatest size of the em in layout points.
  public var largest: Double

  /// Makes a range of sizes.
  public init(smallest: Double = 8, largest: Double) {
    self.smallest = smallest
    self.largest = largest
  }

  /// Sizes are whole quarters of a point.
  private static let step = 0.25
  private static let limit = 100_000.0

  /// The greatest size of the range for which a text fits, as a multiple of its own.
  ///
  /// - Parameters:
  ///   - size: The text's own size.
  ///   - fits: Whether it fits so many times as large; where it does, it does in any smaller size.
  func factor(
    of size: Double, fits: (Double) throws(CancellationError) -> Bool
  ) throws(CancellationError) -> Double {
    guard size > 0, size.isFinite, smallest.isFinite, largest.isFinite else { return 1 }
    var low = Int(
      saturating: (min(max(smallest, Self.step), Self.limit) / Self.step).rounded(.down))
    var high = Int(
      saturating: (min(max(largest, Self.step), Self.limit) / Self.step).rounded(.down))
    high = max(low, high)
    while low < high {
      let middle = low + (high - low + 1) / 2
      if try fits(Double(middle) * Self.step / size) { low = middle } else { high = middle - 1 }
    }
    return Double(low) * Self.step / size
  }
}

extension Layout {
  /// The text as large as fits its box, which takes the room that it would take in its own size
  /// unless it is said how large it is; other layouts stay as they are.
  ///
  /// All of it grows and shrinks together. It is shaped once, whatever its size.
  public func fitted(_ sizes: TextFit) -> LayoutNode {
    modified { $0.decoration.effects.textFit = sizes }
  }
}

extension TextLeaf {
  /// How many times as large as it is the text is drawn to fit a box.
  ///
  /// Words are not broken to fit, nor is anything left out.
  mutating func factor(
    for fit: TextFit, in box: Rect, _ scope: WorkScope
  ) throws(CancellationError) -> Double {
    guard prepared.writingMode == .horizontal else { return 1 }
    let least = try prepared.minContentWidth { scope.isCancelled }
    // What is missed by less is what is lost in sums.
    let (width, height) = (box.width + 1e-6, box.height + 1e-6)
    return try fit.factor(of: size) { factor throws(CancellationError) in
      guard least * factor <= width else { return false }
      let layout = try prepared.layout(width: box.width / factor) { scope.isCancelled }
      return layout.size.width * factor <= width && layout.size.height * factor <= height
        && !layout.isTruncated
    }
  }
}

/// A text in its box, and how large it is drawn.
struct TextDrawing {
  let layout: TextLayout
  let origin: Point
  /// How many times as large as it was laid out.
  let factor: Double

  /// Where the layout is seen.
  var transform: DisplayTransform {
    factor == 1 ? .identity : .scale(x: factor, y: factor, around: origin)
  }

  /// The steps that draw it.
  ///
  /// - Parameters:
  ///   - decoration: That of its node.
  ///   - shape: The box of its node.
  ///   - selection: What is drawn beneath it.
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

  /// Steps of the layout where they are seen.
  private func seen(_ commands: [DisplayCommand]) -> [DisplayCommand] {
    guard factor != 1, !commands.isEmpty else { return commands }
    return [.group(DisplayGroup(commands, effects: DisplayEffects(transform: transform)))]
  }

  /// A shadow that is as far away and as soft as it should be once it is drawn larger.
  private func scaled(_ shadow: Shadow) -> Shadow {
    guard factor != 1 else { return shadow }
    var scaled = shadow
    scaled.offset = Point(x: shadow.offset.x / factor, y: shadow.offset.y / factor)
    scaled.blur /= factor
    return scaled
  }
}
