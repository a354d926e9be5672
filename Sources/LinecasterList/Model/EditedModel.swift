import LinecasterDiff

/// A model, and what is known of how it came to be.
struct MadeModel: Sendable {
  var model: TableModel
  /// The changes since the model that is shown; nil where nobody knows them without comparing.
  var changes: Changeset?

  init(_ model: TableModel, changes: Changeset? = nil) {
    self.model = model
    self.changes = changes
  }

  /// Applies edits of one update after the other, of which the last must fit.
  ///
  /// Those that do not fit, of updates before, are left out: these have failed by themselves.
  ///
  /// - Parameters:
  ///   - groups: The edits of each update.
  ///   - isShown: Whether the model is what is shown, so that the changes are known.
  /// - Throws: `TableEditError` where an edit of the last update does not fit.
  /// - Complexity: O(rows) for the first edit, without hashing; O(edits²) at most besides.
  mutating func apply(_ groups: [[TableEdit]], isShown: Bool) throws {
    var groups = groups
    while true {
      var edited = model
      var recorder: ChangeRecorder? = isShown ? ChangeRecorder() : nil
      if let failure = Self.firstFailure(of: groups, on: &edited, &recorder) {
        guard failure.group < groups.count - 1 else { throw failure.error }
        groups.remove(at: failure.group)
      } else {
        changes = recorder?.changes(from: model, to: edited)
        model = edited
        return
      }
    }
  }

  private static func firstFailure(
    of groups: [[TableEdit]], on model: inout TableModel, _ recorder: inout ChangeRecorder?
  ) -> (group: Int, error: TableEditError)? {
    for (index, edits) in groups.enumerated() {
      for edit in edits {
        do throws(TableEditError) {
          let changes = try model.apply(edit)
          recorder?.add(changes)
        } catch {
          return (index, error)
        }
      }
    }
    return nil
  }
}

/// Adds up the batches of edits, each of which begins where the one before ended.
///
/// A single batch is taken as it is. Of several, those that move items are left to a diff, which
/// finds the fewest moves.
struct ChangeRecorder: Sendable {
  /// What has become of the items of one section.
  fileprivate struct Section {
    /// The old items that are gone, ascending.
    var deletes: [Int] = []
    /// The items that are new, where they are so far, ascending.
    var inserts: [Int] = []
    /// The old items whose content may differ.
    var updates: Set<Int> = []
  }

  private var sections: [Int: Section] = [:]
  private var count = 0
  private var single: Changeset?
  private var isKnown = true

  /// More changes than that are left to a diff.
  static let mostChanges = 2_048

  /// Adds the batch of an edit.
  mutating func add(_ changes: Changeset) {
    guard !changes.isEmpty else { return }
    count += changes.count
    single = count == changes.count ? changes : nil
    guard changes.itemMoves.isEmpty, count <= Self.mostChanges else {
      isKnown = false
      return
    }
    for path in changes.itemDeletes.reversed() {
      sections[path.section, default: .init()].delete(path.item)
    }
    for path in changes.itemInserts { sections[path.section, default: .init()].insert(path.item) }
    for update in changes.itemUpdates {
      sections[update.new.section, default: .init()].update(update.new.item)
    }
  }

  /// The batch of all edits; nil where only a diff finds it.
  ///
  /// - Complexity: O(changes²) at most.
  func changes(from old: TableModel, to new: TableModel) -> Changeset? {
    if let single { return single }
    guard isKnown else { return nil }
    var (deletes, inserts) = ([ElementPath](), [ElementPath]())
    var updates: [Transition<ElementPath>] = []
    for (index, section) in sections.sorted(by: { $0.key < $1.key }) {
      deletes += section.deletes.map { ElementPath(section: index, item: $0) }
      inserts += section.inserts.map { ElementPath(section: index, item: $0) }
      updates += section.updates.sorted().map { item in
        Transition(
          old: ElementPath(section: index, item: item),
          new: ElementPath(section: index, item: section.place(ofOld: item)))
      }
    }
    let gone = Set(deletes.map { old.identifier(at: $0) })
    // What went and came again has survived, which a diff sees.
    guard !inserts.contains(where: { gone.contains(new.identifier(at: $0)) }) else { return nil }
    updates.removeAll { change in
      old.sections[change.old.section].items[change.old.item]
        == new.sections[change.new.section].items[change.new.item]
    }
    return Changeset(itemDeletes: deletes, itemInserts: inserts, itemUpdates: updates)
  }
}

extension ChangeRecorder.Section {
  mutating func insert(_ item: Int) {
    let place = inserts.firstIndex { $0 >= item } ?? inserts.endIndex
    for index in place..<inserts.count { inserts[index] += 1 }
    inserts.insert(item, at: place)
  }

  mutating func delete(_ item: Int) {
    let place = inserts.firstIndex { $0 >= item } ?? inserts.endIndex
    if place < inserts.count, inserts[place] == item {
      inserts.remove(at: place)
    } else {
      let old = oldPlace(of: item, after: place)
      deletes.insert(old, at: deletes.firstIndex { $0 > old } ?? deletes.endIndex)
      updates.remove(old)
    }
    for index in place..<inserts.count { inserts[index] -= 1 }
  }

  mutating func update(_ item: Int) {
    let place = inserts.firstIndex { $0 >= item } ?? inserts.endIndex
    guard place == inserts.count || inserts[place] != item else { return }
    updates.insert(oldPlace(of: item, after: place))
  }

  /// Where an item that is not new was, `count` of the new ones being above it.
  private func oldPlace(of item: Int, after count: Int) -> Int {
    deletes.reduce(item - count) { place, gone in gone <= place ? place + 1 : place }
  }

  /// Where an old item is that is not gone.
  func place(ofOld item: Int) -> Int {
    let gone = deletes.firstIndex { $0 > item } ?? deletes.count
    return inserts.reduce(item - gone) { place, new in new <= place ? place + 1 : place }
  }
}

extension TableModel {
  fileprivate func identifier(at path: ElementPath) -> ItemIdentifier {
    sections[path.section].items[path.item].identifier
  }
}
