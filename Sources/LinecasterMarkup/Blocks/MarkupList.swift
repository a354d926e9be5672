/// A list of a marked-up text.
public struct MarkupList: Hashable, Sendable {
  /// The number of the first item; nil for lists with bullets.
  public let start: Int?
  /// Whether items follow each other closely: no blank line is between them.
  public let isTight: Bool
  /// The blocks of each item.
  public let items: [[MarkupBlock]]

  /// Makes a list.
  public init(start: Int?, isTight: Bool, items: [[MarkupBlock]]) {
    self.start = start
    self.isTight = isTight
    self.items = items
  }
}
