/// Distances inwards from the four edges of a rectangle, in layout points.
public struct Insets: Hashable, Sendable {
  /// The distance from the top edge.
  public var top: Double
  /// The distance from the left edge.
  public var left: Double
  /// The distance from the bottom edge.
  public var bottom: Double
  /// The distance from the right edge.
  public var right: Double

  /// Makes insets from the four distances; those left out are 0.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Makes insets that are the same on all four edges.
  public init(all distance: Double) {
    self.init(top: distance, left: distance, bottom: distance, right: distance)
  }

  /// Makes insets that are the same on opposite edges.
  public init(horizontal: Double = 0, vertical: Double = 0) {
    self.init(top: vertical, left: horizontal, bottom: vertical, right: horizontal)
  }

  /// No inset on any edge.
  public static let zero = Insets()

  /// The sum of the left and right distances.
  public var horizontal: Double { left + right }
  /// The sum of the top and bottom distances.
  public var vertical: Double { top + bottom }
}
