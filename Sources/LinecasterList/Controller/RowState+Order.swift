import LinecasterBase
import LinecasterCells
import LinecasterDisplay

/// A row that a worker has prepared for the host.
struct PreparedRow: Sendable {
  let row: Int
  let displayed: DisplayedRow
  /// The images to show it again for when they arrive.
  let missingImages: Set<ImageReference>
  /// The job that prepared it.
  var job: RowJob
  /// The time at which it was ready.
  let since: Duration
}

/// Prepared rows that wait until the rows between them and the shown ones are ready too. So a shown
/// row never moves because one between it and the others is higher or lower than estimated.
struct HeldRows: Sendable {
  /// The longest time a row in sight waits, for example for one that takes very long.
  static let limit = Duration.milliseconds(100)

  /// The rows, in the order in which they were prepared.
  private(set) var rows: [PreparedRow] = []
  /// The time at which the list is looked at again for them; `nil` for none.
  private var deadline: Duration?

  var isEmpty: Bool { rows.isEmpty }

  /// Adds rows in place of earlier ones.
  mutating func add(_ new: [PreparedRow]) {
    let identities = Set(new.map(\.displayed.identity))
    rows.removeAll { identities.contains($0.displayed.identity) }
    rows += new
  }

  /// Takes the rows that satisfy a condition.
  mutating func take(where isTaken: (PreparedRow) -> Bool) -> [PreparedRow] {
    let taken = rows.filter(isTaken)
    rows.removeAll(where: isTaken)
    return taken
  }

  /// Notes that images have arrived, which rows may have missed.
  mutating func noteArrived(_ images: Set<ImageReference>) {
    for index in rows.indices { rows[index].job.arrivedImages.formUnion(images) }
  }

  /// Returns the time after which the list must be looked at again; `nil` if that will happen, or
  /// no row in sight waits.
  mutating func nextLook(_ now: Duration, visible: Range<Int>) -> Duration? {
    if let deadline, deadline <= now { self.deadline = nil }
    let oldest = rows.filter { visible.contains($0.row) }.map(\.since).min()
    guard deadline == nil, let oldest else { return nil }
    let next = max(oldest + Self.limit, now)
    deadline = next
    return next - now
  }
}

// MARK: - Without gaps

extension RowState {
  /// Returns whether a measurement has failed before.
  ///
  /// A cell without a known hash was never prepared: hashing it here could take long.
  func hasFailed(_ key: MeasurementKey) -> Bool {
    !failed.isEmpty && key.cell.isHashed && failed.contains(key)
  }

  /// Shows the prepared rows that leave no gap between them and the shown ones, and those in sight
  /// once one of them has waited for too long.
  mutating func showHeld(_ scene: RowScene) -> [Action] {
    guard !held.isEmpty, let requests, requests.generation == scene.snapshot.generation else {
      held = HeldRows()
      return []
    }
    let shown = shown
    _ = held.take { prepared in
      !requests.isCurrent(prepared.displayed, at: prepared.row)
        || !requests.isToBeShown(prepared.row) && shown[prepared.displayed.identity] == nil
    }
    let visible = requests.bands.visible
    let isOverdue = held.rows.contains {
      visible.contains($0.row) && scene.now - $0.since >= HeldRows.limit
    }
    let whole = gaplessRows(requests, scene.snapshot.geometry)
    let header = showableHeader(requests, scene)
    let ready = held.take { prepared in
      isOverdue && visible.contains(prepared.row) || whole.contains(prepared.row)
        || prepared.row == header || shown[prepared.displayed.identity] != nil
    }
    let actions = show(ready, requests)
    guard let wait = held.nextLook(scene.now, visible: visible) else { return actions }
    return actions + [.list(.lookAfter(wait))]
  }

