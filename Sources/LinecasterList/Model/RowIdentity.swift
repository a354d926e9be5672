/// Which row it is, also where a model has an identifier twice: the k-th row with it from the top.
public struct RowIdentity: Hashable, Sendable {
  /// The identifier of the row.
  public let item: ItemIdentifier
  /// How many rows with this identifier stand above it.
  public let occurrence: Int

  /// Makes an identity.
  public init(_ item: ItemIdentifier, occurrence: Int = 0) {
    self.item = item
    self.occurrence = occurrence
  }
}
