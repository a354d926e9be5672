/// The place of an element in a sectioned model.
///
/// Takes eight bytes. An index beyond those that 32 bits can hold, which no model has, counts as
/// the last or the first of them.
public struct ElementPath: Hashable, Sendable {
  @usableFromInline let sectionNumber: Int32
  @usableFromInline let itemNumber: Int32

  /// The index of the section in the model, from 0.
  @inlinable public var section: Int { Int(sectionNumber) }
  /// The index of the element in its section, from 0.
  @inlinable public var item: Int { Int(itemNumber) }

  /// Makes the path of element `item` of section `section`.
  @inlinable
  public init(section: Int, item: Int) {
    sectionNumber = Int32(clamping: section)
    itemNumber = Int32(clamping: item)
  }

  /// Makes the path `count` elements further in its section, which has that many.
  @inline(__always)
  func advanced(by count: Int) -> ElementPath {
    ElementPath(
      sectionNumber: sectionNumber, itemNumber: itemNumber &+ Int32(truncatingIfNeeded: count))
  }

  private init(sectionNumber: Int32, itemNumber: Int32) {
    self.sectionNumber = sectionNumber
    self.itemNumber = itemNumber
  }
}

extension ElementPath: Comparable {
  /// Orders paths as reading the model does: by section, then by element.
  @inlinable
  public static func < (left: ElementPath, right: ElementPath) -> Bool {
    (left.section, left.item) < (right.section, right.item)
  }
}

extension ElementPath: CustomStringConvertible {
  /// The section and the element, as in `2.15`.
  public var description: String { "\(section).\(item)" }
}
