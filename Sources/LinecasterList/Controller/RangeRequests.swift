import LinecasterCells

/// The rows in range, each with its measurement and band.
struct RangeRequests: Hashable, Sendable {
  /// A row in range.
  struct Request: Hashable, Sendable {
    let row: Int
    let identity: RowIdentity
    let key: MeasurementKey
    let band: WorkBand
    /// The bands of its pixels that are requested.
    let bands: Range<Int>
  }

  /// The update whose rows they are.
  let generation: Int
  let bands: RowBands
  /// The requests, from top to bottom.
  let all: [Request]
  /// The rows that are touched or selected.
  private let touched: [Int]

  /// - Parameters:
  ///   - states: The touch states of rows; untouched rows are left out.
  ///   - selected: The text selection.
  ///   - found: Returns the found text of a row.
  init(
    bands: RowBands, in snapshot: TableSnapshot, states: [RowIdentity: CellState] = [:],
    selected: SelectedRows? = nil, found: (Int) -> FoundText? = { _ in nil }
  ) {
    generation = snapshot.generation
    self.bands = bands
    // A sticky header may be far above the viewport.
    let far = bands.stickyHeader.flatMap { bands.preload.contains($0) ? nil : $0 }
    all = ([far].compactMap(\.self) + bands.preload).compactMap { row -> Request? in
      guard let identity = snapshot.identity(ofRow: row), let item = snapshot.item(atRow: row)
      else { return nil }
      var environment = snapshot.environment(ofRow: row)
      var band = bands.band(ofRow: row)
      let part = selected?.part(ofRow: row)
      if part != nil || !states.isEmpty,
        var state = states[identity] ?? part.map({ _ in CellState() })
      {
        state.selectedText = part
        environment.state = state
        if band <= .display { band = .touched }
      }
      if let text = found(row) { environment.state.foundText = text }
      return Request(
        row: row, identity: identity, key: MeasurementKey(item.cell, environment), band: band,
        bands: bands.imageBands(ofRow: row, in: snapshot))
    }
    touched = all.filter { $0.band == .touched }.map(\.row)
  }

  /// The visible rows, sticky headers included.
  var visible: [Request] {
    all.filter { request in
      request.band == .visible
        || request.band == .touched && bands.band(ofRow: request.row) == .visible
    }
  }

  /// Returns the request for a row; `nil` for rows out of range.
  func request(ofRow row: Int) -> Request? {
    // A header from far above comes before the others.
    if let first = all.first, first.row == row { return first }
    let isLedByHeader = all.count > bands.preload.count
    let index = row - bands.preload.lowerBound + (isLedByHeader ? 1 : 0)
    guard all.indices.contains(index), all[index].row == row else { return nil }
    return all[index]
  }

  /// The nearest band of each cell.
  var bandsByKey: [MeasurementKey: WorkBand] {
    var bands: [MeasurementKey: WorkBand] = [:]
    for request in all { bands[request.key] = min(request.band, bands[request.key] ?? .idle) }
    return bands
  }

  /// Whether a row should have its pixels.
  func isToBeShown(_ row: Int) -> Bool { bands.display.contains(row) || bands.stickyHeader == row }

  /// Whether a row is in range.
  func contains(_ row: Int) -> Bool {
    bands.preload.contains(row) || bands.stickyHeader == row
  }

  /// Returns the nearest band of some rows; `nil` if none is in range.
  func band(of rows: Range<Int>) -> WorkBand? {
    if touched.contains(where: rows.contains) { return .touched }
    if rows.overlaps(bands.visible) || bands.stickyHeader.map(rows.contains) == true {
      return .visible
    }
    if rows.overlaps(bands.display) { return .display }
    return rows.overlaps(bands.preload) ? .preload : nil
  }

  /// Returns whether a prepared row is still current: not if its touch state has changed.
  func isCurrent(_ displayed: DisplayedRow, at row: Int) -> Bool {
    request(ofRow: row).map { $0.key == displayed.key } ?? true
  }

  /// Splits unmet requests into jobs: neighbours of one band, the nearest band first.
  static func chunks(_ requests: [Request]) -> [ArraySlice<Request>] {
    var chunks: [ArraySlice<Request>] = []
    var start = requests.startIndex
    for index in requests.indices {
      let next = requests.index(after: index)
      let most =
        requests[start].band == .preload
        ? PrecomputePipeline.rowsPerMeasureChunk : PrecomputePipeline.rowsPerRasterChunk
      let isLast =
        next == requests.endIndex || requests[next].band != requests[start].band
        || requests[next].row != requests[index].row + 1 || next - start >= most
      guard isLast else { continue }
      chunks.append(requests[start..<next])
      start = next
    }
    return chunks.sorted { $0[$0.startIndex].band < $1[$1.startIndex].band }
  }
}

/// The rows far from the viewport that have been measured or are under way: outward from the
/// viewport, two chunks ahead for each behind.
struct IdleSweep: Hashable, Sendable {
  /// The update whose rows they are.
  let generation: Int
  /// The rows that are measured or under way; `nil` before the first.
  private(set) var swept: Range<Int>?
  private(set) var turn = 0

  init(generation: Int = 0) {
    self.generation = generation
  }

  /// Restarts at the viewport, if that has moved elsewhere.
  ///
  /// - Returns: Whether the sweep restarted.
  mutating func begin(at row: Int) -> Bool {
    if let swept, swept.lowerBound <= row, row <= swept.upperBound { return false }
    swept = row..<row
    return true
  }

  /// Forgets what has been swept.
  mutating func restart() { swept = nil }

  /// The next rows that are not measured, ahead of what has been swept or behind it.
  mutating func next(in geometry: RowGeometry, _ direction: ScrollDirection) -> Range<Int>? {
    turn = (turn + 1) % 3
    let isBelow = (turn != 0) == (direction == .towardsEnd)
    return isBelow
      ? below(geometry) ?? above(geometry) : above(geometry) ?? below(geometry)
  }

  private mutating func below(_ geometry: RowGeometry) -> Range<Int>? {
    guard let swept, let first = geometry.firstEstimate(from: swept.upperBound) else {
      return nil
    }
    let end = min(first + PrecomputePipeline.rowsPerMeasureChunk, geometry.count)
    self.swept = swept.lowerBound..<end
    return first..<end
  }

  private mutating func above(_ geometry: RowGeometry) -> Range<Int>? {
    guard let swept, let last = geometry.lastEstimate(before: swept.lowerBound) else {
      return nil
    }
    let start = max(0, last + 1 - PrecomputePipeline.rowsPerMeasureChunk)
    self.swept = start..<swept.upperBound
    return start..<last + 1
  }
}
