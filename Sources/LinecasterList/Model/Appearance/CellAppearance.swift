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
    resting: CellAttributes = .plain, appearing: CellAttributes? = nil,
    disappearing: CellAttributes? = nil
  ) {
    self.resting = resting
    self.appearing = appearing ?? resting
    self.disappearing = disappearing ?? resting
  }

  /// Opaque and in its place, always.
  public static let plain = CellAppearance()

  /// Comes out of nothing and goes into nothing, where it stands.
  public static let fading = CellAppearance(
    appearing: CellAttributes(alpha: 0), disappearing: CellAttributes(alpha: 0))
}
