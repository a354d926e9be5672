/// The widths a paragraph has of itself (CSS Sizing 3 §4.1), in layout points.
struct IntrinsicWidths {
  private(set) var minimum = 0.0
  private(set) var maximum = 0.0

  /// Walks the text once; what was shaped is not shaped again.
  init(_ paragraph: ShapedParagraph) {
    var piece = 0.0
    var line = 0.0
    var hanging = 0.0
    for run in paragraph.runs {
      var start = run.start
      for unit in run.start..<run.end {
        let flags = paragraph.boundaries[unit + 1]
        let hangs = !paragraph.boundaries[unit].isDisjoint(with: .hanging)
        let isEdge = unit + 1 == run.end
        let nextHangs =
          !isEdge && !paragraph.boundaries[unit + 1].isDisjoint(with: .hanging)
        guard isEdge || hangs != nextHangs || flags.contains(.softBreak) else { continue }
        let width = paragraph.width(of: start..<unit + 1, in: run)
        start = unit + 1
        if hangs {
          hanging += width
        } else {
          piece += width
          line += hanging + width
          hanging = 0
        }
        minimum = max(minimum, piece)
        maximum = max(maximum, line)
        if flags.contains(.softBreak) { piece = 0 }
        if flags.contains(.hardBreak) {
          line = 0
          hanging = 0
        }
      }
    }
  }
}
