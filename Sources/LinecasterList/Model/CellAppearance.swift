public import LinecasterDisplay

/// The display attributes of a row when it is inserted, shown and deleted.
///
/// A host may animate between the states; one that does not shows only `resting`.
public struct CellAppearance: Hashable, Sendable {
  /// The initial attributes of an inserted row.
  public var appearing: CellAttributes
  /// The attributes while the row is in the list.
  public var resting: CellAttributes
  /// The final attributes of a deleted row.
  public var disappearing: CellAttributes

  /// Makes an appearance; `appearing` and `disappearing` default to `resting`.
  public init(
    resting: CellAttributes = CellAttributes(), appearing: CellAttributes? = nil,
    disappearing: CellAttributes? = nil
  ) {
    self.resting = resting
    self.appearing = appearing ?? resting
    self.disappearing = disappearing ?? resting
  }

  /// Opaque and untransformed, always.
  static let plain = CellAppearance()

  /// Fades in and out in place.
  public static let fading = CellAppearance(
    appearing: CellAttributes(alpha: 0), disappearing: CellAttributes(alpha: 0))
}

/// The z-index, opacity and transform by which a host places the pixels of a row.
///
/// They do not affect layout: the row keeps its height.
public struct CellAttributes: Hashable, Sendable {
  /// The stacking order (CSS `z-index`): greater numbers are in front; of equal ones the later row
  /// is.
  public var zIndex: Int
  /// The opacity, clamped to 0 to 1; NaN counts as 1.
  public var alpha: Double {
    didSet { alpha = Self.usable(alpha) }
  }
  /// The transform of the pixels around the centre of the row, in layout points.
  public var transform: DisplayTransform

  /// Makes attributes; the defaults change nothing.
  public init(zIndex: Int = 0, alpha: Double = 1, transform: DisplayTransform = .identity) {
    self.zIndex = zIndex
    self.alpha = Self.usable(alpha)
    self.transform = transform
  }

  private static func usable(_ alpha: Double) -> Double {
    alpha.isNaN ? 1 : min(max(alpha, 0), 1)
  }
}
