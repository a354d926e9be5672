import LinecasterDiff

/// A model, with its changes if they are known.
struct EditedModel: Sendable {
  var model: TableModel
  /// The changes since the shown model; `nil` if only a comparison would find them.
  var changes: Changeset?

  init(_ model: TableModel, changes: Changeset? = nil) {
    self.model = model
    self.changes = changes
  }

  /// Applies the edits of updates in order; the last update's edits must fit.
  ///
  /// Earlier updates whose edits do not fit are left out: they have failed on their own.
  ///
  /// - Parameters:
  ///   - groups: The edits of each update.
  ///   - isShown: Whether the model is the shown one, so the changes are known.
  /// - Throws: `TableEditError` if an edit of the last update does not fit.
  /// - Complexity: O(rows) for the first edit, without hashing; at most O(edits²) in addition.
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

/// Accumulates the batches of edits, each of which begins where the one before ended.
///
/// A single batch is used as it is. Several batches with moved items are left to a diff, which
/// finds the fewest moves.
struct ChangeRecorder: Sendable {
  /// The changes of one section's items.
  fileprivate struct Section {
    /// The old items that were deleted, ascending.
    var deletes: [Int] = []
    /// The new items at their current indices, ascending.
    var inserts: [Int] = []
    /// The old items whose content may differ.
    var updates: Set<Int> = []
  }

  /// The changed sections, by their current indices.
  private var sections: [Int: Section] = [:]
  /// The new sections, by their current indices, ascending.
  private var inserts: [Int] = []
  private var count = 0
  private var single: Changeset?
  private var isKnown = true

  /// The maximum number of changes; more are left to a diff.
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
    for section in changes.sectionInserts { insertSection(at: section) }
    // The items of a new section are new with it.
    for path in changes.itemDeletes.reversed() where !inserts.contains(path.section) {
      sections[path.section, default: .init()].delete(path.item)
    }
    for path in changes.itemInserts where !inserts.contains(path.section) {
      sections[path.section, default: .init()].insert(path.item)
    }
    for update in changes.itemUpdates where !inserts.contains(update.new.section) {
      sections[update.new.section, default: .init()].update(update.new.item)
    }
  }

  private mutating func insertSection(at index: Int) {
    sections = Dictionary(
      uniqueKeysWithValues: sections.map { ($0 < index ? $0 : $0 + 1, $1) })
    inserts = inserts.map { $0 < index ? $0 : $0 + 1 } + [index]
    inserts.sort()
  }

  /// Returns the index that a section had before all edits.
  private func oldSection(of section: Int) -> Int { section - inserts.count { $0 < section } }

  /// Returns the batch of all edits; `nil` if only a diff finds it.
  ///
  /// - Complexity: O(changes²) at most.
  func changes(from old: TableModel, to new: TableModel) -> Changeset? {
    if let single { return single }
    guard isKnown else { return nil }
    var (deletes, arrivals) = ([ElementPath](), [ElementPath]())
    var updates: [Transition<ElementPath>] = []
    for (index, section) in sections.sorted(by: { $0.key < $1.key }) {
      let oldIndex = oldSection(of: index)
      deletes += section.deletes.map { ElementPath(section: oldIndex, item: $0) }
      arrivals += section.inserts.map { ElementPath(section: index, item: $0) }
      updates += section.updates.sorted().map { item in
        Transition(
          old: ElementPath(section: oldIndex, item: item),
          new: ElementPath(section: index, item: section.place(ofOld: item)))
      }
    }
    let gone = Set(deletes.map { old.identifier(at: $0) })
    // An item that was deleted and inserted again has survived, which a diff sees.
    let isBack =
      !gone.isEmpty
      && (arrivals.contains { gone.contains(new.identifier(at: $0)) }
        || inserts.contains { index in
          new.sections[index].items.contains { gone.contains($0.identifier) }
        })
    guard !isBack else { return nil }
    updates.removeAll { change in
      old.sections[change.old.section].items[change.old.item]
        == new.sections[change.new.section].items[change.new.item]
    }
    return Changeset(
      sectionInserts: inserts, itemDeletes: deletes, itemInserts: arrivals, itemUpdates: updates)
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

  /// Returns the old index of an item that is not new, below `count` new ones.
  private func oldPlace(of item: Int, after count: Int) -> Int {
    deletes.reduce(item - count) { place, gone in gone <= place ? place + 1 : place }
  }

  /// Returns the current index of an old item that was not deleted.
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
