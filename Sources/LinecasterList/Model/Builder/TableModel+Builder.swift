extension TableModel {
  /// Makes a model of sections.
  ///
  ///     TableModel {
  ///       TableSection("main") {
  ///         TableItem("ok", cell: TextButtonCell("OK")).onTap { print("OK") }
  ///         Separator.small
  ///         TableItem("cancel", cell: TextButtonCell("Cancel")).onTap { print("Cancel") }
  ///       }
  ///     }
  public init(
    loadState: LoadState = .idle, @TableSectionBuilder sections: () throws -> [TableSection]
  ) rethrows {
    self.init(loadState: loadState, sections: try sections())
  }
}
