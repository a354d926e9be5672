import LinecasterBase
public import LinecasterCells
import LinecasterFonts
import LinecasterText

/// Rows that say why there are no others, or no more: that a list is empty, that rows are being
/// loaded, or that loading failed, with something to tap.
///
/// What a model says by its `loadState` becomes a row in a section below all others, and what it
/// says by `loadStateAtStart` one above them; nothing else of the model changes. A controller
/// applies those of its options to every model.
///
///     let rows = StateRows.words(
///       empty: "No messages", loading: "Loading…", retry: "Try again",
///       failed: { "\($0)" })
///     let shown = rows.applied(to: TableModel(loadState: .loading))
public struct StateRows: Sendable {
  /// What a list shows that has no items and is not loading any; nil for nothing.
  var empty: AnyCell?
  /// What stands below, or above, all rows while more are loaded there; nil for nothing.
  var loading: AnyCell?
  /// What stands below, or above, all rows when loading failed there; nil for nothing.
  var failed: (@Sendable (any Error) -> AnyCell)?
  /// What a tap on the row of a failure does; nil for loading again.
  var retry: (@MainActor @Sendable () -> Void)?

  /// Makes rows of cells.
  ///
  /// - Parameters:
  ///   - empty: What a list shows that has no items and is not loading any.
  ///   - loading: What stands below, or above, all rows while more are loaded there.
  ///   - failed: What stands below, or above, all rows when loading failed there.
  ///   - retry: What a tap on the row of a failure does; a list loads again where this is nil, as
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

  /// Makes rows of words.
  ///
  /// - Parameters:
  ///   - empty: What an empty list says.
  ///   - loading: What a list says that is loading.
  ///   - retry: The words to tap when loading failed.
  ///   - failed: What an error says.
  ///   - onRetry: What a tap on the row of an error does; a list loads again where this is nil, as
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

  /// The rows with something to do on a tap where nothing is given.
  func retrying(_ body: @escaping @MainActor @Sendable () -> Void) -> StateRows {
    var rows = self
    rows.retry = retry ?? body
    return rows
  }

  /// The identifier of the section that the row of the state of an edge stands in.
  static func section(at edge: ListEdge) -> ItemIdentifier {
    .pair("linecaster", edge == .start ? "state at the start" : "state")
  }

  /// Whether two sections in the same place are no rows of states, or the same one.
  static func areAlike(_ left: TableSection?, _ right: TableSection?) -> Bool {
    let isState = ListEdge.allCases.contains { left?.identifier == section(at: $0) }
    return left?.identifier == right?.identifier && (!isState || left == right)
  }

  /// The model with the rows of its states, in place of those it may have had.
  ///
  /// A row of another state is another row, so that a host may have one go and the other come.
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
      let saysEmpty = isEmpty && edge == .end && !model.loadStateAtStart.isTold
      guard let row = row(for: model.loadStates[edge], in: section, saysEmpty: saysEmpty)
      else { continue }
      let place = edge == .start ? 0 : model.sections.count
      model.sections.insert(TableSection(section, items: [row]), at: place)
    }
    return model
  }

  private func row(
    for state: LoadState, in section: ItemIdentifier, saysEmpty: Bool
  ) -> TableItem? {
    switch state {
    case .idle, .ready:
      saysEmpty ? empty.map { TableItem(.pair(section, "empty"), cell: $0) } : nil
    case .loading: loading.map { TableItem(.pair(section, "loading"), cell: $0) }
    case .failed(let error):
      failed.map { cell in
        var item = TableItem(.pair(section, "failed"), cell: cell(error))
        item.actions.onTap = retry
        return item
      }
    }
  }
}

/// Words in place of rows that are not there, and words to tap where something can be done.
struct StateCell: Cell {
  /// What there is to say.
  @ExactText var message: String
  /// What can be done about it; nil for nothing.
  var button: String? { exactButton?.string }
  private let exactButton: ExactText?

  /// Makes a cell.
  init(_ message: String, button: String? = nil) {
    self.message = message
    exactButton = button.map { ExactText($0) }
  }

  /// The message over the button, in the middle of the row.
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
