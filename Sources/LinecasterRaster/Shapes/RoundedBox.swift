package import LinecasterBase
package import LinecasterDisplay

/// A rectangle in device pixels whose corners are quarters of ellipses.
package struct RoundedBox: Hashable, Sendable {
  /// The radii of a corner along both axes.
  package struct Corner: Hashable, Sendable {
    package var x: Double
    package var y: Double

    /// The corner of a shape whose edges are so much further inside.
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

  /// A shape whose edges are moved to the nearest pixel edges.
  init(_ shape: DisplayShape, onPixelsOf scale: PixelScale) {
    self.init(
      DisplayShape(scale.rounded(shape.rect), corners: shape.corners), scale: scale)
    // Points are not exact where pixels are not.
    left = left.rounded()
    top = top.rounded()
    right = right.rounded()
    bottom = bottom.rounded()
  }

  /// The box with its edges moved inwards by distances in pixels.
  ///
  /// Each radius is shorter by the distance along its axis (CSS Backgrounds and Borders 3 §4.2).
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

  /// How far the upper corners reach down, and the lower ones up.
  var upperReach: Double { max(topLeft.y, topRight.y) }
  var lowerReach: Double { max(bottomLeft.y, bottomRight.y) }
  /// How far the left corners reach to the right, and the right ones to the left.
  var leftReach: Double { max(topLeft.x, bottomLeft.x) }
  var rightReach: Double { max(topRight.x, bottomRight.x) }

  /// Whether it has an inside, and numbers that can be drawn.
  package var isDrawable: Bool {
    right > left && bottom > top && (upperReach + lowerReach + leftReach + rightReach).isFinite
  }

  /// How far the left side is inside of `left` at a height.
  func leftInset(at y: Double) -> Double {
    y < top + topLeft.y
      ? Self.inset(topLeft, top + topLeft.y - y)
      : Self.inset(bottomLeft, y - (bottom - bottomLeft.y))
  }

  /// How far the right side is inside of `right` at a height.
  func rightInset(at y: Double) -> Double {
    y < top + topRight.y
      ? Self.inset(topRight, top + topRight.y - y)
      : Self.inset(bottomRight, y - (bottom - bottomRight.y))
  }

  /// How far an arc is inside the vertical side, so far above or below its centre.
  private static func inset(_ corner: Corner, _ distance: Double) -> Double {
    guard distance > 0, corner.y > 0 else { return 0 }
    let share = min(1, distance / corner.y)
    return corner.x * (1 - (1 - share * share).squareRoot())
  }

  /// The pixels it touches, of those in a clip.
  func touched(in clip: PixelRect) -> PixelRect {
    PixelRect(
      left: Self.pixel(left.rounded(.down), from: clip.left, to: clip.right),
      top: Self.pixel(top.rounded(.down), from: clip.top, to: clip.bottom),
      right: Self.pixel(right.rounded(.up), from: clip.left, to: clip.right),
      bottom: Self.pixel(bottom.rounded(.up), from: clip.top, to: clip.bottom))
  }

  /// Pixels that are wholly inside, corners left and right of them: empty if there are none.
  ///
  /// - Parameter margin: So many pixels around them are inside too.
  func interior(margin: Double = 0, in clip: PixelRect) -> PixelRect {
    PixelRect(
      left: Self.pixel((left + margin).rounded(.up), from: clip.left, to: clip.right),
      top: Self.pixel((top + upperReach + margin).rounded(.up), from: clip.top, to: clip.bottom),
      right: Self.pixel((right - margin).rounded(.down), from: clip.left, to: clip.right),
      bottom: Self.pixel(
        (bottom - lowerReach - margin).rounded(.down), from: clip.top, to: clip.bottom))
  }

  /// A pixel edge, moved into a range; what is no number to its start.
  static func pixel(_ edge: Double, from lower: Int, to upper: Int) -> Int {
    edge.isNaN ? lower : Int(saturating: min(max(edge, Double(lower)), Double(max(lower, upper))))
  }
}
