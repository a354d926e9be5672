import LinecasterList

/// A list of rows of 10 points in a viewport of 100 that counts how often it is told to load more.
struct LoadMoreScript {
  private(set) var trigger: LoadMoreTrigger
  private(set) var requests = 0
  private var rows = 0
  private var viewport = Viewport(offset: 0, length: 100)

  private struct Failure: Error {}

  /// Shows rows, more of which can be loaded, and lets them settle.
  init(rows: Int, threshold: LoadMoreThreshold = .screens(1)) {
    trigger = LoadMoreTrigger(threshold: threshold)
    show(rows)
    settle()
  }

  private var geometry: RowGeometry { RowGeometry(estimate: 10, count: rows) }

  mutating func show(_ rows: Int, _ state: LoadState = .ready) {
    self.rows = rows
    trigger.modelDidChange(state: state, rowCount: rows)
  }

  mutating func showFailure(_ rows: Int) { show(rows, .failed(Failure())) }

  mutating func settle() {
    count(trigger.listDidSettle(viewport, in: geometry))
  }

  /// By wheel, finger, key or program: a place is all that is told.
  mutating func scroll(to offset: Double) {
    viewport.offset = offset
    count(trigger.viewportDidChange(viewport, in: geometry))
  }

  mutating func resize(to length: Double) {
    viewport.length = length
    count(trigger.viewportDidChange(viewport, in: geometry))
  }

  mutating func end(hasFailed: Bool = false) { trigger.loadingDidEnd(hasFailed: hasFailed) }

  mutating func retry() { count(trigger.retry()) }

  private mutating func count(_ wantsMore: Bool) { if wantsMore { requests += 1 } }
}
