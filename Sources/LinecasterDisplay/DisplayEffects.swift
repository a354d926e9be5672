public import LinecasterBase

/// The blend mode of a group (CSS `mix-blend-mode`, Compositing and Blending 1, §10).
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
  /// Draws the group over its backdrop.
  case normal
  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight
  case difference, exclusion, hue, saturation, color, luminosity
}

/// A filter on the pixels of a group (CSS `filter`, Filter Effects 1, §6).
///
/// Amounts are those of CSS: 1 is the full effect or, for brightness, contrast, saturation and
/// opacity, no change. Values that are not finite leave the pixels unchanged.
public enum DisplayFilter: Hashable, Sendable {
  /// Blurs the pixels; the value is the standard deviation of the Gaussian in layout points.
  case blur(Double)
  /// Multiplies the brightness by a factor.
  case brightness(Double)
  /// Multiplies the contrast by a factor.
  case contrast(Double)
  /// Multiplies the saturation by a factor.
  case saturate(Double)
  /// Converts to greyscale by an amount from 0 to 1.
  case grayscale(Double)
  /// Converts to sepia by an amount from 0 to 1.
  case sepia(Double)
  /// Inverts the colours by an amount from 0 to 1.
  case invert(Double)
  /// Rotates the hues by an angle in degrees.
  case hueRotate(Double)
  /// Multiplies the opacity by a factor from 0 to 1.
  case opacity(Double)
}

/// A stroke along the outlines of letters (CSS `-webkit-text-stroke`).
public struct TextStroke: Hashable, Sendable {
  /// The width of the stroke in layout points, half of which is outside the letters.
  public var width: Double
  /// The colour of the stroke in the light theme; setting it sets the colour of all themes.
  public var color: Color {
    get { themeColor.light }
    set { themeColor = ThemeColor(newValue) }
  }
  /// The colour of the stroke in each theme; the layout's environment selects one.
  public var themeColor: ThemeColor
  /// Whether the stroke is drawn behind the letters, so the letters keep their full weight (CSS
  /// `paint-order`).
  public var isBehind: Bool

  /// Creates a stroke of one colour in all themes.
  public init(_ color: Color, width: Double, isBehind: Bool = false) {
    self.init(ThemeColor(color), width: width, isBehind: isBehind)
  }

  /// Creates a stroke whose colour depends on the theme.
  public init(_ color: ThemeColor, width: Double, isBehind: Bool = false) {
    themeColor = color
    self.width = width
    self.isBehind = isBehind
  }
}

/// A shape, and the paint that fills it.
public struct DisplayFill: Hashable, Sendable {
  /// The filled shape. Gradients span its rectangle.
  public var shape: DisplayShape
  /// The colour or gradient that fills the shape.
  public var paint: DisplayPaint

  /// Creates a filled shape.
  public init(_ shape: DisplayShape, _ paint: DisplayPaint) {
    self.shape = shape
    self.paint = paint
  }

  fileprivate func offset(x dx: Double, y dy: Double) -> DisplayFill {
    DisplayFill(shape.offset(x: dx, y: dy), paint)
  }
}

/// A filter on the backdrop of a group inside a shape, for example frosted glass (CSS
/// `backdrop-filter`, Filter Effects 2, §2).
///
/// The backdrop consists of all pixels that earlier steps drew in the list or in the enclosing
/// group. Pixels outside the shape are not sampled; pixels inside are mirrored at its edges. The
/// mask, transform and opacity of the group also apply to the backdrop filter.
public struct DisplayBackdrop: Hashable, Sendable {
  /// The area that is filtered, in layout points of the group.
  public var shape: DisplayShape
  /// The filters, applied in order.
  public var filters: [DisplayFilter]

  /// Creates a backdrop filter.
  public init(_ shape: DisplayShape, filters: [DisplayFilter]) {
    self.shape = shape
    self.filters = filters
  }
}

/// The effects with which a group is composited, in this order: paint, filters, mask, transform and
/// blend mode.
///
///     var effects = DisplayEffects(blend: .multiply)
///     effects.filters = [.grayscale(1), .blur(2)]
///     effects.paint = DisplayFill(box, .linear(gradient))
public struct DisplayEffects: Sendable {
  /// The transform, in layout points of the list (CSS `transform`). If the transform is not
  /// invertible, the group is not drawn.
  public var transform: DisplayTransform
  /// The blend mode with the list or the enclosing group (CSS `mix-blend-mode`).
  public var blend: BlendMode
  /// The filters, applied in order (CSS `filter`).
  public var filters: [DisplayFilter]
  /// The paint that replaces the group's colours and keeps their opacity; `nil` for none. The group
  /// is not drawn outside of the paint's shape.
  public var paint: DisplayFill?
  /// The alpha mask, as drawing steps from back to front; `nil` for none (CSS `mask-image`).
  public var mask: [DisplayCommand]?
  /// The backdrop filter; `nil` for none (CSS `backdrop-filter`).
  public var backdrop: DisplayBackdrop?

  /// Creates effects; the defaults change nothing.
  public init(
    transform: DisplayTransform = .identity, blend: BlendMode = .normal,
    filters: [DisplayFilter] = [], paint: DisplayFill? = nil, mask: [DisplayCommand]? = nil,
    backdrop: DisplayBackdrop? = nil
  ) {
    self.transform = transform
    self.blend = blend
    self.filters = filters
    self.paint = paint
    self.mask = mask
    self.backdrop = backdrop
  }

  /// Whether the effects change nothing.
  ///
  /// - Complexity: O(1).
  public var isPlain: Bool {
    transform == .identity && blend == .normal && filters.isEmpty && paint == nil && mask == nil
      && backdrop == nil
  }

  /// Returns the effects for a group that has moved.
  func offset(x dx: Double, y dy: Double) -> DisplayEffects {
    var effects = self
    if transform != .identity { effects.transform = transform.moved(x: dx, y: dy) }
    effects.paint = paint?.offset(x: dx, y: dy)
    effects.mask = mask?.map { $0.offset(x: dx, y: dy) }
    effects.backdrop = backdrop.map {
      DisplayBackdrop($0.shape.offset(x: dx, y: dy), filters: $0.filters)
    }
    return effects
  }
}
