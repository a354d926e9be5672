public import LinecasterDisplay
public import LinecasterGeometry

/// How a node's box is drawn, and how its content is.
public struct Decoration: Hashable, Sendable {
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

  /// Makes a decoration; what is left out is nothing, square and opaque.
  public init(
    background: DisplayPaint? = nil, corners: CornerRadii = .square, border: Border? = nil,
    shadows: [Shadow] = [], textShadows: [Shadow] = [], opacity: Double = 1,
    clipsContent: Bool = false
  ) {
    self.background = background
    self.corners = corners
    self.border = border
    self.shadows = shadows
    self.textShadows = textShadows
    self.opacity = opacity
    self.clipsContent = clipsContent
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
