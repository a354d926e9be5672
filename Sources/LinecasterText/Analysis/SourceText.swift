/// A paragraph's text as it is laid out: white space left out, styles and the way back beside it.
struct SourceText: Sendable {
  /// The UTF-16 units that are laid out.
  let units: [UInt16]
  /// The styles of the units; never empty.
  let runs: [AttributedText.Run]
  /// The way to the offsets of the text that was given.
  let map: SourceMap

  /// Takes a text as its paragraph's `whiteSpace` has it.
  ///
  /// - Complexity: O(units).
  init<Failure>(
    _ text: AttributedText, whiteSpace: WhiteSpace,
    _ checkpoint: Checkpoint<Failure> = Checkpoint<Never>.never
  ) throws(Failure) {
    let source = try UnicodeAnalyzer.units(of: text.string, count: text.utf16Count, checkpoint)
    let keepsLineFeeds = whiteSpace == .preLine
    guard whiteSpace.collapses,
      let collapsed = try WhiteSpaceCollapser.collapse(
        source, keepsLineFeeds: keepsLineFeeds, checkpoint)
    else {
      units = source
      runs = text.runs
      map = SourceMap(identity: source.count)
      return
    }
    units = collapsed.units
    map = collapsed.map
    runs = Self.runs(text.runs, in: collapsed.map)
  }

  /// The same styles over the text that is left; those of nothing are gone.
  private static func runs(_ runs: [AttributedText.Run], in map: SourceMap) -> [AttributedText.Run]
  {
    var left: [AttributedText.Run] = []
    for run in runs {
      let end = map.offset(ofSource: run.end)
      guard end > left.last?.end ?? 0 else { continue }
      if let last = left.last, last.style == run.style {
        left[left.count - 1].end = end
      } else {
        left.append(AttributedText.Run(end: end, style: run.style))
      }
    }
    return left.isEmpty ? runs.prefix(1).map { .init(end: 0, style: $0.style) } : left
  }
}
