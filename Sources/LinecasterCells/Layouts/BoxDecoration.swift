public import LinecasterBase
import LinecasterBoxLayout
public import LinecasterDisplay

/// How a node's box is drawn, and how its content is.
///
///     var card = Text("Hello").node
///     card.decoration = BoxDecoration(background: .white, cornerRadius: 8)
///     card.decoration.border = Border(all: BorderEdge(width: 1, color: .black))
///     card.decoration.clipsContent = true
public struct BoxDecoration: Hashable, Sendable {
  /// What the border box is filled with; nil draws nothing.
  public var background: DisplayPaint?
  /// The radii of the corners of the border box, and so of its background, its border, its shadows,
  /// an image and what is clipped, in layout points.
  public var corners: CornerRadii
  /// The lines along the edges, in front of the background and behind the content; nil for none.
  public var border: Border?
  /// The shadows of the border box, and inset ones inside of its border; the first is in front.
  public var shadows: [Shadow]
  /// The shadows of the node's own text; the first is in front.
  public var textShadows: [Shadow]
  /// The opacity of the node and all that is in it, 0 to 1.
  public var opacity: Double
  /// Whether content is cut off at the inner edge of the border.
  ///
  /// Where the lines at a round corner are of different widths, the inner edge is taken to be as
  /// round as the outer one less the thinner of both.
  public var clipsContent: Bool
  /// What an image is drawn in where it is opaque, in place of its own colours; nil draws these.
  public var tint: ThemeColor?
  /// What becomes of the node on the way to the pixels below, and what else few nodes have.
  public var effects: BoxEffects {
    get { store?.effects ?? BoxEffects() }
    set { store = newValue == BoxEffects() ? nil : BoxEffectsStore(newValue) }
  }
  private var store: BoxEffectsStore?

  /// Whether there are effects.
  var hasEffects: Bool { store != nil }

  /// Makes a decoration; what is left out is nothing, square and opaque.
  public init(
    background: DisplayPaint? = nil, corners: CornerRadii = .square, border: Border? = nil,
    shadows: [Shadow] = [], textShadows: [Shadow] = [], opacity: Double = 1,
    clipsContent: Bool = false, tint: ThemeColor? = nil
  ) {
    self.background = background
    self.corners = corners
    self.border = border
    self.shadows = shadows
    self.textShadows = textShadows
    self.opacity = opacity
    self.clipsContent = clipsContent
    self.tint = tint
  }

  /// The colour of the background; nil where there is none, or a gradient.
  public var backgroundColor: Color? {
    get { if case .color(let color) = background { color } else { nil } }
    set { background = newValue.map { .color($0) } }
  }

  /// The radius of all corners, or the greatest where they differ, in layout points.
  public var cornerRadius: Double {
    get { corners.greatest }
    set { corners = CornerRadii(all: newValue) }
  }

  /// Makes a background of a colour with corners of one radius, in layout points.
  public init(background: Color, cornerRadius: Double = 0) {
    self.init(background: .color(background), corners: CornerRadii(all: cornerRadius))
  }
}

/// Effects behind a reference, since few nodes have any.
private final class BoxEffectsStore: Hashable, Sendable {
  let effects: BoxEffects

  init(_ effects: BoxEffects) { self.effects = effects }

  static func == (left: BoxEffectsStore, right: BoxEffectsStore) -> Bool {
    left === right || left.effects == right.effects
  }

  func hash(into hasher: inout Hasher) { hasher.combine(effects) }
}

extension Layout {
  /// The layout on a background of a colour, whose corners may be rounded by a radius in layout
  /// points; without one they stay as they are.
  public func background(_ color: Color, cornerRadius: Double? = nil) -> LayoutNode {
    background(.color(color), cornerRadius: cornerRadius)
  }

  /// The layout on a background of a colour or a gradient, whose corners may be rounded by a radius
  /// in layout points; without one they stay as they are.
  public func background(_ paint: DisplayPaint, cornerRadius: Double? = nil) -> LayoutNode {
    modified {
      $0.decoration.background = paint
      if let cornerRadius { $0.decoration.corners = CornerRadii(all: cornerRadius) }
    }
  }

  /// The layout with corners all rounded by a radius in layout points.
  public func cornerRadius(_ radius: Double) -> LayoutNode { corners(CornerRadii(all: radius)) }

  /// The layout with rounded corners, each with a radius of its own.
  public func corners(_ radii: CornerRadii) -> LayoutNode {
    modified { $0.decoration.corners = radii }
  }

  /// The layout with lines along its edges, which take room as padding does.
  public func border(_ border: Border) -> LayoutNode {
    modified {
      $0.decoration.border = border
      $0.style.border = BoxEdges(border.insets)
    }
  }

  /// The layout with a line of a width in layout points along all its edges.
  public func border(
    _ color: Color, width: Double = 1, pattern: BorderPattern = .solid
  ) -> LayoutNode {
    border(Border(all: BorderEdge(width: width, color: color, pattern: pattern)))
  }

  /// The layout with a shadow behind those it has.
  public func shadow(_ shadow: Shadow) -> LayoutNode {
    modified { $0.decoration.shadows.append(shadow) }
  }

  /// The text with a shadow behind those it has; other layouts stay as they are.
  public func textShadow(_ shadow: Shadow) -> LayoutNode {
    modified { $0.decoration.textShadows.append(shadow) }
  }

  /// The layout, with all that is in it, as transparent as a number from 0, not seen, to 1 says.
  public func opacity(_ opacity: Double) -> LayoutNode {
    modified { $0.decoration.opacity = opacity }
  }

  /// The image as a template, such as an icon: drawn in a colour of the theme where it is opaque,
  /// as text is unless something else is said; other layouts stay as they are.
  public func tint(_ color: ThemeColor = .text) -> LayoutNode {
    modified { $0.decoration.tint = color }
  }

  /// The layout with its content cut off at its edges, round corners included.
  public func clipped() -> LayoutNode {
    modified { $0.decoration.clipsContent = true }
  }
}
