/// The place of an element in a sectioned model.
public struct ElementPath: Hashable, Sendable {
  /// The index of the section in the model, from 0.
  public let section: Int
  /// The index of the element in its section, from 0.
  public let item: Int

  /// Makes the path of element `item` of section `section`.
  @inlinable
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
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
