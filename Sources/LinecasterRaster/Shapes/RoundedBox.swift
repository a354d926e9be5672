package import LinecasterBase
package import LinecasterDisplay

/// A rectangle in device pixels with elliptical corners.
package struct RoundedBox: Hashable, Sendable {
  /// The radii of a corner along both axes.
  package struct Corner: Hashable, Sendable {
    package var x: Double
    package var y: Double

    /// Returns the corner of a shape whose edges are inset.
    func inset(x dx: Double, y dy: Double) -> Corner {
      let (x, y) = (max(0, x - dx), max(0, y - dy))
      return x > 0 && y > 0 ? Corner(x: x, y: y) : Corner(x: 0, y: 0)
    }
  }

  package var left: Double
  package var top: Double
  package var right: Double
  package var bottom: Double
  package var topLeft: Corner
  package var topRight: Corner
  package var bottomRight: Corner
  package var bottomLeft: Corner

  package init(_ shape: DisplayShape, scale: PixelScale) {
    func corner(_ radius: Double) -> Corner {
      Corner(x: radius * scale.factor, y: radius * scale.factor)
    }
    left = shape.rect.minX * scale.factor
    top = shape.rect.minY * scale.factor
    right = shape.rect.maxX * scale.factor
    bottom = shape.rect.maxY * scale.factor
    topLeft = corner(shape.corners.topLeft)
    topRight = corner(shape.corners.topRight)
    bottomRight = corner(shape.corners.bottomRight)
    bottomLeft = corner(shape.corners.bottomLeft)
  }

  /// Creates a shape whose edges snap to the nearest pixel edges.
  init(_ shape: DisplayShape, onPixelsOf scale: PixelScale) {
    self.init(
      DisplayShape(scale.rounded(shape.rect), corners: shape.corners), scale: scale)
    // Layout points are inexact if pixels are fractions of them.
    left = left.rounded()
    top = top.rounded()
    right = right.rounded()
    bottom = bottom.rounded()
  }

  /// The box with its edges moved inwards by distances in pixels.
  ///
  /// Each radius shrinks by the distance along its axis (CSS Backgrounds and Borders 3 §4.2).
  func inset(by insets: Insets) -> RoundedBox {
    var box = self
    box.left += insets.left
    box.top += insets.top
    box.right -= insets.right
    box.bottom -= insets.bottom
    box.topLeft = topLeft.inset(x: insets.left, y: insets.top)
    box.topRight = topRight.inset(x: insets.right, y: insets.top)
    box.bottomRight = bottomRight.inset(x: insets.right, y: insets.bottom)
    box.bottomLeft = bottomLeft.inset(x: insets.left, y: insets.bottom)
    return box
  }

  var width: Double { right - left }
  var height: Double { bottom - top }

  /// The heights of the upper and of the lower corners.
  var upperReach: Double { max(topLeft.y, topRight.y) }
  var lowerReach: Double { max(bottomLeft.y, bottomRight.y) }
  /// The widths of the left and of the right corners.
  var leftReach: Double { max(topLeft.x, bottomLeft.x) }
  var rightReach: Double { max(topRight.x, bottomRight.x) }

  /// Whether the box has an inside, and finite numbers.
  package var isDrawable: Bool {
    right > left && bottom > top && (upperReach + lowerReach + leftReach + rightReach).isFinite
  }

  /// Returns the inset of the left side from `left` at a height.
  func leftInset(at y: Double) -> Double {
    y < top + topLeft.y
      ? Self.inset(topLeft, top + topLeft.y - y)
      : Self.inset(bottomLeft, y - (bottom - bottomLeft.y))
  }

  /// Returns the inset of the right side from `right` at a height.
  func rightInset(at y: Double) -> Double {
    y < top + topRight.y
      ? Self.inset(topRight, top + topRight.y - y)
      : Self.inset(bottomRight, y - (bottom - bottomRight.y))
  }

  /// Returns the inset of an arc from the vertical side, at a distance above or below its centre.
  private static func inset(_ corner: Corner, _ distance: Double) -> Double {
    guard distance > 0, corner.y > 0 else { return 0 }
    let share = min(1, distance / corner.y)
    return corner.x * (1 - (1 - share * share).squareRoot())
  }

  /// Returns the pixels of a clip that it touches.
  func touched(in clip: PixelRect) -> PixelRect {
    PixelRect(
      left: Self.pixel(left.rounded(.down), from: clip.left, to: clip.right),
      top: Self.pixel(top.rounded(.down), from: clip.top, to: clip.bottom),
      right: Self.pixel(right.rounded(.up), from: clip.left, to: clip.right),
      bottom: Self.pixel(bottom.rounded(.up), from: clip.top, to: clip.bottom))
  }

  /// Returns pixels that are fully inside, without the columns of corners: empty if there are none.
  ///
  /// - Parameter margin: The number of pixels around them that are also inside.
  func interior(margin: Double = 0, in clip: PixelRect) -> PixelRect {
    PixelRect(
      left: Self.pixel((left + margin).rounded(.up), from: clip.left, to: clip.right),
      top: Self.pixel((top + upperReach + margin).rounded(.up), from: clip.top, to: clip.bottom),
      right: Self.pixel((right - margin).rounded(.down), from: clip.left, to: clip.right),
      bottom: Self.pixel(
        (bottom - lowerReach - margin).rounded(.down), from: clip.top, to: clip.bottom))
  }

  /// Returns a pixel edge clamped to a range; NaN becomes its start.
  static func pixel(_ edge: Double, from lower: Int, to upper: Int) -> Int {
    edge.isNaN ? lower : Int(saturating: min(max(edge, Double(lower)), Double(max(lower, upper))))
  }
}
