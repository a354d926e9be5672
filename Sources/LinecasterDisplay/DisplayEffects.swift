public import LinecasterBase

/// How a group is put on what is below it (Compositing and Blending 1, §10).
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
  /// In front of it.
  case normal
  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight
  case difference, exclusion, hue, saturation, color, luminosity
}

/// A change of the pixels of a group (Filter Effects 1, §6).
///
/// Amounts of 1 are all of it, or nothing where the filter only strengthens or weakens. They are
/// those of CSS; what is not finite counts as no change.
public enum DisplayFilter: Hashable, Sendable {
  /// Blurred by a Gaussian of a standard deviation in layout points.
  case blur(Double)
  /// Brighter by a factor.
  case brightness(Double)
  /// With more contrast by a factor.
  case contrast(Double)
  /// More colourful by a factor.
  case saturate(Double)
  /// Grey, 0 to 1.
  case grayscale(Double)
  /// As old photographs, 0 to 1.
  case sepia(Double)
  /// With colours turned into their opposites, 0 to 1.
  case invert(Double)
  /// With hues turned by an angle in degrees.
  case hueRotate(Double)
  /// More transparent by a factor, 0 to 1.
  case opacity(Double)
}

/// A line along the outlines of letters.
public struct TextStroke: Hashable, Sendable {
  /// The width in layout points, half of it outside of the letters.
  public var width: Double
  /// The colour.
  public var color: Color
  /// Whether it is drawn behind the letters, so that these stay as wide as they are.
  public var isBehind: Bool

  /// Makes a line.
  public init(_ color: Color, width: Double, isBehind: Bool = false) {
    self.color = color
    self.width = width
    self.isBehind = isBehind
  }
}

/// A shape and what it is filled with.
public struct DisplayFill: Hashable, Sendable {
  /// What is filled; a gradient's line or ellipse is that of its rectangle.
  public var shape: DisplayShape
  /// What it is filled with.
  public var paint: DisplayPaint

  /// Makes a filled shape.
  public init(_ shape: DisplayShape, _ paint: DisplayPaint) {
    self.shape = shape
    self.paint = paint
  }

  fileprivate func offset(x dx: Double, y dy: Double) -> DisplayFill {
    DisplayFill(shape.offset(x: dx, y: dy), paint)
  }
}

/// A change of what is beneath a group, inside of a shape, before the group is drawn (Filter
/// Effects 2, §2): as glass that is not clear has it.
///
/// What is beneath is what steps before it have drawn in the list or in the group around. What is
/// outside of the shape does not come in: at its edges the pixels inside are mirrored. The mask,
/// the transform and the opacity of the group hold for the change too.
public struct DisplayBackdrop: Hashable, Sendable {
  /// Where pixels are changed, in layout points of the group.
  public var shape: DisplayShape
  /// Changes of the pixels beneath, one after the other.
  public var filters: [DisplayFilter]

  /// Makes a change of what is beneath.
  public init(_ shape: DisplayShape, filters: [DisplayFilter]) {
    self.shape = shape
    self.filters = filters
  }
}

/// What becomes of the pixels of a group before they are put on what is below, in this order: they
/// are painted, filtered, masked, transformed and blended.
///
///     var effects = DisplayEffects(blend: .multiply)
///     effects.filters = [.grayscale(1), .blur(2)]
///     effects.paint = DisplayFill(box, .linear(gradient))
public struct DisplayEffects: Sendable {
  /// Where everything goes, in layout points of the list. A map that cannot be undone draws
  /// nothing.
  public var transform: DisplayTransform
  /// How it is put on what is below it in the list or in the group around.
  public var blend: BlendMode
  /// Changes of its pixels, one after the other.
  public var filters: [DisplayFilter]
  /// What it is painted with in place of its own colours, as much as it is opaque; nil for these.
  /// Beyond the shape there is nothing.
  public var paint: DisplayFill?
  /// Steps that leave as much of it as they are opaque themselves; nil leaves all.
  public var mask: [DisplayCommand]?
  /// What becomes of the pixels beneath it before; nil leaves them as they are.
  public var backdrop: DisplayBackdrop?

  /// Makes effects; what is left out changes nothing.
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

  /// Whether nothing changes.
  public var isPlain: Bool {
    transform == .identity && blend == .normal && filters.isEmpty && paint == nil && mask == nil
      && backdrop == nil
  }

  /// The same for a group that has moved.
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

/// Effects behind a reference, since few groups have any.
final class EffectBox: Sendable {
  let effects: DisplayEffects

  init(_ effects: DisplayEffects) { self.effects = effects }
}
