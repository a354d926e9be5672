/// The part of a list that can be seen, and where it goes.
public struct Viewport: Hashable, Sendable {
  /// The distance from the top of the list to the top of the viewport, in layout points; below 0,
  /// or beyond the end, while a host lets the list bounce.
  public var offset: Double {
    didSet { offset = offset.orZero }
  }
  /// The height of the viewport, in layout points.
  public var length: Double {
    didSet { length = max(0, length.orZero) }
  }
  /// Layout points a second; above 0 towards the end of the list, 0 at rest.
  public var velocity: Double {
    didSet { velocity = velocity.orZero }
  }

  /// Makes a viewport; numbers that are not finite, and lengths below 0, become 0.
  public init(offset: Double, length: Double, velocity: Double = 0) {
    self.offset = offset.orZero
    self.length = max(0, length.orZero)
    self.velocity = velocity.orZero
  }

  /// Nothing, at the top of the list.
  public static let none = Viewport(offset: 0, length: 0)

  /// What can be seen, as distances from the top of the list.
  public var range: Range<Double> { offset..<offset + length }

  /// The offset nearest to `offset` at which a list of some height fills the viewport, or its top
  /// where it is too short for that.
  public func clamped(_ offset: Double, totalHeight: Double) -> Double {
    max(0, min(offset, totalHeight - length))
  }
}

extension Double {
  /// The number itself if it is finite, else 0.
  fileprivate var orZero: Double { isFinite ? self : 0 }
}
