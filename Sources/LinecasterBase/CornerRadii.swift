/// The radii of a rectangle's four corners, in layout points (CSS `border-radius`).
public struct CornerRadii: Hashable, Sendable {
  /// The radius of the top-left corner.
  public var topLeft: Double
  /// The radius of the top-right corner.
  public var topRight: Double
  /// The radius of the bottom-right corner.
  public var bottomRight: Double
  /// The radius of the bottom-left corner.
  public var bottomLeft: Double

  /// Creates radii. Corners that are left out are square.
  public init(
    topLeft: Double = 0, topRight: Double = 0, bottomRight: Double = 0, bottomLeft: Double = 0
  ) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// Creates the same radius for all corners.
  public init(all radius: Double) {
    self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
  }

  /// Four square corners.
  public static let square = CornerRadii()

  /// The largest of the four radii.
  package var maximum: Double { max(topLeft, topRight, bottomRight, bottomLeft) }

  /// Returns the radii with a change applied to each.
  package func map(_ change: (Double) -> Double) -> CornerRadii {
    CornerRadii(
      topLeft: change(topLeft), topRight: change(topRight), bottomRight: change(bottomRight),
      bottomLeft: change(bottomLeft))
  }

  /// Returns the radii reduced to fit a box (CSS Backgrounds and Borders 3 §4.5).
  ///
  /// If two adjacent radii are longer than the side between them, all four shrink by the factor
  /// that fits every side. Radii that are NaN or not above 0 become 0.
  ///
  /// - Parameters:
  ///   - width: The width of the box, in layout points.
  ///   - height: The height of the box, in layout points.
  package func reduced(width: Double, height: Double) -> CornerRadii {
    guard width > 0, height > 0 else { return .square }
    // Longer radii have the same effect, and the sum of two must be finite.
    let longest = min(width + height, Double.greatestFiniteMagnitude / 4)
    let usable = map { $0 > 0 ? min($0, longest) : 0 }
    let factor = min(
      1, width / (usable.topLeft + usable.topRight),
      width / (usable.bottomLeft + usable.bottomRight),
      height / (usable.topLeft + usable.bottomLeft), height / (usable.topRight + usable.bottomRight)
    )
    return factor < 1 ? usable.map { $0 * factor } : usable
  }
}
