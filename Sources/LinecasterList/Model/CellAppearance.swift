/// How a row comes, how it stays, and how it goes.
///
/// Between two states a host may animate; one that does not shows `resting` alone.
public struct CellAppearance: Hashable, Sendable {
  /// Where a row that is inserted starts.
  public var appearing: CellAttributes
  /// How the row is shown while it is in the list.
  public var resting: CellAttributes
  /// Where a row that is deleted ends.
  public var disappearing: CellAttributes

  /// Makes an appearance; a row comes and goes as it rests, unless something else is said.
  public init(
    resting: CellAttributes = CellAttributes(), appearing: CellAttributes? = nil,
    disappearing: CellAttributes? = nil
  ) {
    self.resting = resting
    self.appearing = appearing ?? resting
    self.disappearing = disappearing ?? resting
  }

  /// Opaque and in its place, always.
  static let plain = CellAppearance()

  /// Comes out of nothing and goes into nothing, where it stands.
  public static let fading = CellAppearance(
    appearing: CellAttributes(alpha: 0), disappearing: CellAttributes(alpha: 0))
}

/// How a host places the pixels of a row: in front of what, how transparent, and transformed how.
///
/// Nothing is measured again for them: the room a row takes stays the same.
public struct CellAttributes: Hashable, Sendable {
  /// Rows with greater numbers are in front; of equal ones the later row is.
  public var zIndex: Int
  /// The opacity, 0 to 1; numbers beyond are clamped and those that are none count as 1.
  public var alpha: Double {
    didSet { alpha = Self.usable(alpha) }
  }
  /// How the pixels are moved, scaled and turned about the centre of the row.
  public var transform: CellTransform

  /// Makes attributes; what is left out changes nothing.
  public init(zIndex: Int = 0, alpha: Double = 1, transform: CellTransform = CellTransform()) {
    self.zIndex = zIndex
    self.alpha = Self.usable(alpha)
    self.transform = transform
  }

  private static func usable(_ alpha: Double) -> Double {
    alpha.isNaN ? 1 : min(max(alpha, 0), 1)
  }
}

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

  /// First this map, then another.
  func followed(by next: CellTransform) -> CellTransform {
    CellTransform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      x: next.a * x + next.c * y + next.x, y: next.b * x + next.d * y + next.y)
  }
}
