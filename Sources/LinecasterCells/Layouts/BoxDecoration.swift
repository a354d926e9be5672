public import LinecasterBase
import LinecasterBoxLayout
public import LinecasterDisplay

/// The look of a node's box and content: background, border, corners, shadows, opacity and effects.
///
///     var card = Text("Hello").node
///     card.decoration = BoxDecoration(background: .white, cornerRadius: 8)
///     card.decoration.border = Border(all: BorderEdge(width: 1, color: .black))
///     card.decoration.clipsContent = true
public struct BoxDecoration: Hashable, Sendable {
  /// The fill of the border box; `nil` for none (CSS `background`).
  public var background: DisplayPaint?
  /// The corner radii of the border box, in layout points (CSS `border-radius`). They apply to the
  /// background, border, shadows, image and clip.
  public var corners: CornerRadii
  /// The border lines, in front of the background and behind the content; `nil` for none.
  public var border: Border?
  /// The shadows of the border box, front to back (CSS `box-shadow`). Inset shadows are inside the
  /// border.
  public var shadows: [Shadow]
  /// The shadows of the node's own text, front to back (CSS `text-shadow`).
  public var textShadows: [Shadow]
  /// The opacity of the node and its descendants, from 0 (invisible) to 1 (opaque).
  public var opacity: Double
  /// Whether content is clipped at the inner edge of the border (CSS `overflow: clip`).
  ///
  /// If the border lines at a round corner have different widths, the inner radius is the outer
  /// radius less the smaller width.
  public var clipsContent: Bool
  /// The colour of a template image; `nil` keeps the image's own colours (SwiftUI
  /// `foregroundStyle`).
  public var tint: ThemeColor?
  /// The effects of the node, and other rarely used properties.
  public var effects: BoxEffects {
    get { store?.effects ?? BoxEffects() }
    set { store = newValue == BoxEffects() ? nil : BoxEffectsStore(newValue) }
  }
  private var store: BoxEffectsStore?

  /// Whether there are effects.
  var hasEffects: Bool { store != nil }

  /// Creates a decoration; by default it draws nothing, and has square corners and full opacity.
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

  /// The background colour in the light theme; `nil` for none or a gradient. Setting it sets the
  /// colour of all themes.
  public var backgroundColor: Color? {
    get { background?.plainColor }
    set { background = newValue.map { .color($0) } }
  }

  /// The radius of all corners, in layout points; if the corners differ, the largest radius.
  public var cornerRadius: Double {
    get { corners.maximum }
    set { corners = CornerRadii(all: newValue) }
  }

  /// Creates a decoration with a background colour and one radius for all corners, in layout
  /// points.
  public init(background: Color, cornerRadius: Double = 0) {
    self.init(background: .color(background), corners: CornerRadii(all: cornerRadius))
  }

  /// Creates a background whose colour depends on the theme, with one radius for all corners in
  /// layout points.
  public init(background: ThemeColor, cornerRadius: Double = 0) {
    self.init(background: DisplayPaint(background), corners: CornerRadii(all: cornerRadius))
  }

  /// Whether a colour differs between themes.
  private var dependsOnTheme: Bool {
    background?.dependsOnTheme == true || border?.dependsOnTheme == true
      || shadows.contains { $0.themeColor.dependsOnTheme }
      || textShadows.contains { $0.themeColor.dependsOnTheme }
      || hasEffects && effects.dependsOnTheme
  }

  /// Selects the colours of a theme.
  mutating func resolve(in theme: Theme) {
    // Changing nothing would still copy the lists and the effects.
    guard dependsOnTheme else { return }
    background?.resolve(in: theme)
    border?.resolve(in: theme)
    for index in shadows.indices { shadows[index].themeColor.resolve(in: theme) }
    for index in textShadows.indices { textShadows[index].themeColor.resolve(in: theme) }
    if hasEffects { effects.resolve(in: theme) }
  }
}

/// Effects behind a reference, because few nodes have any.
private final class BoxEffectsStore: Hashable, Sendable {
  let effects: BoxEffects

  init(_ effects: BoxEffects) { self.effects = effects }

  static func == (left: BoxEffectsStore, right: BoxEffectsStore) -> Bool {
    left === right || left.effects == right.effects
  }

  func hash(into hasher: inout Hasher) { hasher.combine(effects) }
}

extension Layout {
  /// Sets the background colour (CSS `background-color`) and, unless `nil`, the radius of all
  /// corners in layout points.
  public func background(_ color: Color, cornerRadius: Double? = nil) -> LayoutNode {
    background(.color(color), cornerRadius: cornerRadius)
  }

  /// Sets a background colour that depends on the theme (CSS `light-dark()`), and optionally a
  /// radius of all corners in layout points; `nil` keeps the corners.
  public func background(_ color: ThemeColor, cornerRadius: Double? = nil) -> LayoutNode {
    background(DisplayPaint(color), cornerRadius: cornerRadius)
  }

  /// Sets the background to a colour or gradient (CSS `background`), and optionally a radius of all
  /// corners in layout points; `nil` keeps the corners.
  public func background(_ paint: DisplayPaint, cornerRadius: Double? = nil) -> LayoutNode {
    modified {
      $0.decoration.background = paint
      if let cornerRadius { $0.decoration.corners = CornerRadii(all: cornerRadius) }
    }
  }

  /// Sets the radius of all corners, in layout points (CSS `border-radius`).
  public func cornerRadius(_ radius: Double) -> LayoutNode { corners(CornerRadii(all: radius)) }

  /// Sets the radius of each corner (CSS `border-radius`).
  public func corners(_ radii: CornerRadii) -> LayoutNode {
    modified { $0.decoration.corners = radii }
  }

  /// Sets the border, which takes space like padding (CSS `border`).
  public func border(_ border: Border) -> LayoutNode {
    modified {
      $0.decoration.border = border
      $0.style.border = BoxEdges(border.insets)
    }
  }

  /// Sets a border of one colour and width on all edges (CSS `border`). The width is in layout
  /// points.
  public func border(
    _ color: Color, width: Double = 1, pattern: BorderPattern = .solid
  ) -> LayoutNode {
    border(ThemeColor(color), width: width, pattern: pattern)
  }

  /// Sets a border whose colour depends on the theme (CSS `border`, `light-dark()`).
  public func border(
    _ color: ThemeColor, width: Double = 1, pattern: BorderPattern = .solid
  ) -> LayoutNode {
    border(Border(all: BorderEdge(width: width, color: color, pattern: pattern)))
  }

  /// Adds a shadow behind existing ones (CSS `box-shadow`).
  public func shadow(_ shadow: Shadow) -> LayoutNode {
    modified { $0.decoration.shadows.append(shadow) }
  }

  /// Adds a text shadow behind existing ones (CSS `text-shadow`); a no-op for layouts other than
  /// text.
  public func textShadow(_ shadow: Shadow) -> LayoutNode {
    modified { $0.decoration.textShadows.append(shadow) }
  }

  /// Sets the opacity, from 0 (invisible) to 1 (opaque) (CSS `opacity`).
  public func opacity(_ opacity: Double) -> LayoutNode {
    modified { $0.decoration.opacity = opacity }
  }

  /// Draws an image as a template, for example an icon, in a theme colour; by default in the text
  /// colour. A no-op for layouts other than images.
  public func tint(_ color: ThemeColor = .text) -> LayoutNode {
    modified { $0.decoration.tint = color }
  }

  /// Clips the content at the edges, including round corners (CSS `overflow: clip`).
  public func clipped() -> LayoutNode {
    modified { $0.decoration.clipsContent = true }
  }
}
