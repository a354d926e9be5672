/// Which row it is over its life, also where a model has an identifier twice.
public struct RowIdentity: Hashable, Sendable {
  /// What a row is to its section.
  public enum Kind: Hashable, Sendable {
    /// The row above the items of a section.
    case header
    /// An item.
    case item
    /// The row below the items of a section.
    case footer
  }

  /// What the row is to its section.
  public let kind: Kind
  /// The identifier of the item; of its section for headers and footers.
  public let identifier: ItemIdentifier
  /// How many items, or sections, with this identifier stand above it.
  public let occurrence: Int

  /// Makes an identity.
  public init(_ identifier: ItemIdentifier, kind: Kind = .item, occurrence: Int = 0) {
    self.kind = kind
    self.identifier = identifier
    self.occurrence = occurrence
  }
}
