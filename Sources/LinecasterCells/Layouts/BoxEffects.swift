public import LinecasterBase
public import LinecasterDisplay

/// Something that fills a box: a colour, a gradient or an image.
public enum BoxLayer: Hashable, Sendable {
  /// A colour or a gradient.
  case paint(DisplayPaint)
  /// An image, as a content mode has it in the border box; what is left of that is clear.
  case image(ImageReference, ContentMode)

  /// The step that draws it.
  func command(in shape: DisplayShape) -> DisplayCommand {
    switch self {
    case .paint(let paint): .fill(shape, paint)
    case .image(let image, let mode): .image(image, shape, mode)
    }
  }
}

/// A change of where a box is seen, about its own origin (CSS Transforms 1 §13).
///
/// Layout does not know of it: the room that the box takes stays where it is.
public enum BoxTransform: Hashable, Sendable {
  /// Turned clockwise by degrees.
  case rotate(Double)
  /// Moved to the right and down, in layout points.
  case translate(x: Double, y: Double)
  /// Larger or smaller by factors along both axes.
  case scale(x: Double, y: Double)
  /// Slanted by degrees: upright sides by the first, flat ones by the second.
  case skew(x: Double, y: Double)
  /// By six numbers, in the order of `matrix()` of CSS.
  case matrix(DisplayTransform)

  fileprivate var transform: DisplayTransform {
    switch self {
    case .rotate(let degrees): .rotation(degrees)
    case .translate(let x, let y): .translation(x: x, y: y)
    case .scale(let x, let y): .scale(x: x, y: y)
    case .skew(let x, let y): .skew(x: x, y: y)
    case .matrix(let transform): transform
    }
  }
}

/// What becomes of a node, and all that is in it, on the way to the pixels below.
///
///     var stamp = Text("PAID", style: TextStyle(size: 40, weight: .bold)).padding(8)
///     stamp.decoration.effects.transforms = [.rotate(-12)]
///     stamp.decoration.effects.blend = .multiply
///     stamp.decoration.effects.textPaint = .linear(gradient)
public struct BoxEffects: Hashable, Sendable {
  /// What is drawn on the background, the first in front.
  public var layers: [BoxLayer] = []
  /// What the node's own text is painted with in place of its colours, as far as its box reaches.
  public var textPaint: DisplayPaint?
  /// A line along the outlines of the node's own text.
  public var textStroke: TextStroke?
  /// The sizes that the node's own text may have to fit its box; nil for its own.
  public var textFit: TextFit?
  /// Where it stands among the nodes beside it: those with more are in front, whatever their order.
  public var zIndex = 0
  /// Where it is seen; the first is the outermost, as in CSS.
  public var transforms: [BoxTransform] = []
  /// What transforms leave in its place, in shares of the box from its top-left corner.
  public var transformOrigin = Point(x: 0.5, y: 0.5)
  /// How it is put on what was drawn before it.
  public var blend = BlendMode.normal
  /// Changes of its pixels, one after the other.
  public var filters: [DisplayFilter] = []
  /// Changes of what is beneath its border box, one after the other: of what was drawn before it in
  /// the innermost node around that has an opacity, effects or clipped content, or in the cell.
  public var backdropFilters: [DisplayFilter] = []
  /// What leaves as much of it as it is opaque itself; nil for all.
  public var mask: BoxLayer?

  /// Makes effects that change nothing.
  public init() {}

  /// Where a box is seen; the identity where it is in its place.
  func transform(of frame: Rect) -> DisplayTransform {
    guard !transforms.isEmpty else { return .identity }
    let whole = transforms.reduce(DisplayTransform.identity) { outer, step in
      step.transform.followed(by: outer)
    }
    return whole.around(
      Point(
        x: frame.minX + frame.width * transformOrigin.x,
        y: frame.minY + frame.height * transformOrigin.y))
  }

  /// What becomes of the group of a box.
  func display(of shape: DisplayShape) -> DisplayEffects {
    DisplayEffects(
      transform: transform(of: shape.rect), blend: blend, filters: filters,
      mask: mask.map { [$0.command(in: shape)] },
      backdrop: backdropFilters.isEmpty
        ? nil : DisplayBackdrop(shape, filters: backdropFilters))
  }

  /// The images that are drawn.
  var images: [ImageReference] {
    (layers + [mask].compactMap { $0 }).compactMap { layer in
      if case .image(let image, _) = layer { image } else { nil }
    }
  }
}

extension Layout {
  /// The layout on a background of several layers, the first in front.
  public func background(layers: [BoxLayer]) -> LayoutNode {
    modified { $0.decoration.effects.layers = layers }
  }

  /// The text painted with a colour or a gradient in place of its own; other layouts stay as they
  /// are.
  public func textPaint(_ paint: DisplayPaint) -> LayoutNode {
    modified { $0.decoration.effects.textPaint = paint }
  }

  /// The text with a line of a width in layout points along the outlines of its letters; other
  /// layouts stay as they are.
  public func textStroke(_ color: Color, width: Double, isBehind: Bool = false) -> LayoutNode {
    modified {
      $0.decoration.effects.textStroke = TextStroke(color, width: width, isBehind: isBehind)
    }
  }

  /// The layout in front of those beside it that have a lesser number, or behind those with a
  /// greater one.
  public func zIndex(_ index: Int) -> LayoutNode {
    modified { $0.decoration.effects.zIndex = index }
  }

  /// The layout seen elsewhere than where it takes its room, after the changes it has.
  public func transform(_ transform: BoxTransform) -> LayoutNode {
    modified { $0.decoration.effects.transforms.append(transform) }
  }

  /// The layout put on what was drawn before it in a mode of blending.
  public func blend(_ mode: BlendMode) -> LayoutNode {
    modified { $0.decoration.effects.blend = mode }
  }

  /// The layout with its pixels changed, after the changes it has.
  public func filter(_ filter: DisplayFilter) -> LayoutNode {
    modified { $0.decoration.effects.filters.append(filter) }
  }

  /// The layout with what is beneath its box changed, after the changes it has: frosted glass is a
  /// blur and a background that is not opaque.
  public func backdropFilter(_ filter: DisplayFilter) -> LayoutNode {
    modified { $0.decoration.effects.backdropFilters.append(filter) }
  }

  /// The layout as opaque as a layer in its box is.
  public func mask(_ layer: BoxLayer) -> LayoutNode {
    modified { $0.decoration.effects.mask = layer }
  }
}
