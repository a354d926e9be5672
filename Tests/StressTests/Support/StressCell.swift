import LinecasterBase
import LinecasterCells
import LinecasterText

/// A row of a box and a few words.
struct StressCell: Cell {
  private static let words = ["light", "Größe", "שלום", "office", "日本", "سلام", "fi", "a"]

  var number: Int

  func body(in environment: LayoutEnvironment) -> LayoutNode {
    let words = (0...number % 4).map { Self.words[(number + $0) % Self.words.count] }
    return Row(spacing: 4) {
      Box(.black, size: Size(width: 8, height: 8))
      Text(words.joined(separator: " "))
    }
    .padding(2)
  }
}
