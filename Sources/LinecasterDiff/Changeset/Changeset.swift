/// The changes that lead from an old model to a new one, to be applied as one batch.
///
/// Coordinates are *old* (before any change) for deletes, for `old` of moves and for `old` of
/// updates; they are *new* (after every change) for inserts, for `new` of moves and for `new` of
/// updates. A host applies a batch in this order:
///
/// 1. Take out, in old coordinates and from the end, the items in `itemDeletes` and at the `old`
///    side of `itemMoves`; then the sections in `sectionDeletes` and at the `old` side of
///    `sectionMoves`. A deleted section goes with the items left in it. A moved section keeps the
///    items left in it.
/// 2. Put in, in new coordinates and from the start, the sections in `sectionInserts` and at the
///    `new` side of `sectionMoves`; then the items in `itemInserts` and at the `new` side of
///    `itemMoves`. An inserted section comes with all its new items but those that are moved into
///    it.
/// 3. Show the new content of what `sectionUpdates` and `itemUpdates` name.
///
/// What a batch promises:
///
/// - An item of a deleted section is never in `itemDeletes`: it is in `itemMoves` if it survives
///   elsewhere, else it goes with its section. An item of an inserted section is never in
///   `itemInserts`: it is in `itemMoves` if it comes from elsewhere, else it comes with its
///   section.
/// - An item that changes section is one move, never a delete and an insert. An item that stays in
///   its section and keeps its order among those that stay is not a move, though its index or
///   the index of its section may change.
/// - A survivor with other content is an update, moved or not; nothing else is an update.
/// - Deletes, inserts and moves are as few as they can be for this assignment of old to new
///   elements.
/// - Deletes ascend in old coordinates; inserts, moves and updates ascend in new ones; none
///   repeats.
///
/// Elements in a flat list are in section 0.
public struct Changeset: Hashable, Sendable {
  /// Sections that vanish, in old coordinates, ascending.
  public let sectionDeletes: [Int]
  /// Sections that appear, in new coordinates, ascending.
  public let sectionInserts: [Int]
  /// Sections that change their order among the survivors, ascending in new coordinates.
  public let sectionMoves: [Transition<Int>]
  /// Surviving sections whose own content differs, ascending in new coordinates.
  public let sectionUpdates: [Transition<Int>]
  /// Items that vanish from surviving sections, in old coordinates, ascending.
  public let itemDeletes: [ElementPath]
  /// Items that appear in surviving sections, in new coordinates, ascending.
  public let itemInserts: [ElementPath]
  /// Surviving items that change section or their order in it, ascending in new coordinates.
  public let itemMoves: [Transition<ElementPath>]
  /// Surviving items whose content differs, ascending in new coordinates.
  public let itemUpdates: [Transition<ElementPath>]
  /// Identifiers that occur more than once in one of the models, old before new, sections before
  /// items, by place.
  public let duplicates: [DuplicateIdentifier]

  /// Makes a batch of changes found by other means; nothing is checked.
  public init(
    sectionDeletes: [Int] = [], sectionInserts: [Int] = [],
    sectionMoves: [Transition<Int>] = [], sectionUpdates: [Transition<Int>] = [],
    itemDeletes: [ElementPath] = [], itemInserts: [ElementPath] = [],
    itemMoves: [Transition<ElementPath>] = [], itemUpdates: [Transition<ElementPath>] = [],
    duplicates: [DuplicateIdentifier] = []
  ) {
    self.sectionDeletes = sectionDeletes
    self.sectionInserts = sectionInserts
    self.sectionMoves = sectionMoves
    self.sectionUpdates = sectionUpdates
    self.itemDeletes = itemDeletes
    self.itemInserts = itemInserts
    self.itemMoves = itemMoves
    self.itemUpdates = itemUpdates
    self.duplicates = duplicates
  }
}
