/// The heights that the rows of a section are taken to have until they are measured, in layout
/// points, insets of the section not counted.
public struct RowEstimates: Hashable, Sendable {
  /// The height of the header.
  public var header: Double
  /// The height of each item.
  public var item: Double
  /// The height of the footer.
  public var footer: Double

  /// Makes estimates.
  public init(header: Double, item: Double, footer: Double) {
    self.header = header
    self.item = item
    self.footer = footer
  }

  /// Makes estimates that are the same for all rows.
  public init(all height: Double) {
    self.init(header: height, item: height, footer: height)
  }
}
