public import LinecasterGeometry

extension TableSection {
  /// Makes a section of rows; of separators with nothing between them the strongest stays.
  public init(
    _ identifier: ItemIdentifier, header: TableItem? = nil, isHeaderSticky: Bool = false,
    footer: TableItem? = nil, insets: Insets = .zero,
    @TableItemBuilder items: () throws -> [TableItem]
  ) rethrows {
    self.init(
      identifier, header: header, isHeaderSticky: isHeaderSticky, footer: footer, insets: insets,
      items: try items())
  }
}
