import LinecasterBase
import LinecasterCells
public import LinecasterText

/// The progress of a search in the rows of a list.
public struct FindProgress: Hashable, Sendable {
  /// The number of matches so far.
  public let count: Int
  /// The number of the match that the reader has been led to, from 1; `nil` for none.
  public let current: Int?
  /// Whether all rows have been searched.
  public let isComplete: Bool
}

/// Finding text in all rows, also in those that have never been laid out.
extension AutoDiffController {
  /// The text to find in all rows (UIKit `UIFindInteraction`); `nil` for none.
  ///
  /// Workers search the rows from the visible ones on, and again when their content changes.
  /// Visible rows show their matches in `ThemeColor.foundText`, whatever their cells are. Another
  /// query cancels the search of the one before, and its first step goes on from there.
  ///
  /// - Complexity: O(visible rows) on the main actor; O(text) on workers, some rows at a time.
  public var findQuery: TextQuery? {
    get { rows.finder.state.query }
    set {
      guard !updates.state.isTornDown else { return }
      let actions = rows.finder.state.search(
        newValue, from: firstVisibleRow, rowCount: snapshot.rowCount)
      perform(actions)
    }
  }

  /// The progress of the search; `nil` without one.
  public var findProgress: FindProgress? { rows.finder.state.progress }

  /// Called when the progress of the search changes.
  public var onFindProgress: (@MainActor (FindProgress) -> Void)? {
    get { rows.finder.onProgress }
    set { rows.finder.onProgress = newValue }
  }

  /// Scrolls to the next match, and goes on with the first after the last one.
  ///
  /// The first step leads to the first match in or below the viewport. A step waits until the rows
  /// on the way have been searched. A match that is in sight already is not scrolled to, but in any
  /// case a list that follows its end stops there. Content that scrolls sideways shows its match.
  ///
  /// - Parameter animated: Whether the host animates the scroll.
  public func findNext(animated: Bool = false) { find(.next, animated) }

  /// Scrolls to the previous match, and goes on with the last before the first one.
  ///
  /// - Parameter animated: Whether the host animates the scroll.
  public func findPrevious(animated: Bool = false) { find(.previous, animated) }

  private func find(_ step: FindState.Step, _ animated: Bool) {
    guard !updates.state.isTornDown else { return }
    perform(rows.finder.state.step(step, isAnimated: animated, from: firstVisibleRow))
  }

  private var firstVisibleRow: Int {
    host.map { snapshot.geometry.rows(in: $0.viewport(in: snapshot).range).lowerBound } ?? 0
  }
}

// MARK: - Carrying out

extension AutoDiffController {
  /// Performs the actions of a search. Jobs begin at once, because their rows are those of the
  /// shown state.
  func perform(_ actions: [FindState.Action]) {
    for action in actions {
      switch action {
      case .begin(let job): rows.finder.begin(job, in: snapshot)
      case .stop(let job): rows.finder.stop(job)
      case .look, .show, .report: break
      }
    }
    perform(actions.map { ControllerStep.find($0) })
  }

  /// Performs an action of a search, in its turn.
  func perform(_ action: FindState.Action) {
    switch action {
    case .begin, .stop: break
    case .look: send(.foundChanged)
    case .show(let isAnimated): locateCurrent(isAnimated)
    case .report:
      if let progress = findProgress { onFindProgress?(progress) }
    }
  }

  private func locateCurrent(_ isAnimated: Bool) {
    guard let match = rows.finder.state.current,
      let identity = snapshot.identity(ofRow: match.row),
      let item = snapshot.item(atRow: match.row)
    else { return }
    rows.finder.locate(
      match.range, in: item, identity,
      MeasurementKey(item.cell, snapshot.environment(ofRow: match.row)), isAnimated: isAnimated)
  }

  /// Takes the results of a search.
  func takeFound() {
    guard !updates.state.isTornDown else { return }
    perform(rows.finder.state.ended(rows.finder.takeReports()))
    guard let place = rows.finder.takePlace() else { return }
    let extent = place.bounds.map { $0.minY...max($0.minY, $0.maxY) }
    scroll(to: place.identity, part: extent, animated: place.isAnimated)
    if let scroll = place.scroll, let bounds = place.bounds {
      send(touch.scrollSideways(scroll, of: place.identity, toShow: bounds))
    }
  }
}
