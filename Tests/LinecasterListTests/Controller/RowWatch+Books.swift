import LinecasterBase
import LinecasterCells
import LinecasterDisplay

@testable import LinecasterList

// MARK: - The record of promises

extension RowWatch {
  mutating func require(_ holds: Bool, _ what: String) {
    if !holds, fault == nil { fault = what }
  }

  /// Checks the invariants after an event.
  mutating func check() {
    if let fault = updates.fault { require(false, fault) }
    require(Set(works.keys) == Set(state.jobs.map(\.number)), "a job without an end")
    require(host == state.shown, "the host shows something else")
    require(awaited == (incomplete.isEmpty ? [] : [Self.reference]), "waits for other images")
    require(Set(recipes.keys) == Set(updates.open), "an update without an end")
    let open = scrollCount - finishedScrolls.count
    require(open == (state.scroll == nil ? 0 : 1), "\(open) scrolls open")
    require(state.isMeasuringIdly || !isRoomAwaited, "idle while it waits for room")
    require(state.isMeasuringIdly || state.found.isEmpty, "heights that nobody is told")
    for row in 0..<snapshot.rowCount where snapshot.geometry.isMeasured(row) {
      let possible = snapshot.identity(ofRow: row).map(Self.heights) ?? []
      let isPossible = possible.contains { snapshot.hasCellHeight($0, ofRow: row) }
      require(isPossible, "row \(row) has the height of another")
    }
    guard updates.state.isAttached, updates.state.applying == nil else { return }
    if let requests = state.requests, requests.generation == snapshot.generation {
      let isWanted = host.keys.allSatisfy(Set(requests.all.map(\.identity)).contains)
      require(isWanted, "shows what is out of range")
    }
    for row in snapshot.geometry.rows(in: viewport.range) { checkSight(of: row) }
    if !state.isRunning {
      require(
        !state.jobs.contains { $0.purpose == .renewal || $0.isForShow && $0.band < .preload },
        "something is under way")
    }
  }

  /// A visible row is shown, in progress, or known to be undrawable.
  private mutating func checkSight(of row: Int) {
    guard let identity = snapshot.identity(ofRow: row), let key = key(of: row, in: snapshot) else {
      return require(false, "no row \(row)")
    }
    let isHeld = state.held.rows.contains { $0.displayed.key == key }
    let isUnderWay =
      isHeld
      || state.jobs.contains { job in
        (job.purpose == .range || job.purpose == .renewal)
          && (job.generation == snapshot.generation
            ? job.isForShow && job.rows.contains(row) : job.keys.contains(key))
      }
    require(
      host[identity] == key || isUnderWay || state.failed.contains(key), "row \(row) is blank")
    require(
      !hasImage || !incomplete.contains(identity) || isUnderWay || state.failed.contains(key),
      "row \(row) misses an image that has come")
  }

  /// No new requests come, and all work in progress ends unless it is stalled.
  var nextToRest: Event? {
    let now = updates.state
    if now.isTornDown { return nil }
    if !now.isAttached { return .attach }
    if now.isHeld { return .resume }
    if canStart { return .start }
    if let work = works.filter({ $0.value.isStarted && !$0.value.isStalled }).keys.min() {
      return .finish(work)
    }
    if isRoomAwaited { return .room }
    if isLookDue { return .later }
    if now.applying != nil { return .hostFinishes }
    if now.running != nil { return .precomputed }
    if updates.isToBeWoken { return .wake }
    return load == nil ? nil : .loadEnds
  }

  /// The promise that is broken at rest, or if the host detaches then.
  var faultAtRest: String? {
    if let last = updates.open.last { return "the update \(last) never ended" }
    let stalled = Set(works.filter { $0.value.isStalled }.keys)
    guard state.jobs.allSatisfy({ stalled.contains($0.number) }) else { return "a job goes on" }
    if stalled.isEmpty {
      guard state.scroll == nil, !state.isRunning else { return "never at rest" }
      if isRenewalOwed, snapshot.rowCount > 0 { return "what is in sight was not renewed" }
      if let fault = faultOfHeights { return fault }
    }
    var end = self
    end.step(.detach)
    if let fault = end.fault { return fault }
    guard end.works.isEmpty, end.state.scroll == nil else { return "work goes on" }
    end.step(.tearDown)
    return end.fault ?? (end.updates.open.isEmpty ? nil : "updates go on")
  }

  /// The first fault of the heights at rest: all rows are measured, with the image if it has come
  /// and the reader has scrolled since.
  private var faultOfHeights: String? {
    let inSight = snapshot.geometry.rows(in: viewport.range)
    for row in 0..<snapshot.rowCount {
      guard let key = key(of: row, in: snapshot), !undrawable.contains(key) else { continue }
      guard snapshot.geometry.isMeasured(row) else { return "row \(row) was never measured" }
      guard hasImage, inSight.contains(row), snapshot.identity(ofRow: row) == Self.pictured,
        !snapshot.hasCellHeight(30, ofRow: row), !state.late.rows.contains(Self.pictured)
      else { continue }
      return "row \(row) has the height it had without its image"
    }
    return nil
  }
}
