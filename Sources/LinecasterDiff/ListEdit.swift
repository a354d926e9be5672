/// A change of a list that the caller knows, so the old and the new list need not be compared.
///
///     var messages = [Message(id: 1, text: "Hello")]
///     let changes = try ListEdit.append([Message(id: 2, text: "Hi")]).apply(to: &messages)
///
/// The batch is derived from the edit. The cost of appending depends only on the appended elements,
/// not on the length of the list. Identifiers are searched from the end by comparison, without
/// hashing, and arrays shift the elements behind a change.
public enum ListEdit<Element: Differentiable> {
  /// Appends elements to the list.
  case append([Element])
  /// Inserts elements before the element with an index, from 0 to the number of elements.
  case insert([Element], at: Int)
  /// Removes the element with an identifier.
  case remove(Element.Identifier)
  /// Moves the element with an identifier to an index, counted after the move.
  case move(Element.Identifier, to: Int)
  /// Replaces the element that has the same identifier as the given one.
  case replace(Element)
}

extension ListEdit: Sendable where Element: Sendable {}

extension ListEdit {
  /// Applies the edit and returns its batch.
  ///
  /// If the calling code is a debug build, the edit is verified, in O(n) time with every identifier
  /// hashed. Inserted identifiers must be new and unique, or an error is thrown; an assertion
  /// checks that the batch leads from the old list to the new one. A release build trusts the
  /// caller: if an identifier is not new, the list has a duplicate, and the batch is still right.
  ///
  /// - Parameters:
  ///   - elements: The list, which is unchanged if an error is thrown.
  ///   - section: The index of the list's section, for the paths of the batch.
  /// - Complexity: O(k) to append k elements, if nothing else refers to the storage of the list.
  ///   Otherwise O(n), without hashing, to find an identifier and to shift the elements behind it.
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
      changeset.isValid(from: before, to: elements),
      "The batch of an edit should lead to the edited list")
    return changeset.movedFromFirstSection(to: section)
  }

  /// Whether assertions are enabled in the compiled code.
  @inlinable static var isVerifying: Bool {
    var isVerifying = false
    assert(
      {
        isVerifying = true
        return true
      }())
    return isVerifying
  }

  /// Returns the first inserted identifier that the list has already, or that is inserted twice.
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

/// The reason why an edit cannot be applied to a list.
public enum ListEditError: Error, Sendable {
  /// No element of the list has the identifier.
  case unknownIdentifier(any Hashable & Sendable)
  /// The index is out of range; `count` is the number of elements.
  case noSuchIndex(Int, count: Int)
  /// An inserted element has an identifier that the list already has. Found in debug builds only.
  case duplicate(DuplicateIdentifier)
}

extension ListEditError: CustomStringConvertible {
  /// The error as text.
  public var description: String {
    switch self {
    case .unknownIdentifier(let identifier): "no element has the identifier \(identifier)"
    case .noSuchIndex(let index, let count): "index \(index) is out of range for \(count) elements"
    case .duplicate(let duplicate): "invalid edit: \(duplicate)"
    }
  }
}

extension Changeset {
  @usableFromInline
  static func inserting(_ items: Range<Int>) -> Changeset {
    Changeset(itemInserts: items.map { ElementPath(section: 0, item: $0) })
  }

  @usableFromInline
  static func moving(_ old: Int, to new: Int) -> Changeset {
    Changeset(itemMoves: [
      Transition(old: ElementPath(section: 0, item: old), new: ElementPath(section: 0, item: new))
    ])
  }

  @usableFromInline
  static func updating(_ item: Int) -> Changeset {
    let path = ElementPath(section: 0, item: item)
    return Changeset(itemUpdates: [Transition(old: path, new: path)])
  }

  /// Returns the same changes of items in another section, before and after.
  @usableFromInline
  func movedFromFirstSection(to section: Int) -> Changeset {
    if section == 0 { return self }
    func moved(_ path: ElementPath) -> ElementPath {
      ElementPath(section: section, item: path.item)
    }
    func moved(_ transition: Transition<ElementPath>) -> Transition<ElementPath> {
      Transition(old: moved(transition.old), new: moved(transition.new))
    }
    return Changeset(
      itemDeletes: itemDeletes.map(moved), itemInserts: itemInserts.map(moved),
      itemMoves: itemMoves.map(moved), itemUpdates: itemUpdates.map(moved))
  }
}

extension DuplicateIdentifier {
  /// The indices of both places in a flat list.
  @usableFromInline var places: [Int] {
    [first, repeated].map { place in
      switch place {
      case .section(let index): index
      case .item(let path): path.item
      }
    }
  }
}
