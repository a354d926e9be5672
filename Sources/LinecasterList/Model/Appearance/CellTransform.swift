/// An affine map of the plane: where the pixels of a row go from its resting place.
///
/// Lengths are layout points with y downwards, and the origin is the centre of the row:
/// x' = a·x + c·y + x₀, y' = b·x + d·y + y₀.
public struct CellTransform: Hashable, Sendable {
  /// What x adds to x'.
  public var a: Double
  /// What x adds to y'.
  public var b: Double
  /// What y adds to x'.
  public var c: Double
  /// What y adds to y'.
  public var d: Double
  /// The way along x, in layout points.
  public var x: Double
  /// The way along y, in layout points.
  public var y: Double

  /// Makes a map of its six numbers; left out they leave everything in place.
  public init(
    a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, x: Double = 0, y: Double = 0
  ) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.x = x
    self.y = y
  }

  /// Everything stays in place.
  public static let identity = CellTransform()

  /// Moves by a way in layout points.
  public static func translation(x: Double = 0, y: Double = 0) -> CellTransform {
    CellTransform(x: x, y: y)
  }

  /// Scales about the centre.
  public static func scale(_ factor: Double) -> CellTransform {
    CellTransform(a: factor, d: factor)
  }

  /// First this map, then another.
  public func followed(by next: CellTransform) -> CellTransform {
    CellTransform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      x: next.a * x + next.c * y + next.x, y: next.b * x + next.d * y + next.y)
  }
}
