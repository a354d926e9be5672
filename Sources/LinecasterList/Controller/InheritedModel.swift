import LinecasterCells

/// What a host showed that has gone, until its successor shows it or an update.
struct InheritedModel {
  let model: TableModel
  /// The update that is to show it, if there is one.
  var generation: Int?
}
