public import LinecasterDisplay

/// The display attributes of a row when it is inserted, shown and deleted.
///
/// A host may animate between these states; a host that does not shows only `resting`.
public struct CellAppearance: Hashable, Sendable {
  /// The initial attributes of an inserted row.
  public var appearing: CellAttributes
  /// The attributes while the row is in the list.
  public var resting: CellAttributes
  /// The final attributes of a deleted row.
  public var disappearing: CellAttributes

  /// Creates an appearance; `appearing` and `disappearing` default to `resting`.
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

  /// An appearance that fades in and out in place.
  public static let fading = CellAppearance(
    appearing: CellAttributes(alpha: 0), disappearing: CellAttributes(alpha: 0))
}

/// The z-index, opacity and transform by which a host places the pixels of a row.
///
/// The attributes do not affect layout: the row keeps its height.
public struct CellAttributes: Hashable, Sendable {
  /// The stacking order (CSS `z-index`). Rows with greater numbers are in front; of rows with equal
  /// numbers, the later one is in front.
  public var zIndex: Int
  /// The opacity, clamped to 0...1; NaN counts as 1.
  public var alpha: Double {
    didSet { alpha = Self.usable(alpha) }
  }
  /// The transform of the pixels around the centre of the row, in layout points.
  public var transform: DisplayTransform

  /// Creates attributes; the defaults change nothing.
  public init(zIndex: Int = 0, alpha: Double = 1, transform: DisplayTransform = .identity) {
    self.zIndex = zIndex
    self.alpha = Self.usable(alpha)
    self.transform = transform
  }

  private static func usable(_ alpha: Double) -> Double {
    alpha.isNaN ? 1 : min(max(alpha, 0), 1)
  }
}
