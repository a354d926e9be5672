/// An axis-parallel rectangle, in layout points, y down.
///
///     let card = Rect(x: 16, y: 8, width: 288, height: 96)
///     let content = card.inset(by: Insets(horizontal: 12, vertical: 8))
///     let seen = content.intersection(Rect(x: 0, y: 0, width: 320, height: 50))
///     let both = card.union(card.offset(x: 0, y: 104))
public struct Rect: Hashable, Sendable {
  /// The top-left corner.
  public var origin: Point
  /// The size. Negative extents are allowed in arithmetic and mean an empty rectangle.
  public var size: Size

  /// Creates a rectangle from its top-left corner and its size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from the coordinates of its top-left corner and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The empty rectangle at the origin.
  public static let zero = Rect(origin: .zero, size: .zero)

  /// The x-coordinate of the left edge.
  public var minX: Double { origin.x }
  /// The y-coordinate of the top edge.
  public var minY: Double { origin.y }
  /// The x-coordinate of the right edge.
  public var maxX: Double { origin.x + size.width }
  /// The y-coordinate of the bottom edge.
  public var maxY: Double { origin.y + size.height }
  /// The extent along the x-axis.
  public var width: Double { size.width }
  /// The extent along the y-axis.
  public var height: Double { size.height }
  /// Whether the rectangle has no area.
  public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

  /// Returns the rectangle moved right by `dx` and down by `dy` layout points.
  public func offset(x dx: Double, y dy: Double) -> Rect {
    Rect(origin: origin.offset(x: dx, y: dy), size: size)
  }

  /// Returns the rectangle with each edge moved inwards by the matching inset.
  public func inset(by insets: Insets) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top,
      width: width - insets.left - insets.right, height: height - insets.top - insets.bottom)
  }

  /// Returns the intersection with another rectangle; `nil` if they do not overlap.
  public func intersection(_ other: Rect) -> Rect? {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right > left, bottom > top else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Returns the smallest rectangle that covers both rectangles. Empty rectangles are ignored.
  public func union(_ other: Rect) -> Rect {
    if other.isEmpty { return self }
    if isEmpty { return other }
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return Rect(
      x: left, y: top,
      width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

/// A point in the plane, in layout points, x to the right and y down.
public struct Point: Hashable, Sendable {
  /// The distance from the left edge of the coordinate space, in layout points.
  public var x: Double
  /// The distance from the top edge of the coordinate space, in layout points.
  public var y: Double

  /// Creates a point from its coordinates in layout points.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin of the coordinate space.
  public static let zero = Point(x: 0, y: 0)

  /// Returns the point moved right by `dx` and down by `dy` layout points.
  public func offset(x dx: Double, y dy: Double) -> Point {
    Point(x: x + dx, y: y + dy)
  }
}

/// A width and a height, in layout points.
public struct Size: Hashable, Sendable {
  /// The extent along the x-axis, in layout points.
  public var width: Double
  /// The extent along the y-axis, in layout points.
  public var height: Double

  /// Creates a size from its extents in layout points.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The empty size.
  public static let zero = Size(width: 0, height: 0)
}

/// Distances inwards from the edges of a rectangle that depend on the layout direction, in layout
/// points (UIKit `NSDirectionalEdgeInsets`).
///
///     let row = Text("Ada").padding(DirectionalInsets(leading: 16, vertical: 8))
public struct DirectionalInsets: Hashable, Sendable {
  /// The distance from the top edge.
  public var top: Double
  /// The distance from the edge where lines start: left, or right in right-to-left layouts.
  public var leading: Double
  /// The distance from the bottom edge.
  public var bottom: Double
  /// The distance from the edge where lines end: right, or left in right-to-left layouts.
  public var trailing: Double

  /// Creates insets from the four distances; those left out are 0.
  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// Creates insets with the same distance from the top and the bottom edge.
  public init(leading: Double = 0, trailing: Double = 0, vertical: Double) {
    self.init(top: vertical, leading: leading, bottom: vertical, trailing: trailing)
  }

  /// Returns the distances from the left and right edges in a layout direction.
  public func resolved(isRightToLeft: Bool) -> Insets {
    Insets(
      top: top, left: isRightToLeft ? trailing : leading, bottom: bottom,
      right: isRightToLeft ? leading : trailing)
  }
}

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

  /// Creates insets from the four distances, which default to 0.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Creates the same insets on all four edges.
  public init(all distance: Double) {
    self.init(top: distance, left: distance, bottom: distance, right: distance)
  }

  /// Creates equal insets on opposite edges.
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
