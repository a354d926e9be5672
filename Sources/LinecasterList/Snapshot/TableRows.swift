import LinecasterCells
import LinecasterGeometry

/// The rows of a model with what their sections and the list ask of them, heights left out.
struct TableRows: Sendable {
  let model: TableModel
  let environment: LayoutEnvironment
  let metrics: RowMetrics
  let numbering: RowNumbering
  /// Whether a section has insets above or below its rows.
  let hasVerticalInsets: Bool
  /// Whether a section has insets beside its rows.
  let hasHorizontalInsets: Bool

  /// - Complexity: O(sections).
  init(_ model: TableModel, in environment: LayoutEnvironment, metrics: RowMetrics) {
    self.model = model
    self.environment = environment
    self.metrics = metrics
    numbering = RowNumbering(model)
    hasVerticalInsets = model.sections.contains {
      $0.insets.top.asInset + $0.insets.bottom.asInset > 0
    }
    hasHorizontalInsets = model.sections.contains {
      $0.insets.left.asInset + $0.insets.right.asInset > 0
    }
  }

  /// The insets around all rows of a section that is there; no number among them is below 0.
  func insets(ofSection section: Int) -> Insets {
    let insets = model.sections[section].insets
    return Insets(
      top: insets.top.asInset, left: insets.left.asInset, bottom: insets.bottom.asInset,
      right: insets.right.asInset)
  }

  /// The room around a row that belongs to its extent; `row` must be in `section`.
  func insets(ofRow row: Int, inSection section: Int) -> Insets {
    var insets = insets(ofSection: section)
    let rows = numbering.rows(ofSection: section)
    if row != rows.lowerBound { insets.top = 0 }
    if row != rows.upperBound - 1 { insets.bottom = 0 }
    return insets
  }

  /// The room above and below a row that belongs to its extent.
  func verticalInsets(ofRow row: Int) -> Double {
    guard hasVerticalInsets, let section = numbering.section(ofRow: row) else { return 0 }
    return insets(ofRow: row, inSection: section).vertical
  }

  /// What the rows of a section that is there are measured in.
  func environment(ofSection section: Int) -> LayoutEnvironment {
    var environment = environment
    if hasHorizontalInsets { environment.width -= insets(ofSection: section).horizontal }
    environment.width = min(environment.width, metrics.maximumContentWidth)
    return environment
  }

  /// The extent of a row whose cell has a height: at least the minimum, and the insets.
  func extent(ofRow row: Int, cellHeight: Double) -> Double {
    let height = cellHeight.isFinite ? cellHeight : 0
    return max(height, metrics.minimumHeight) + verticalInsets(ofRow: row)
  }
}

extension Double {
  /// The length as an inset: what is not a number above 0 counts as 0.
  fileprivate var asInset: Double { isFinite ? Swift.max(0, self) : 0 }
}
