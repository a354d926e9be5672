public import LinecasterDiff
public import LinecasterGeometry

/// Rows that belong together, with a header above and a footer below them where it has some.
///
/// Sections are equal if they are the same section with equal rows; the identifiers of header and
/// footer are not compared.
public struct TableSection: Sendable {
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

  /// The number of rows, header and footer included.
  public var rowCount: Int {
    items.count + (header == nil ? 0 : 1) + (footer == nil ? 0 : 1)
  }
}

extension TableSection: Hashable {
  /// Whether both are the same section and show the same.
  public static func == (left: TableSection, right: TableSection) -> Bool {
    left.identifier == right.identifier && left.isContentEqual(to: right)
      && left.items == right.items
  }

  /// Feeds what the section is and its rows to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
    hasher.combine(items)
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
      && Self.areEqual(header, other.header) && Self.areEqual(footer, other.footer)
  }

  private static func areEqual(_ left: TableItem?, _ right: TableItem?) -> Bool {
    switch (left, right) {
    case (let left?, let right?): left.isContentEqual(to: right)
    case (nil, nil): true
    default: false
    }
  }
}
