public import LinecasterGeometry

/// A rectangle whose corners may be rounded, in layout points.
///
///     let frame = Rect(x: 10, y: 10, width: 180, height: 40)
///     let bubble = DisplayShape(
///       frame, corners: CornerRadii(topLeft: 12, topRight: 12, bottomRight: 12))
///     list.append(.fill(bubble, .color(.black)))
public struct DisplayShape: Hashable, Sendable {
  /// The rectangle.
  public let rect: Rect
  /// The radii of the corners, none longer than the rectangle has room for.
  public let corners: CornerRadii

  /// Makes a shape; radii that the rectangle has no room for are reduced as in CSS.
  ///
  /// Edges beyond a billion points are moved there, and a rectangle with a number that is none is
  /// the empty one.
  public init(_ rect: Rect, corners: CornerRadii) {
    self.rect = rect.limited
    self.corners = corners.reduced(width: self.rect.width, height: self.rect.height)
  }

  /// Makes a shape whose corners are all alike; the radius is clamped to 0…half the shorter side.
  public init(_ rect: Rect, cornerRadius: Double = 0) {
    self.init(rect, corners: CornerRadii(all: cornerRadius))
  }

  /// The radius of the roundest corner; 0 for a plain rectangle.
  public var cornerRadius: Double { corners.greatest }

  /// The shape moved right by `dx` and down by `dy` layout points.
  public func offset(x dx: Double, y dy: Double) -> DisplayShape {
    DisplayShape(rect.offset(x: dx, y: dy), corners: corners)
  }

  /// The shape with its edges moved inwards, and each radius shorter by the lesser of the two
  /// distances at its corner, so that equal distances leave a band of equal width.
  public func inset(by insets: Insets) -> DisplayShape {
    DisplayShape(
      rect.inset(by: insets),
      corners: CornerRadii(
        topLeft: corners.topLeft - min(insets.top, insets.left),
        topRight: corners.topRight - min(insets.top, insets.right),
        bottomRight: corners.bottomRight - min(insets.bottom, insets.right),
        bottomLeft: corners.bottomLeft - min(insets.bottom, insets.left)))
  }
}

/// The radii of a rectangle's four corners, in layout points.
public struct CornerRadii: Hashable, Sendable {
  /// The radius of the top-left corner.
  public var topLeft: Double
  /// The radius of the top-right corner.
  public var topRight: Double
  /// The radius of the bottom-right corner.
  public var bottomRight: Double
  /// The radius of the bottom-left corner.
  public var bottomLeft: Double

  /// Makes radii; corners left out are square.
  public init(
    topLeft: Double = 0, topRight: Double = 0, bottomRight: Double = 0, bottomLeft: Double = 0
  ) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// Makes radii that are the same at all corners.
  public init(all radius: Double) {
    self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
  }

  /// Four square corners.
  public static let square = CornerRadii()

  /// The greatest of the four.
  package var greatest: Double { max(topLeft, topRight, bottomRight, bottomLeft) }

  /// The radii changed one by one.
  package func map(_ change: (Double) -> Double) -> CornerRadii {
    CornerRadii(
      topLeft: change(topLeft), topRight: change(topRight), bottomRight: change(bottomRight),
      bottomLeft: change(bottomLeft))
  }

  /// The radii as far as a box has room for them (CSS Backgrounds and Borders 3 §4.5).
  ///
  /// Where those of two neighbours are longer than the side between them, all four shrink by the
  /// factor that lets every side hold its two. Radii that are not numbers above 0 become 0.
  ///
  /// - Parameters:
  ///   - width: The width of the box, in layout points.
  ///   - height: Its height.
  func reduced(width: Double, height: Double) -> CornerRadii {
    guard width > 0, height > 0 else { return .square }
    // Longer ones have no other effect than this one, and the sum of two must be finite.
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
