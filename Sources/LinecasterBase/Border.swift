/// The lines along the four edges of a box, inside it (CSS `border`).
///
/// At round corners of the box, the lines are round too. On each axis, the radius of the inner edge
/// is the outer radius less the width of the line. The colours of two lines meet on the line from
/// the outer corner to the inner one.
///
///     let line = BorderEdge(width: 1, color: .black, pattern: .dashed)
///     list.append(.border(box, Border(all: line)))
///     list.append(.border(box, Border(bottom: BorderEdge(width: 3, color: .black))))
public struct Border: Hashable, Sendable {
  /// The line along the top edge.
  public var top: BorderEdge
  /// The line along the right edge.
  public var right: BorderEdge
  /// The line along the bottom edge.
  public var bottom: BorderEdge
  /// The line along the left edge.
  public var left: BorderEdge

  /// Creates a border. Edges that are left out have no line.
  public init(
    top: BorderEdge = .none, right: BorderEdge = .none, bottom: BorderEdge = .none,
    left: BorderEdge = .none
  ) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// Creates a border with the same line on all edges.
  public init(all edge: BorderEdge) {
    self.init(top: edge, right: edge, bottom: edge, left: edge)
  }

  /// The extent of the lines inwards, in layout points.
  ///
  /// The insets are never negative; infinite widths count as 0.
  public var insets: Insets {
    Insets(
      top: Self.width(top), left: Self.width(left), bottom: Self.width(bottom),
      right: Self.width(right))
  }

  /// Returns the extent of the drawn lines inwards: whole pixels, in layout points.
  ///
  /// Layout uses `insets` instead, which do not depend on the scale; browsers use these.
  package func insets(on scale: PixelScale) -> Insets {
    let exact = insets
    return Insets(
      top: scale.lineWidth(exact.top), left: scale.lineWidth(exact.left),
      bottom: scale.lineWidth(exact.bottom), right: scale.lineWidth(exact.right))
  }

  /// Whether an edge's colour differs between themes.
  package var dependsOnTheme: Bool {
    top.themeColor.dependsOnTheme || right.themeColor.dependsOnTheme
      || bottom.themeColor.dependsOnTheme || left.themeColor.dependsOnTheme
  }

  /// Selects the colours of a theme.
  package mutating func resolve(in theme: Theme) {
    top.themeColor.resolve(in: theme)
    right.themeColor.resolve(in: theme)
    bottom.themeColor.resolve(in: theme)
    left.themeColor.resolve(in: theme)
  }

  private static func width(_ edge: BorderEdge) -> Double {
    edge.width > 0 && edge.width.isFinite ? min(edge.width, Limit.length) : 0
  }
}

/// The line along one edge of a box.
public struct BorderEdge: Hashable, Sendable {
  /// The width in layout points, inwards from the edge; negative numbers and NaN mean no line.
  ///
  /// Layout uses the width unchanged. It is drawn as whole pixels, rounded down, and at least one.
  public var width: Double
  /// The colour in the light theme; setting it sets the colour of all themes.
  public var color: Color {
    get { themeColor.light }
    set { themeColor = ThemeColor(newValue) }
  }
  /// The colour in each theme; the layout's environment selects one.
  public var themeColor: ThemeColor
  /// The pattern of the line.
  public var pattern: BorderPattern

  /// Creates a line of one colour in all themes.
  public init(width: Double, color: Color, pattern: BorderPattern = .solid) {
    self.init(width: width, color: ThemeColor(color), pattern: pattern)
  }

  /// Creates a line whose colour depends on the theme.
  public init(width: Double, color: ThemeColor, pattern: BorderPattern = .solid) {
    self.width = width
    themeColor = color
    self.pattern = pattern
  }

  /// An edge without a line.
  public static let none = BorderEdge(width: 0, color: Color.clear)
}

/// The pattern of a line (CSS `border-style`, Backgrounds and Borders 3 §3.2).
public enum BorderPattern: String, Hashable, Sendable, CaseIterable {
  /// A solid line.
  case solid
  /// Dashes, twice as long as the line is wide, or three times for lines under 3 points. Gaps are
  /// about as long as the dashes, so the last dash ends at the corner.
  case dashed
  /// Round dots about two diameters apart, one of them in each corner.
  case dotted
}
