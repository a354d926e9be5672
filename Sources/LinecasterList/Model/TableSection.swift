public import LinecasterDiff
public import LinecasterGeometry

/// Rows that belong together, with a header above and a footer below them where it has some.
public struct TableSection: Hashable, Sendable {
  /// Which section it is; expected to be unique in the model and constant over its life.
  public var identifier: ItemIdentifier
  /// The row above the items; its identifier is not looked at, it is known by the section's.
  public var header: TableItem?
  /// The rows from top to bottom.
  public var items: [TableItem]
  /// The row below the items; its identifier is not looked at, it is known by the section's.
  public var footer: TableItem?
  /// Whether the header stays at the top of the viewport while rows of the section can be seen.
  public var isHeaderSticky: Bool
  /// The room around all rows of the section, in layout points; a section without rows takes none.
  public var insets: Insets

  /// Makes a section.
  public init(
    _ identifier: ItemIdentifier, header: TableItem? = nil, isHeaderSticky: Bool = false,
    footer: TableItem? = nil, insets: Insets = .zero, items: [TableItem]
  ) {
    self.identifier = identifier
    self.header = header
    self.items = items
    self.footer = footer
    self.isHeaderSticky = isHeaderSticky
    self.insets = insets
  }
}

extension TableSection: DifferentiableSection {
  /// Which section it is.
  public var differenceIdentifier: ItemIdentifier { identifier }

  /// The rows from top to bottom, header and footer left out.
  public var elements: [TableItem] { items }

  /// Whether header, footer and insets are the same.
  public func isContentEqual(to other: TableSection) -> Bool {
    isHeaderSticky == other.isHeaderSticky && insets == other.insets
      && header?.cell == other.header?.cell && footer?.cell == other.footer?.cell
  }
}