  /// Returns the rows that are shown out of sight, beyond one whose height may change. They are
  /// recycled: back in sight, they would move when that one is measured.
  ///
  /// - Complexity: O(rows).
  func islands(
    among rows: [(row: Int, identity: RowIdentity)], _ bands: RowBands, _ scene: RowScene
  ) -> [RowIdentity] {
    let visible = bands.visible
    let drawn = rows.filter { shown[$0.identity] != nil }
    guard !visible.isEmpty, !drawn.isEmpty else { return [] }
    let places = Set(drawn.map(\.row))
    let firm = firmRows(
      around: places.filter(visible.contains).min() ?? visible.lowerBound,
      in: (places.min() ?? 0)..<(places.max() ?? 0) + 1, drawn: places, scene)
    return drawn.filter { place in
      !(place.row == bands.stickyHeader && bands.isHeaderPinned)
        && !visible.contains(place.row) && !firm.contains(place.row)
    }.map(\.identity)
  }

  /// Returns the rows from a row on, up and down, whose heights will not change: they are shown, or
  /// measured with all of their images, or cannot be measured.
  ///
  /// - Parameters:
  ///   - limits: The rows of interest.
  ///   - drawn: Those of them that are shown.
  /// - Complexity: O(shown rows): only some others are looked at.
  private func firmRows(
    around row: Int, in limits: Range<Int>, drawn: Set<Int>, _ scene: RowScene
  ) -> Range<Int> {
    let geometry = scene.snapshot.geometry
    var room = Self.mostBetween
    func isFirm(_ row: Int) -> Bool {
      guard geometry.isMeasured(row) else { return hasFailed(row, scene.snapshot) }
      if drawn.contains(row) { return true }
      room -= 1
      return room >= 0 && scene.isFinal(row)
    }
    var (start, end) = (row, row)
    while end < limits.upperBound, isFirm(end) { end += 1 }
    while start > limits.lowerBound, isFirm(start - 1) { start -= 1 }
    return start..<end
  }

  /// The largest number of rows between shown ones that are looked at.
  private static let mostBetween = 64

  private func hasFailed(_ row: Int, _ snapshot: TableSnapshot) -> Bool {
    guard !failed.isEmpty else { return false }
    if let requests, requests.generation == snapshot.generation,
      let request = requests.request(ofRow: row)
    {
      return hasFailed(request.key)
    }
    return snapshot.item(atRow: row).map { item in
      hasFailed(MeasurementKey(item.cell, snapshot.environment(ofRow: row)))
    } ?? false
  }

  /// Returns whether a row is a header that is prepared for rows above the viewport. Idle work may
  /// measure the rows below it, or nothing may: the list does not wait for it.
  func isHeaderInReserve(_ row: Int) -> Bool {
    requests.map { $0.bands.stickyHeader == row && !$0.bands.isHeaderPinned } ?? false
  }

  /// Returns the header above the rows to be drawn, if it is pinned, or the heights of all rows
  /// down to the first shown one are known.
  private func showableHeader(_ requests: RangeRequests, _ scene: RowScene) -> Int? {
    guard let header = requests.bands.stickyHeader, !requests.bands.isHeaderPinned else {
      return requests.bands.stickyHeader
    }
    let first = firstShown(requests) ?? requests.bands.visible.lowerBound
    guard header < first else { return header }
    let drawn = Set(requests.all.filter { shown[$0.identity] != nil }.map(\.row) + [header])
    let firm = firmRows(around: first, in: header..<first, drawn: drawn, scene)
    return firm.contains(header) ? header : nil
  }

  /// Returns the first row in sight that is shown.
  private func firstShown(_ requests: RangeRequests) -> Int? {
    requests.bands.visible.first { row in
      requests.request(ofRow: row).map { shown[$0.identity] != nil } ?? false
    }
  }

