public import LinecasterDisplay

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
  /// How the pixels are moved, scaled and turned, from the centre of the row, in layout points.
  public var transform: DisplayTransform

  /// Makes attributes; what is left out changes nothing.
  public init(zIndex: Int = 0, alpha: Double = 1, transform: DisplayTransform = .identity) {
    self.zIndex = zIndex
    self.alpha = Self.usable(alpha)
    self.transform = transform
  }

  private static func usable(_ alpha: Double) -> Double {
    alpha.isNaN ? 1 : min(max(alpha, 0), 1)
  }
}
