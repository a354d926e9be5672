extension ListEdit {
  /// Applies the edit and returns its batch.
  ///
  /// Where the calling code is a debug build the edit is verified, in O(n) time with every
  /// identifier hashed: inserted identifiers must be new to the list and to each other, or an error
  /// is thrown, and it is asserted that the batch leads from the old list to the new one. A release
  /// build takes the caller's word; if it is broken, the list has a duplicate, and the batch is
  /// right all the same.
  ///
  /// - Parameters:
  ///   - elements: The list, unchanged if an error is thrown.
  ///   - section: The index of the section that the list is in, for the paths of the batch.
  /// - Complexity: O(k) to append k elements, if nothing else refers to the storage of the list;
  ///   else O(n) without hashing: to find an identifier, and to shift what is behind the place.
  @inlinable
  public func apply(
    to elements: inout [Element], section: Int = 0
  ) throws(ListEditError) -> Changeset {
    guard Self.isVerifying else {
      return try perform(on: &elements).movedFromFirstSection(to: section)
    }
    let before = elements
    if let duplicate = firstDuplicate(in: before) { throw .duplicate(duplicate) }
    let changeset = try perform(on: &elements)
    assert(
      changeset.leads(from: before, to: elements),
      "The batch of an edit should lead to the edited list")
    return changeset.movedFromFirstSection(to: section)
  }

  /// Whether assertions are checked where this is compiled.
  @inlinable static var isVerifying: Bool {
    var isVerifying = false
    assert(
      {
        isVerifying = true
        return true
      }())
    return isVerifying
  }

  /// The first inserted identifier that the list has already, or that is inserted twice.
  @inlinable
  func firstDuplicate(in elements: [Element]) -> DuplicateIdentifier? {
    var after = elements
    let inserted: Range<Int>
    switch self {
    case .append(let added):
      inserted = after.count..<after.count + added.count
      after += added
    case .insert(let added, let index):
      guard after.indices.contains(index) || index == after.count else { return nil }
      inserted = index..<index + added.count
      after.insert(contentsOf: added, at: index)
    case .remove, .move, .replace: return nil
    }
    let duplicates = Changeset(from: [], to: after).duplicates
    return duplicates.first { $0.places.contains { inserted.contains($0) } }
  }

  @inlinable
  func perform(on elements: inout [Element]) throws(ListEditError) -> Changeset {
    switch self {
    case .append(let added):
      elements += added
      return .inserting(elements.count - added.count..<elements.count)
    case .insert(let added, let index):
      guard index >= 0, index <= elements.count else {
        throw .noSuchIndex(index, count: elements.count)
      }
      elements.insert(contentsOf: added, at: index)
      return .inserting(index..<index + added.count)
    case .remove(let identifier):
      let index = try Self.index(of: identifier, in: elements)
      elements.remove(at: index)
      return Changeset(itemDeletes: [ElementPath(section: 0, item: index)])
    case .move(let identifier, let target):
      let index = try Self.index(of: identifier, in: elements)
      guard elements.indices.contains(target) else {
        throw .noSuchIndex(target, count: elements.count)
      }
      elements.insert(elements.remove(at: index), at: target)
      return index == target ? Changeset() : .moving(index, to: target)
    case .replace(let element):
      let index = try Self.index(of: element.differenceIdentifier, in: elements)
      let isEqual = elements[index].isContentEqual(to: element)
      elements[index] = element
      return isEqual ? Changeset() : .updating(index)
    }
  }

  @inlinable
  static func index(
    of identifier: Element.Identifier, in elements: [Element]
  ) throws(ListEditError) -> Int {
    guard let index = elements.lastIndex(where: { $0.differenceIdentifier == identifier }) else {
      throw .unknownIdentifier(identifier)
    }
    return index
  }
}
