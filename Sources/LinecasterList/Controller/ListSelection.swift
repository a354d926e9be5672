public import LinecasterBase
public import LinecasterCells

/// A text selection over any number of rows, from the place at which it began to its current end.
public struct ListSelection: Hashable, Sendable {
  /// A place in the text of a list.
  public struct Place: Hashable, Sendable {
    /// The row of the place.
    public var identity: RowIdentity
    /// The place in the texts of the row's cell.
    public var text: TextPlace

    /// Creates a place.
    public init(_ identity: RowIdentity, _ text: TextPlace) {
      self.identity = identity
      self.text = text
    }
  }

  /// The place at which the selection began.
  public var anchor: Place
  /// The place at which the selection ends, above or below the anchor.
  public var focus: Place

  /// Creates a selection.
  public init(from anchor: Place, to focus: Place) {
    self.anchor = anchor
    self.focus = focus
  }
}

/// A selection among the rows of one state of a list.
struct SelectedRows: Hashable, Sendable {
  /// The selected rows.
  let rows: ClosedRange<Int>
  private let start, end: TextPlace

  /// Finds the rows; `nil` if the first or last of them is gone, or the selection is empty.
  init?(_ selection: ListSelection, row: (RowIdentity) -> Int?) {
    let (anchor, focus) = (selection.anchor, selection.focus)
    guard let first = row(anchor.identity), let last = row(focus.identity) else { return nil }
    guard (first, anchor.text) != (last, focus.text) else { return nil }
    let isForward = (first, anchor.text) < (last, focus.text)
    rows = isForward ? first...last : last...first
    (start, end) = isForward ? (anchor.text, focus.text) : (focus.text, anchor.text)
  }

  /// Returns the selected part of a row's texts; `nil` for none.
  func part(ofRow row: Int) -> SelectedText? {
    guard rows.contains(row) else { return nil }
    return SelectedText(
      from: row == rows.lowerBound ? start : nil, to: row == rows.upperBound ? end : nil)
  }
}

// MARK: - Selecting

/// Points are layout points from the top-left corner of the viewport.
extension AutoDiffController {
  /// The selected text of the list (UIKit `selectedTextRange`); `nil` for none.
  ///
  /// Visible rows show the selection at once, others as they come into view. The selection is tied
  /// to its first and last row: if one of them leaves the list, nothing is shown or copied until
  /// the row is back.
  public var textSelection: ListSelection? {
    get { rows.state.textSelection }
    set {
      guard newValue != rows.state.textSelection, !updates.state.isTornDown else { return }
      send(.textSelected(newValue))
    }
  }

  /// Returns the text position that a press at a point of the viewport selects, in the row at that
  /// height.
  ///
  /// - Returns: The position; `nil` if there is no row, the row has no text, or its pixels have not
  ///   arrived yet.
  /// - Complexity: O(log rows + drawing steps of the row).
  public func textPlace(at point: Point) -> ListSelection.Place? {
    guard let host, point.x.isFinite, point.y.isFinite else { return nil }
    return rows.textPlace(at: point, seen: host.viewport(in: snapshot))
  }

  /// Selects the word at a point of the viewport.
  ///
  /// - Returns: Whether there is a word.
  /// - Complexity: That of ``textPlace(at:)``.
  @discardableResult
  public func selectWord(at point: Point) -> Bool {
    guard let place = textPlace(at: point),
      let word = rows.arrangements[place.identity]?.word(at: place.text)
    else { return false }
    textSelection = ListSelection(
      from: .init(place.identity, word.lowerBound), to: .init(place.identity, word.upperBound))
    return true
  }

  /// Selects the texts of all rows; clears the selection if the list has no rows.
  public func selectAllText() {
    guard let first = snapshot.identity(ofRow: 0),
      let last = snapshot.identity(ofRow: snapshot.rowCount - 1)
    else { return textSelection = nil }
    textSelection = ListSelection(
      from: .init(first, TextPlace(text: 0, utf16Offset: 0)),
      to: .init(last, TextPlace(text: .max, utf16Offset: .max)))
  }

  /// Returns the selected text in reading order, each text of a cell on its own line; empty if
  /// nothing is selected.
  ///
  /// - Parameter limit: The maximum number of UTF-8 bytes; longer selections are truncated after a
  ///   whole text.
  /// - Throws: The errors of arranging a row; `CancellationError` if the task is cancelled.
  /// - Complexity: O(rows and text selected), by a worker.
  public func selectedText(limit: Int = 16 << 20) async throws -> String {
    try await selectionReader(limit: limit)?() ?? ""
  }

  /// Returns a function that reads the selected text as it is now, off the main actor; `nil` if
  /// nothing is selected.
  package func selectionReader(
    limit: Int = 16 << 20
  ) -> (@Sendable () async throws -> String)? {
    guard let selection = textSelection,
      let selected = SelectedRows(selection, row: { self.row(of: $0) })
    else { return nil }
    return { [pipeline, snapshot] in
      try await pipeline.text(of: selected, in: snapshot, limit: limit)
    }
  }
}

extension PrecomputePipeline {
  /// Returns the selected text of rows, by a worker.
  fileprivate func text(
    of selected: SelectedRows, in snapshot: TableSnapshot, limit: Int
  ) async throws -> String {
    try await perform(.display) { [cells] context in
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
