public import LinecasterGeometry

/// The line along one edge of a box.
public struct BorderEdge: Hashable, Sendable {
  /// The width in layout points, inwards from the edge; less than 0 and no number is no line.
  public var width: Double
  /// The colour.
  public var color: Color
  /// How it is drawn.
  public var pattern: BorderPattern

  /// Makes a line.
  public init(width: Double, color: Color, pattern: BorderPattern = .solid) {
    self.width = width
    self.color = color
    self.pattern = pattern
  }

  /// No line.
  public static let none = BorderEdge(width: 0, color: .clear)
}
