public import LinecasterBase
public import LinecasterDisplay
import LinecasterText

/// A fill of a box: a colour, a gradient or an image.
public enum BoxLayer: Hashable, Sendable {
  /// A fill with a colour or a gradient.
  case paint(DisplayPaint)
  /// A fill with an image, scaled to the border box by a content mode. The rest of the box is
  /// clear.
  case image(ImageReference, ContentMode)

  /// Whether a colour differs between themes.
  fileprivate var dependsOnTheme: Bool {
    if case .paint(let paint) = self { paint.dependsOnTheme } else { false }
  }

  /// Selects the colours of a theme.
  fileprivate mutating func resolve(in theme: Theme) {
    guard case .paint(var paint) = self else { return }
    paint.resolve(in: theme)
    self = .paint(paint)
  }

  /// Returns the drawing step of the layer.
  func command(in shape: DisplayShape) -> DisplayCommand {
    switch self {
    case .paint(let paint): .fill(shape, paint)
    case .image(let image, let mode): .image(image, shape, mode)
    }
  }
}

/// A transform of a box about its origin (CSS `transform`, CSS Transforms 1 §13).
///
/// Transforms do not affect layout.
public enum BoxTransform: Hashable, Sendable {
  /// Rotates clockwise by an angle in degrees.
  case rotate(Double)
  /// Moves right and down, in layout points.
  case translate(x: Double, y: Double)
  /// Scales by factors along the x and y axes.
  case scale(x: Double, y: Double)
  /// Skews by angles in degrees along the x and y axes (CSS `skew()`).
  case skew(x: Double, y: Double)
  /// Applies a matrix of six numbers, in the order of CSS `matrix()`.
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

/// The effects with which a node and its descendants are composited.
///
///     var stamp = Text("PAID", style: TextStyle(size: 40, weight: .bold)).padding(8)
///     stamp.decoration.effects.transforms = [.rotate(-12)]
///     stamp.decoration.effects.blend = .multiply
///     stamp.decoration.effects.textPaint = .linear(gradient)
public struct BoxEffects: Hashable, Sendable {
  /// The layers on the background, front to back (CSS `background-image`).
  public var layers: [BoxLayer] = []
  /// The paint of the node's own text, which replaces the text's colours (CSS `background-clip:
  /// text`). Gradients span the node's box; `nil` keeps the colours.
  public var textPaint: DisplayPaint?
  /// The stroke along the outlines of the node's own text; `nil` for none.
  public var textStroke: TextStroke?
  /// The range of sizes for fitting the node's own text to its box; `nil` for no fitting.
  public var textFit: TextFit?
  /// The stacking order among siblings: higher values are in front (CSS `z-index`).
  public var zIndex = 0
  /// The transforms, outermost first (CSS `transform`).
  public var transforms: [BoxTransform] = []
  /// The transform origin, as a fraction of the box from its top-left corner (CSS
  /// `transform-origin`).
  public var transformOrigin = Point(x: 0.5, y: 0.5)
  /// The blend mode with everything drawn before the node (CSS `mix-blend-mode`).
  public var blend = BlendMode.normal
  /// The filters, in order of application (CSS `filter`).
  public var filters: [DisplayFilter] = []
  /// The filters of the backdrop inside the border box, in order of application (CSS
  /// `backdrop-filter`).
  ///
  /// The backdrop is everything drawn before in the innermost ancestor with opacity, effects or
  /// clipping, or else in the cell.
  public var backdropFilters: [DisplayFilter] = []
  /// The alpha mask; `nil` for none (CSS `mask-image`).
  public var mask: BoxLayer?
  /// The tag of content that readers scroll sideways; `nil` for other content.
  var scrollTag: InlinePayload?

  /// Creates a value without effects.
  public init() {}

  /// Returns the combined transform of a box; the identity without transforms.
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

  /// Returns the effects of a box's group.
  func display(of shape: DisplayShape) -> DisplayEffects {
    DisplayEffects(
      transform: transform(of: shape.rect), blend: blend, filters: filters,
      mask: mask.map { [$0.command(in: shape)] },
      backdrop: backdropFilters.isEmpty
        ? nil : DisplayBackdrop(shape, filters: backdropFilters))
  }

  /// Whether a colour of layers, text paint, text stroke or mask differs between themes.
  var dependsOnTheme: Bool {
    textPaint?.dependsOnTheme == true || mask?.dependsOnTheme == true
      || textStroke?.themeColor.dependsOnTheme == true
      || layers.contains(where: \.dependsOnTheme)
  }

  /// Selects the colours of a theme in layers, text paint, text stroke and mask.
  mutating func resolve(in theme: Theme) {
    for index in layers.indices { layers[index].resolve(in: theme) }
    textPaint?.resolve(in: theme)
    textStroke?.themeColor.resolve(in: theme)
    mask?.resolve(in: theme)
  }

  /// The images in layers and the mask.
  var images: [ImageReference] {
    (layers + [mask].compactMap { $0 }).compactMap { layer in
      if case .image(let image, _) = layer { image } else { nil }
    }
  }
}

extension Layout {
  /// Sets the background layers, front to back (CSS `background-image`).
  public func background(layers: [BoxLayer]) -> LayoutNode {
    modified { $0.decoration.effects.layers = layers }
  }

  /// Sets the paint of the text to a colour or gradient, which replaces its own colours; a no-op
  /// for layouts other than text.
  public func textPaint(_ paint: DisplayPaint) -> LayoutNode {
    modified { $0.decoration.effects.textPaint = paint }
  }

  /// Adds a stroke along the outlines of the text, with a width in layout points; a no-op for
  /// layouts other than text.
  public func textStroke(_ color: Color, width: Double, isBehind: Bool = false) -> LayoutNode {
    modified {
      $0.decoration.effects.textStroke = TextStroke(color, width: width, isBehind: isBehind)
    }
  }

  /// Sets the stacking order among siblings: higher values are in front (CSS `z-index`).
  public func zIndex(_ index: Int) -> LayoutNode {
    modified { $0.decoration.effects.zIndex = index }
  }

  /// Adds a transform after existing ones, without an effect on layout (CSS `transform`).
  public func transform(_ transform: BoxTransform) -> LayoutNode {
    modified { $0.decoration.effects.transforms.append(transform) }
  }

  /// Sets the blend mode with everything drawn before the layout (CSS `mix-blend-mode`).
  public func blend(_ mode: BlendMode) -> LayoutNode {
    modified { $0.decoration.effects.blend = mode }
  }

  /// Adds a filter after existing ones (CSS `filter`).
  public func filter(_ filter: DisplayFilter) -> LayoutNode {
    modified { $0.decoration.effects.filters.append(filter) }
  }

  /// Adds a backdrop filter after existing ones (CSS `backdrop-filter`). For frosted glass, add a
  /// blur and a translucent background.
  public func backdropFilter(_ filter: DisplayFilter) -> LayoutNode {
    modified { $0.decoration.effects.backdropFilters.append(filter) }
  }

  /// Sets the alpha mask to a layer that fills the box (CSS `mask-image`).
  public func mask(_ layer: BoxLayer) -> LayoutNode {
    modified { $0.decoration.effects.mask = layer }
  }
}
