import LinecasterBase
import LinecasterCells
import LinecasterRaster

// MARK: - Bands of tall rows

extension RowState {
  /// A row that is drawn, or is being drawn.
  struct Drawn {
    let key: MeasurementKey
    let bands: Range<Int>

    /// Whether it has all that is requested.
    func covers(_ request: RangeRequests.Request) -> Bool {
      key == request.key && bands.covers(request.bands)
    }
  }

  /// Returns whether the host shows a row with all requested bands.
  func isShown(_ request: RangeRequests.Request) -> Bool {
    shown[request.identity] == request.key
      && shownBands[request.identity].map { $0.covers(request.bands) } ?? true
  }

  /// Looks at rows in range again if tall ones have got another height: other bands of theirs are
  /// near the viewport.
  mutating func noteTallRows(among new: [RowResult], _ scene: RowScene) {
    guard let requests else { return }
    let scale = scene.snapshot.environment.scale
    let changesBands = new.contains { result in
      requests.contains(result.row)
        && scale.pixels(result.size.height) > RowDrawing.bandHeight
    }
    if changesBands { mustLookAgain = true }
  }

  /// Notes the bands that the host shows of a row; if more are requested by now, the list is looked
  /// at again.
  mutating func show(
    _ bands: Range<Int>, of identity: RowIdentity, _ request: RangeRequests.Request?
  ) {
    shownBands[identity] = bands == RowDrawing.allBands ? nil : bands
    if let request, !bands.covers(request.bands) { mustLookAgain = true }
  }
}
