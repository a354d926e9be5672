import LinecasterBase
import LinecasterFonts

@testable import LinecasterText

extension TextLayout {
  /// The contradictions in a layout or between it and its paragraph; empty if there are none.
  func faults(of prepared: PreparedParagraph, width: Double) -> [String] {
    let limit = width.isNaN ? .infinity : max(0, width)
    var faults = prepared.faults
    var start = 0
    var top = 0.0
    for line in lines {
      if line.utf16Range.lowerBound != start { faults.append("gap before \(line)") }
      if abs(line.frame.minY - top) > 1e-6 { faults.append("not stacked: \(line)") }
      start = line.utf16Range.upperBound
      top = line.frame.maxY
      faults += self.faults(of: line, prepared, limit)
    }
    if start != prepared.count, !isTruncated { faults.append("text after the last line") }
    if abs(top - size.height) > 1e-6 { faults.append("height") }
    let widths = lines.map { $0.frame.width + $0.span.trailing }
    if size.width != widths.max() { faults.append("width") }
    return faults
  }

  private func faults(of line: Line, _ paragraph: PreparedParagraph, _ limit: Double) -> [String] {
    var faults: [String] = []
    let inside = line.utf16Range.dropFirst()
    if inside.contains(where: { paragraph.boundaries[$0].contains(.hardBreak) }) {
      faults.append("a forced end inside \(line)")
    }
    if inside.contains(where: { paragraph.boundaries[$0].contains(.grapheme) }),
      line.frame.width > limit + LineBreaker.tolerance,
      line.utf16Range.count(where: { !isHanging(paragraph, $0) && isBase(paragraph, $0) }) > 1
    {
      faults.append("too wide: \(line)")
    }
    let runs = glyphRuns.filter { $0.origin.y == line.baseline }
    let clusters = runs.filter { !$0.isToken }.flatMap { $0.glyphs.map { Int($0.cluster) } }
    if clusters.contains(where: { !line.utf16Range.contains($0) }) {
      faults.append("glyphs of another line: \(line)")
    }
    let hasTabs = line.utf16Range.contains { paragraph.text[$0] == 0x09 }
    let advances = runs.reduce(0) { $0 + $1.width }
    if !hasTabs, abs(advances - line.frame.width) > 1e-6 { faults.append("sum of \(line)") }
    for (run, next) in zip(runs, runs.dropFirst())
    where !hasTabs && abs(run.origin.x + run.width - next.origin.x) > 1e-6 {
      faults.append("a gap between runs of \(line)")
    }
    return faults
  }

  private func isHanging(_ paragraph: PreparedParagraph, _ unit: Int) -> Bool {
    !paragraph.boundaries[unit].isDisjoint(with: .hanging)
  }

  private func isBase(_ paragraph: PreparedParagraph, _ unit: Int) -> Bool {
    paragraph.boundaries[unit].contains(.grapheme)
  }
}

extension PreparedParagraph {
  /// Runs must tile the text, with their clusters inside, in the order of their direction.
  fileprivate var faults: [String] {
    var faults: [String] = []
    var start = 0
    for run in runs {
      if run.start != start || run.end <= run.start { faults.append("runs at \(run.start)") }
      start = run.end
      let clusters = glyphs[run.glyphs].map { Int($0.cluster) }
      let ordered = run.item.isRightToLeft ? clusters.reversed() : clusters
      if ordered != ordered.sorted() { faults.append("order of clusters at \(run.start)") }
      if clusters.contains(where: { $0 < run.start || $0 >= run.end }) {
        faults.append("clusters outside \(run.start)")
      }
      if glyphs[run.glyphs].reduce(0, { $0 + Int($1.advance) }) != run.advance, !run.item.isControl
      {
        faults.append("advance of \(run.start)")
      }
    }
    if start != count { faults.append("runs end at \(start)") }
    return faults
  }
}
