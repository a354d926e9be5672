import Foundation

/// Rows of text in columns, the first ones to the left and numbers to the right.
public struct TextTable: CustomStringConvertible {
  private var rows: [[String]]
  private let leading: Int

  /// Makes a table.
  ///
  /// - Parameter leading: The number of columns that stand to the left.
  public init(header: [String], leading: Int) {
    rows = [header]
    self.leading = leading
  }

  /// Whether there is nothing below the header.
  public var isEmpty: Bool { rows.count == 1 }

  /// Adds a row.
  public mutating func append(_ row: [String]) { rows.append(row) }

  /// The lines of the table.
  public var description: String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, text in
        let gap = String(repeating: " ", count: widths[column] - text.count)
        return column < leading ? text + gap : gap + text
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  /// A number with three digits, or all before the point.
  public static func number(_ value: Double) -> String {
    let digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
    return String(format: "%.\(digits)f", value)
  }
}
