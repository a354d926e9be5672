public import LinecasterDiff

/// A change of a model that the caller knows, so the old and the new model need not be compared.
///
///     let changes = try model.apply(.append([item], to: "main"))
///
/// Items and sections are searched from the end of the model by comparing identifiers. The cost of
/// appending depends only on the appended items, not on the length of the list. Separators that a
/// builder added stay as they are; insert new ones together with new rows.
///
///     var model = buttons
///     let item = TableItem("help", cell: TextButtonCell("Help"))
///     let changes = try model.apply(.append([item], to: "main"))
public enum TableEdit: Sendable {
  /// Inserts items at a place, in order.
  case insert([TableItem], at: TablePlace)
  /// Removes the item with this identifier.
  case remove(ItemIdentifier)
  /// Moves the item with this identifier to a place, also in another section.
  case move(ItemIdentifier, to: TablePlace)
  /// Replaces the item that has the same identifier as the given one.
  case replace(TableItem)
  /// Inserts a section below the section with this identifier; `nil` inserts it above all others.
  case insertSection(TableSection, below: ItemIdentifier?)

  /// Appends items to a section.
  public static func append(_ items: [TableItem], to section: ItemIdentifier) -> TableEdit {
    .insert(items, at: .end(of: section))
  }
}

/// A place in a model, relative to an item or section instead of an index that becomes stale.
public enum TablePlace: Hashable, Sendable {
  /// The place directly above the item with this identifier.
  case above(ItemIdentifier)
  /// The place directly below the item with this identifier.
  case below(ItemIdentifier)
  /// The place above the first item of the section with this identifier.
  case start(of: ItemIdentifier)
  /// The place below the last item of the section with this identifier.
  case end(of: ItemIdentifier)
}

/// The reason why an edit cannot be applied to a model.
public enum TableEditError: Error, Sendable {
  /// No item of the model has the identifier.
  case unknownItem(ItemIdentifier)
  /// No section of the model has the identifier.
  case unknownSection(ItemIdentifier)
  /// An inserted item has an identifier that the model already has. Found in debug builds only.
  case duplicate(DuplicateIdentifier)
}

extension TableEditError: CustomStringConvertible {
  /// The error as text.
  public var description: String {
    switch self {
    case .unknownItem(let identifier): "no item has the identifier \(identifier)"
    case .unknownSection(let identifier): "no section has the identifier \(identifier)"
    case .duplicate(let duplicate): "invalid edit: \(duplicate)"
    }
  }
}

extension TableModel {
  /// Applies an edit and returns its changes, which are those that a diff would find.
  ///
  /// Debug builds verify the edit, in O(n) time. Inserted identifiers must be new to the model, or
  /// an error is thrown; an assertion checks that the changes lead from the old model to the new
  /// one. Release builds trust the caller: if an identifier is not new, the model has a duplicate,
  /// and the changes are still right.
  ///
  /// - Throws: The problem with the edit; the model is then unchanged.
  /// - Complexity: O(k) to append k items to the last section, if nothing else refers to the
  ///   storage of the model; else O(n) comparisons of identifiers.
  public mutating func apply(_ edit: TableEdit) throws(TableEditError) -> Changeset {
    #if DEBUG
      var after = self
      let changes = try after.perform(edit)
      if let duplicate = after.firstDuplicate(among: changes) { throw .duplicate(duplicate) }
      assert(
        changes.isValid(fromSections: sections, toSections: after.sections),
        "The batch of an edit should lead to the edited model")
      self = after
      return changes
    #else
      return try perform(edit)
    #endif
  }

  private mutating func perform(_ edit: TableEdit) throws(TableEditError) -> Changeset {
    switch edit {
    case .insert(let items, let place):
      let target = try index(of: place)
      return try change(target.section, by: .insert(items, at: target.item))
    case .remove(let identifier):
      let path = try path(of: identifier)
      return try change(path.section, by: .remove(identifier))
    case .move(let identifier, let place):
      return try move(identifier, to: place)
    case .replace(let item):
      let path = try path(of: item.identifier)
      return try change(path.section, by: .replace(item))
    case .insertSection(let section, let above):
      let index = try above.map { (above) throws(TableEditError) in try self.section(above) + 1 }
      sections.insert(section, at: index ?? 0)
      return Changeset(sectionInserts: [index ?? 0])
    }
  }

  private mutating func move(
    _ identifier: ItemIdentifier, to place: TablePlace
  ) throws(TableEditError) -> Changeset {
    let old = try path(of: identifier)
    let target = try index(of: place)
    guard target.section == old.section else {
      let item = sections[old.section].items.remove(at: old.item)
      sections[target.section].items.insert(item, at: target.item)
      return Changeset(itemMoves: [Transition(old: old, new: target)])
    }
    // The place was found before the item was removed.
    let item = target.item > old.item ? target.item - 1 : target.item
    return try change(old.section, by: .move(identifier, to: item))
  }

  private mutating func change(
    _ section: Int, by edit: ListEdit<TableItem>
  ) throws(TableEditError) -> Changeset {
    do {
      return try edit.apply(to: &sections[section].items, section: section)
    } catch {
      throw TableEditError(error)
    }
  }
}

// MARK: - Places

extension TableModel {
  /// Returns the path of the last item with an identifier, the one that list edits find.
  private func path(of identifier: ItemIdentifier) throws(TableEditError) -> ElementPath {
    for section in sections.indices.reversed() {
      if let item = sections[section].items.lastIndex(where: { $0.identifier == identifier }) {
        return ElementPath(section: section, item: item)
      }
    }
    throw .unknownItem(identifier)
  }

  private func section(_ identifier: ItemIdentifier) throws(TableEditError) -> Int {
    guard let section = sections.lastIndex(where: { $0.identifier == identifier }) else {
      throw .unknownSection(identifier)
    }
    return section
  }

  private func index(of place: TablePlace) throws(TableEditError) -> ElementPath {
    switch place {
    case .above(let identifier): return try path(of: identifier)
    case .below(let identifier):
      let path = try path(of: identifier)
      return ElementPath(section: path.section, item: path.item + 1)
    case .start(let identifier):
      return ElementPath(section: try section(identifier), item: 0)
    case .end(let identifier):
      let section = try section(identifier)
      return ElementPath(section: section, item: sections[section].items.count)
    }
  }

  /// Returns the first inserted item that has the identifier of another.
  private func firstDuplicate(among changes: Changeset) -> DuplicateIdentifier? {
    var inserted = Set(changes.itemInserts.map { DuplicateIdentifier.Place.item($0) })
    for section in changes.sectionInserts {
      inserted.insert(.section(section))
      inserted.formUnion(
        sections[section].items.indices.map { .item(ElementPath(section: section, item: $0)) })
    }
    guard !inserted.isEmpty else { return nil }
    return duplicates().first {
      inserted.contains($0.first) || inserted.contains($0.repeated)
    }
  }
}

extension TableEditError {
  /// Converts a list's error; places were looked up before, so indices are right.
  fileprivate init(_ error: ListEditError) {
    switch error {
    case .duplicate(let duplicate): self = .duplicate(duplicate)
    case .unknownIdentifier(let identifier):
      self = .unknownItem(identifier as? ItemIdentifier ?? .name("\(identifier)"))
    case .noSuchIndex(let index, _): self = .unknownItem(.number(index))
    }
  }
}
