/// The part of a list that can be seen, and where it goes.
public struct Viewport: Hashable, Sendable {
  /// The distance from the top of the list to the top of the viewport, in layout points; below 0,
  /// or beyond the end, while a host lets the list bounce.
  public var offset: Double
  /// The height of the viewport, in layout points.
  public var length: Double
  /// Layout points a second; above 0 towards the end of the list, 0 at rest.
  public var velocity: Double

  /// Makes a viewport; numbers that are not finite, and lengths below 0, become 0.
  public init(offset: Double, length: Double, velocity: Double = 0) {
    self.offset = offset.isFinite ? offset : 0
    self.length = length.isFinite ? max(0, length) : 0
    self.velocity = velocity.isFinite ? velocity : 0
  }

  /// Nothing, at the top of the list.
  public static let none = Viewport(offset: 0, length: 0)

  /// What can be seen, as distances from the top of the list.
  public var range: Range<Double> { offset..<offset + max(0, length) }

  /// The offset nearest to `offset` at which a list of some height fills the viewport, or its top
  /// where it is too short for that.
  public func clamped(_ offset: Double, totalHeight: Double) -> Double {
    max(0, min(offset, totalHeight - length))
  }
}
