import LinecasterCells

/// The mean heights of cells that have been measured, by reuse kind: what others are estimated by.
///
/// Holds for one environment; cells measured in another begin a new one.
struct HeightMeans: Sendable {
  private struct Mean: Sendable {
    var sum = 0.0
    var count = 0.0

    var value: Double? { count > 0 ? sum / count : nil }

    static func + (one: Mean, other: Mean) -> Mean {
      Mean(sum: one.sum + other.sum, count: one.count + other.count)
    }
  }

  /// The most items of a section that stand for all of them.
  private static let sampleSize = 16

  private var means: [ReuseKind: Mean] = [:]
  private var all = Mean()
  /// What cells are taken to have before any is measured.
  private let initial: Double

  /// Makes means of nothing, with a height in layout points that stands for all.
  init(initial: Double = 44) {
    self.initial = initial
  }

  /// Takes in the height of a cell; what is not a number above or equal to 0 is left out.
  mutating func add(_ height: Double, of kind: ReuseKind) {
    guard height.isFinite, height >= 0 else { return }
    let mean = Mean(sum: height, count: 1)
    means[kind] = means[kind].map { $0 + mean } ?? mean
    all = all + mean
  }

  /// Takes in what others have taken in.
  ///
  /// - Complexity: O(kinds).
  mutating func add(_ others: HeightMeans) {
    means.merge(others.means) { $0 + $1 }
    all = all + others.all
  }

  /// Whether no cell has been measured.
  var isEmpty: Bool { all.count == 0 }

  /// The mean of a kind; that of all cells where none of the kind has been measured.
  func estimate(of kind: ReuseKind) -> Double { means[kind]?.value ?? all.value ?? initial }

  /// The estimates for the rows of a section: of the items, the mean over some of them.
  ///
  /// - Complexity: O(1): of many items a few are looked at, evenly spread.
  func estimates(for section: TableSection) -> RowEstimates {
    RowEstimates(
      header: section.header.map { estimate(of: $0.cell.reuseKind) } ?? 0,
      item: itemEstimate(section.items),
      footer: section.footer.map { estimate(of: $0.cell.reuseKind) } ?? 0)
  }

  private func itemEstimate(_ items: [TableItem]) -> Double {
    // Where all kinds have one mean, there is nothing to tell apart.
    guard means.count > 1, !items.isEmpty else { return all.value ?? initial }
    let size = min(items.count, Self.sampleSize)
    let sum = (0..<size).reduce(0.0) { sum, sample in
      sum + estimate(of: items[sample * items.count / size].cell.reuseKind)
    }
    return sum / Double(size)
  }
}

/// The heights that the rows of a section are taken to have until they are measured, in layout
/// points, insets of the section not counted.
struct RowEstimates: Hashable, Sendable {
  /// The height of the header.
  var header: Double
  /// The height of each item.
  var item: Double
  /// The height of the footer.
  var footer: Double

  /// Makes estimates.
  init(header: Double, item: Double, footer: Double) {
    self.header = header
    self.item = item
    self.footer = footer
  }

  /// Makes estimates that are the same for all rows.
  init(all height: Double) {
    self.init(header: height, item: height, footer: height)
  }
}
