import LinecasterBase

/// A text to prepare, of which the units may be shared with an earlier version.
struct EditedText {
  /// The UTF-16 units that are laid out.
  let units: SharedArray<UInt16>
  /// The styles of the units; never empty.
  let runs: [AttributedText.Run]
  /// The map to offsets of the source text.
  let map: SourceMap
  /// The boxes and attachments; `nil` if there are none.
  let marks: InlineMarks?
  /// Whether any units continue a source character that was mapped to several.
  let hasJoins: Bool
  /// Whether the units begin with all those of the earlier version.
  let continuesOld: Bool

  init(_ source: SourceText) {
    units = SharedArray(source.units)
    runs = source.runs
    map = source.map
    marks = source.marks
    hasJoins = !source.joins.isEmpty
    continuesOld = false
  }

  /// The same text with its units in one array.
  var flat: SourceText { SourceText(units: units.flat, runs: runs, map: map, marks: marks) }

  /// Creates the text of a paragraph to which text was appended since it was prepared; `nil` if
  /// that is not known.
  ///
  /// - Complexity: O(appended units + stretches + removed white space).
  init?(
    of paragraph: Paragraph, continuing old: PreparedParagraph, _ scope: WorkScope
  ) throws(CancellationError) {
    let (text, style) = (paragraph.text, paragraph.style)
    guard let origin = old.origin, origin.isStart(of: text), old.count > 0,
      !style.writingMode.isVertical, !text.asksForCase
    else { return nil }
    // White space at the end is removed, but may be kept before other text. All of it is ASCII.
    let open = old.sourceMap.removedAtEnd
    let added = try UnicodeAnalyzer.units(
      of: text.string, fromUTF8: origin.byteCount - open,
      count: text.utf16Count - old.sourceMap.sourceCount + open, scope)
    marks = nil
    hasJoins = false
    continuesOld = true
    guard style.whiteSpace.collapses else {
      units = old.text.keeping(old.count, adding: added, isFlat: false)
      map = SourceMap(identity: units.count)
      runs = text.runs
      return
    }
    guard
      let collapsed = try WhiteSpaceCollapser.collapse(
        continuing: [old.text[old.count - 1]] + added,
        keepsLineFeeds: style.whiteSpace == .preLine, scope)
    else { return nil }
    units = old.text.keeping(old.count, adding: collapsed.units.dropFirst(), isFlat: false)
    map = old.sourceMap.continued(by: collapsed.map, from: old.count - 1)
    runs = map.isIdentity ? text.runs : SourceText.runs(text.runs, in: map)
  }
}