  /// Returns the rows around the first shown one in sight, or from the top of the viewport on, that
  /// are shown or prepared without a gap.
  ///
  /// - Complexity: O(rows to be drawn).
  private func gaplessRows(_ requests: RangeRequests, _ geometry: RowGeometry) -> Range<Int> {
    let (visible, all) = (requests.bands.visible, requests.bands.display)
    guard !visible.isEmpty else { return all }
    let ready = Set(held.rows.map(\.row))
    func isDone(_ row: Int) -> Bool {
      guard !ready.contains(row), let request = requests.request(ofRow: row) else { return true }
      return shown[request.identity] != nil && geometry.isMeasured(row) || hasFailed(request.key)
    }
    var start = firstShown(requests) ?? visible.lowerBound
    var end = start
    while end < all.upperBound, isDone(end) { end += 1 }
    guard end > start else { return start..<end }
    while start > all.lowerBound, isDone(start - 1) { start -= 1 }
    return start..<end
  }
}

// MARK: - Late images

/// Visible rows that keep their height although an image of unknown size has arrived.
struct LateRows: Sendable {
  /// The distance that the reader may scroll before the rows get their heights, in layout points:
  /// positions are rounded to pixels on the way.
  private static let tolerance = 1.0

  private(set) var rows: Set<RowIdentity> = []
  /// The rows that need not keep their height any longer, until they are shown with their new one.
  private(set) var free: Set<RowIdentity> = []
  /// The offset at which the reader has stopped; `nil` before the first look.
  private(set) var offset: Double?

  /// Adds a row.
  mutating func insert(_ row: RowIdentity) { rows.insert(row) }

  /// Forgets rows that are no longer shown.
  mutating func forget(_ gone: [RowIdentity]) {
    rows.subtract(gone)
    free.subtract(gone)
  }

  /// Notes that the list was scrolled to keep rows in place.
  mutating func offsetWasCorrected(to offset: Double) {
    if self.offset != nil { self.offset = offset }
  }

  /// Takes the rows that need not keep their height any longer: all once the reader scrolls, else
  /// those out of sight.
  mutating func takeFree(_ viewport: Viewport, isVisible: (RowIdentity) -> Bool) -> [RowIdentity] {
    let hasMoved = offset.map { abs(viewport.offset - $0) > Self.tolerance } ?? true
    if hasMoved { offset = viewport.offset }
    guard !rows.isEmpty else { return [] }
    let new = hasMoved || viewport.velocity != 0 ? rows : rows.filter { !isVisible($0) }
    rows.subtract(new)
    free.formUnion(new)
    return Array(new)
  }
}

extension RowState {
  /// Takes out the results of visible rows whose height would change because an image of unknown
  /// size has arrived. They are drawn again in their old layout.
  mutating func takeLate(
    _ heard: [(job: RowJob, report: RowReport)], _ snapshot: TableSnapshot
  ) -> [(job: RowJob, report: RowReport)] {
    guard keepsHeights, requests?.generation == snapshot.generation else { return heard }
    return heard.map { job, report in
      guard job.purpose == .range, job.isForShow, !job.isRedraw else { return (job, report) }
      var report = report
      report.outcome.results.removeAll { result in
        guard let identity = result.displayed?.identity, isLate(result, identity, snapshot) else {
          return false
        }
        late.insert(identity)
        mustLookAgain = true
        return true
      }
      return (job, report)
    }
  }

  private func isLate(
    _ result: RowResult, _ identity: RowIdentity, _ snapshot: TableSnapshot
  ) -> Bool {
    images.outdated.contains(identity) && !late.free.contains(identity)
      && shown[identity] == result.displayed?.key
      && requests?.bands.visible.contains(result.row) == true
      && snapshot.geometry.isMeasured(result.row)
      && !snapshot.hasCellHeight(result.size.height, ofRow: result.row)
  }

  /// Requests the rows again that need not keep their height any longer.
  mutating func releaseLate(_ scene: RowScene, _ viewport: Viewport) {
    let visible = scene.snapshot.geometry.rows(in: viewport.range)
    let free = late.takeFree(viewport) { scene.row($0).map(visible.contains) ?? false }
    guard !free.isEmpty else { return }
    images.outdate(free)
    mustLookAgain = true
  }
}
