import LinecasterCells

/// The rows in range: what should be shown, or known, of each.
struct RowWants {
  /// A row in range.
  struct Want {
    let row: Int
    let identity: RowIdentity
    let key: MeasurementKey
    let band: WorkBand
  }

  let bands: RowBands
  /// From top to bottom.
  let wants: [Want]

  init(bands: RowBands, in snapshot: TableSnapshot) {
    self.bands = bands
    // A header that stays may stand far above what can be seen.
    let far = bands.stickyHeader.flatMap { bands.preload.contains($0) ? nil : $0 }
    wants = ([far].compactMap(\.self) + bands.preload).compactMap { row in
      guard let identity = snapshot.identity(ofRow: row), let item = snapshot.item(atRow: row)
      else { return nil }
      return Want(
        row: row, identity: identity,
        key: MeasurementKey(item.cell, snapshot.environment(ofRow: row)),
        band: bands.band(ofRow: row))
    }
  }

  /// Whether a row is in range.
  func contains(_ row: Int) -> Bool {
    bands.preload.contains(row) || bands.stickyHeader == row
  }

  /// How soon the nearest of some rows is wanted; nil if none is in range.
  static func band(of rows: Range<Int>, in bands: RowBands) -> WorkBand? {
    if rows.overlaps(bands.visible) || bands.stickyHeader.map(rows.contains) == true {
      return .visible
    }
    if rows.overlaps(bands.display) { return .display }
    return rows.overlaps(bands.preload) ? .preload : nil
  }

  /// Cuts wants that are not met into pieces of work: neighbours of one band, the nearest band
  /// first.
  static func chunks(_ wants: [Want]) -> [ArraySlice<Want>] {
    var chunks: [ArraySlice<Want>] = []
    var start = wants.startIndex
    for index in wants.indices {
      let next = wants.index(after: index)
      let most =
        wants[start].band == .preload
        ? PrecomputePipeline.rowsAMeasureChunk : PrecomputePipeline.rowsARasterChunk
      let isLast =
        next == wants.endIndex || wants[next].band != wants[start].band
        || wants[next].row != wants[index].row + 1 || next - start >= most
      guard isLast else { continue }
      chunks.append(wants[start..<next])
      start = next
    }
    return chunks.sorted { $0[$0.startIndex].band < $1[$1.startIndex].band }
  }
}
