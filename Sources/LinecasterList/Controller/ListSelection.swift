public import LinecasterBase
public import LinecasterCells

/// A stretch of the texts of a list, from where somebody began to select to where it ends by now,
/// over any number of rows.
public struct ListSelection: Hashable, Sendable {
  /// A place in a list.
  public struct Place: Hashable, Sendable {
    /// Which row.
    public var identity: RowIdentity
    /// The place in the texts of its cell.
    public var text: TextPlace

    /// Makes a place.
    public init(_ identity: RowIdentity, _ text: TextPlace) {
      self.identity = identity
      self.text = text
    }
  }

  /// Where it was begun.
  public var anchor: Place
  /// Where it ends, above or below.
  public var focus: Place

  /// Makes a selection.
  public init(from anchor: Place, to focus: Place) {
    self.anchor = anchor
    self.focus = focus
  }
}

/// A selection among the rows of one state of a list.
struct SelectedRows: Hashable, Sendable {
  /// Its rows.
  let rows: ClosedRange<Int>
  private let start, end: TextPlace

  /// Finds the rows; nil where the first or the last of them is not there any more, or nothing is
  /// between both places.
  init?(_ selection: ListSelection, row: (RowIdentity) -> Int?) {
    let (anchor, focus) = (selection.anchor, selection.focus)
    guard let first = row(anchor.identity), let last = row(focus.identity) else { return nil }
    guard (first, anchor.text) != (last, focus.text) else { return nil }
    let isForward = (first, anchor.text) < (last, focus.text)
    rows = isForward ? first...last : last...first
    (start, end) = isForward ? (anchor.text, focus.text) : (focus.text, anchor.text)
  }

  /// What is selected of a row's texts; nil for nothing.
  func part(ofRow row: Int) -> SelectedText? {
    guard rows.contains(row) else { return nil }
    return SelectedText(
      from: row == rows.lowerBound ? start : nil, to: row == rows.upperBound ? end : nil)
  }
}

// MARK: - Selecting

/// Points are layout points from the top left corner of the viewport.
extension AutoDiffController {
  /// What is selected of the texts of the list; nil for nothing.
  ///
  /// Rows in sight show it at once, others as they come into sight. It keeps to its first and last
  /// row: where one of them goes away, nothing is shown, or copied, until the row is back.
  public var textSelection: ListSelection? {
    get { rows.state.textSelection }
    set {
      guard newValue != rows.state.textSelection, !updates.state.isTornDown else { return }
      tell(.textSelected(newValue))
    }
  }

  /// The place in the texts of the row at the height of a point that a press there means; nil where
  /// there is no row, it has no text, or its pixels have not come yet.
  ///
  /// - Complexity: O(log rows + drawing steps of the row).
  public func textPlace(at point: Point) -> ListSelection.Place? {
    guard let host, point.x.isFinite, point.y.isFinite else { return nil }
    return rows.textPlace(at: point, seen: host.viewport(in: snapshot))
  }

  /// Selects the word at a point.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  public func selectWord(at point: Point) -> Bool {
    guard let place = textPlace(at: point),
      let word = rows.arrangements[place.identity]?.word(at: place.text)
    else { return false }
    textSelection = ListSelection(
      from: .init(place.identity, word.lowerBound), to: .init(place.identity, word.upperBound))
    return true
  }

  /// Selects the texts of all rows; nothing where there are none.
  public func selectAllText() {
    guard let first = snapshot.identity(ofRow: 0),
      let last = snapshot.identity(ofRow: snapshot.rowCount - 1)
    else { return textSelection = nil }
    textSelection = ListSelection(
      from: .init(first, TextPlace(text: 0, utf16Offset: 0)),
      to: .init(last, TextPlace(text: .max, utf16Offset: .max)))
  }

  /// The text that is selected, in the order of reading, each text of a cell on a line of its own;
  /// empty where nothing is.
  ///
  /// - Parameter limit: The most UTF-8 bytes; what is longer is cut off behind a whole text.
  /// - Throws: What arranging a row throws; `CancellationError` where the task is cancelled.
  /// - Complexity: O(rows and text selected), by a worker.
  public func selectedText(limit: Int = 16 << 20) async throws -> String {
    guard let selection = textSelection,
      let selected = SelectedRows(selection, row: { self.row(of: $0) })
    else { return "" }
    return try await pipeline.perform(.display) { [cells = pipeline.cells, snapshot] context in
      var text = ""
      for row in selected.rows {
        try context.check()
        guard let item = snapshot.item(atRow: row), let part = selected.part(ofRow: row)
        else { continue }
        let key = MeasurementKey(item.cell, snapshot.environment(ofRow: row))
        let found = try cells.passingArrangement(of: item, key, context).string(of: part)
        guard !found.isEmpty else { continue }
        guard text.utf8.count + found.utf8.count < limit else { break }
        text += text.isEmpty ? found : "\n" + found
      }
      return text
    }
  }
}
