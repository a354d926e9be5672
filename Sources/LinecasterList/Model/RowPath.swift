public import LinecasterDiff

/// The place of a row in a model, headers and footers included.
public struct RowPath: Hashable, Sendable {
  /// The index of the section.
  public var section: Int
  /// Which row of the section it is.
  public var part: RowPart

  /// Makes a path.
  public init(section: Int, part: RowPart) {
    self.section = section
    self.part = part
  }

  /// Makes the path of an item.
  public init(_ path: ElementPath) {
    self.init(section: path.section, part: .item(path.item))
  }

  /// The place of the item; nil for headers and footers.
  public var element: ElementPath? {
    guard case .item(let item) = part else { return nil }
    return ElementPath(section: section, item: item)
  }
}
