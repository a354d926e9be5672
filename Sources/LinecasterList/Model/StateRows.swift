import LinecasterBase
public import LinecasterCells
import LinecasterFonts
import LinecasterText

/// Rows that show the load state of a list: empty, loading, or failed, with a button to try again.
///
/// The row for a model's `loadState` is in a section below all others, and the row for its
/// `loadStateAtStart` is in a section above them. The rest of the model is unchanged. A controller
/// applies the state rows of its options to every model.
///
///     let rows = StateRows.words(
///       empty: "No messages", loading: "Loading…", retry: "Try again",
///       failed: { "\($0)" })
///     let shown = rows.applied(to: TableModel(loadState: .loading))
public struct StateRows: Sendable {
  /// The cell of an empty list that is not loading; `nil` for none.
  var empty: AnyCell?
  /// The cell at an edge while more rows are loaded there; `nil` for none.
  var loading: AnyCell?
  /// The cell at an edge where loading failed; `nil` for none.
  var failed: (@Sendable (any Error) -> AnyCell)?
  /// The tap action of a failure's row; `nil` loads again.
  var retry: (@MainActor @Sendable () -> Void)?

  /// Creates state rows from cells.
  ///
  /// - Parameters:
  ///   - empty: The cell shown in an empty list that is not loading.
  ///   - loading: The cell shown at an edge while more rows are loaded there.
  ///   - failed: Returns the cell shown at an edge at which loading failed.
  ///   - retry: The tap action of a failure's row; if `nil`, the list loads again, as
  ///     `AutoDiffController.retryLoading()` does.
  public init(
    empty: AnyCell? = nil, loading: AnyCell? = nil,
    failed: (@Sendable (any Error) -> AnyCell)? = nil,
    retry: (@MainActor @Sendable () -> Void)? = nil
  ) {
    self.empty = empty
    self.loading = loading
    self.failed = failed
    self.retry = retry
  }

  /// Creates state rows from text.
  ///
  /// - Parameters:
  ///   - empty: The text of an empty list.
  ///   - loading: The text while rows are loaded.
  ///   - retry: The title of the button after a failure.
  ///   - failed: Returns the text for an error.
  ///   - onRetry: The tap action of an error's row; if `nil`, the list loads again, as
  ///     `AutoDiffController.retryLoading()` does.
  public static func words(
    empty: String, loading: String, retry: String,
    failed: @escaping @Sendable (any Error) -> String,
    onRetry: (@MainActor @Sendable () -> Void)? = nil
  ) -> StateRows {
    StateRows(
      empty: AnyCell(StateCell(empty)), loading: AnyCell(StateCell(loading)),
      failed: { AnyCell(StateCell(failed($0), button: retry)) }, retry: onRetry)
  }

  /// Returns the rows with a default tap action for failures.
  func retrying(_ body: @escaping @MainActor @Sendable () -> Void) -> StateRows {
    var rows = self
    rows.retry = retry ?? body
    return rows
  }

  /// Returns the identifier of the section with an edge's state row.
  static func section(at edge: ListEdge) -> ItemIdentifier {
    .pair("linecaster", edge == .start ? "state at the start" : "state")
  }

  /// Returns whether two sections at the same place are not state rows, or the same one.
  static func areAlike(_ left: TableSection?, _ right: TableSection?) -> Bool {
    let isState = ListEdge.allCases.contains { left?.identifier == section(at: $0) }
    return left?.identifier == right?.identifier && (!isState || left == right)
  }

  /// Returns the model with its state rows, replacing earlier ones.
  ///
  /// Each state has its own row, so a host can animate one out and the other in.
  ///
  /// - Complexity: O(sections).
  public func applied(to model: TableModel) -> TableModel {
    var model = model
    let places = ListEdge.allCases.map { (edge: $0, section: Self.section(at: $0)) }
    model.sections.removeAll { section in
      places.contains { $0.section == section.identifier }
    }
    let isEmpty = model.sections.allSatisfy(\.items.isEmpty)
    for (edge, section) in places {
      let showsEmpty = isEmpty && edge == .end && !model.loadStateAtStart.isShown
      guard let row = row(for: model.loadStates[edge], in: section, showsEmpty: showsEmpty)
      else { continue }
      let place = edge == .start ? 0 : model.sections.count
      model.sections.insert(TableSection(section, items: [row]), at: place)
    }
    return model
  }

  private func row(
    for state: LoadState, in section: ItemIdentifier, showsEmpty: Bool
  ) -> TableItem? {
    switch state {
    case .idle, .ready:
      showsEmpty ? empty.map { TableItem(.pair(section, "empty"), cell: $0) } : nil
    case .loading: loading.map { TableItem(.pair(section, "loading"), cell: $0) }
    case .failed(let error):
      failed.map { cell in
        let item = TableItem(.pair(section, "failed"), cell: cell(error))
        return retry.map { item.onTap($0) } ?? item
      }
    }
  }
}

/// A text in place of missing rows, with an optional button.
struct StateCell: Cell {
  /// The message.
  @ExactText var message: String
  /// The title of the button; `nil` for none.
  var button: String? { exactButton?.string }
  private let exactButton: ExactText?

  /// Creates a cell.
  init(_ message: String, button: String? = nil) {
    self.message = message
    exactButton = button.map { ExactText($0) }
  }

  /// Returns the message over the button, centred in the row.
  func body(in environment: LayoutEnvironment) -> some Layout {
    Column(spacing: 8) {
      line(message, weight: .regular, color: .secondaryText)
      if let button { line(button, weight: .medium, color: .accent) }
    }
    .padding(Insets(horizontal: 16, vertical: 24))
  }

  private func line(_ words: String, weight: FontWeight, color: ThemeColor) -> Text {
    Text(
      words, style: TextStyle(weight: weight, color: color),
      paragraphStyle: ParagraphStyle(alignment: .center))
  }
}
