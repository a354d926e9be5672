@testable import LinecasterList

extension UpdateOutcome {
  /// The outcome as a string to compare.
  var name: String {
    switch self {
    case .applied(let generation): "applied \(generation)"
    case .superseded(let newer): "superseded by \(newer)"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }
}

/// A model of boxes with these identifiers.
func boxes(_ numbers: Int...) -> TableModel {
  TableModel(items: numbers.map { TableItem(.number($0), cell: BoxCell(number: $0)) })
}
