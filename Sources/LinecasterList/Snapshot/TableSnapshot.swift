public import LinecasterCells
public import LinecasterDiff

/// The state of a list at one generation: its model and where each row is.
///
/// Immutable; made on a worker, swapped in on the main queue.
public struct TableSnapshot: Sendable {
  /// Counts the updates; larger is newer, 0 is the empty list before the first.
  public let generation: Int
  /// The rows.
  public let model: TableModel
  /// What the rows were measured in.
  public let environment: LayoutEnvironment
  /// Where the rows are, all sections' rows counted through.
  public let geometry: RowGeometry

  /// For each section the number of rows above it, and at the end the number of all rows.
  private let sectionStarts: [Int]
  /// Which occurrence of its identifier a row is; rows that are the only one are left out.
  private let occurrences: [ElementPath: Int]

  /// Makes a snapshot.
  ///
  /// - Parameters:
  ///   - heights: The height of each row, all sections' rows counted through.
  ///   - duplicates: The rows of the model whose identifiers stand above them already.
  /// - Complexity: O(rows).
  init(
    generation: Int, model: TableModel, environment: LayoutEnvironment, heights: [Double],
    duplicates: [DuplicateIdentifier]
  ) {
    self.generation = generation
    self.model = model
    self.environment = environment
    geometry = RowGeometry(heights: heights)
    sectionStarts = model.sections.reduce(into: [0]) {
      $0.append($0[$0.count - 1] + $1.items.count)
    }
    occurrences = Self.occurrences(duplicates)
  }

  /// The list before its first update.
  static func empty(in environment: LayoutEnvironment) -> TableSnapshot {
    TableSnapshot(
      generation: 0, model: TableModel(), environment: environment, heights: [], duplicates: [])
  }

  /// The number of rows in all sections.
  public var rowCount: Int { geometry.count }

  /// The path of a row counted through all sections; nil for rows that are not there.
  ///
  /// - Complexity: O(log sections).
  public func path(ofRow row: Int) -> ElementPath? {
    guard row >= 0, row < rowCount else { return nil }
    var low = 0
    var high = sectionStarts.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if sectionStarts[middle] <= row { low = middle } else { high = middle }
    }
    return ElementPath(section: low, item: row - sectionStarts[low])
  }

  /// The place of a path among the rows of all sections.
  public func row(at path: ElementPath) -> Int { sectionStarts[path.section] + path.item }

  /// The item at a path, which must be one of the model's.
  public func item(at path: ElementPath) -> TableItem {
    model.sections[path.section].items[path.item]
  }

  /// Which row stands at a path, which must be one of the model's.
  public func identity(at path: ElementPath) -> RowIdentity {
    RowIdentity(item(at: path).identifier, occurrence: occurrences[path] ?? 0)
  }

  /// Counts the copies of each first place, in order.
  private static func occurrences(_ duplicates: [DuplicateIdentifier]) -> [ElementPath: Int] {
    var counts: [ElementPath: Int] = [:]
    var occurrences: [ElementPath: Int] = [:]
    for duplicate in duplicates where duplicate.model == .new {
      guard case .item(let first) = duplicate.first, case .item(let path) = duplicate.repeated
      else { continue }
      counts[first, default: 0] += 1
      occurrences[path] = counts[first]
    }
    return occurrences
  }
}
