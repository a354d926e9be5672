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
  public init(zIndex: Int = 0, alpha: Double = 1, transform: CellTransform = .identity) {
    self.zIndex = zIndex
    self.alpha = Self.usable(alpha)
    self.transform = transform
  }

  /// Opaque, in its place.
  public static let plain = CellAttributes()

  private static func usable(_ alpha: Double) -> Double {
    alpha.isNaN ? 1 : min(max(alpha, 0), 1)
  }
}
