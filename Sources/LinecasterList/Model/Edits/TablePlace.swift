/// A place in a model, told by what is there and not by numbers that go stale.
public enum TablePlace: Hashable, Sendable {
  /// Right above the item with this identifier.
  case above(ItemIdentifier)
  /// Right below the item with this identifier.
  case below(ItemIdentifier)
  /// Above the first item of the section with this identifier.
  case start(of: ItemIdentifier)
  /// Below the last item of the section with this identifier.
  case end(of: ItemIdentifier)
}
