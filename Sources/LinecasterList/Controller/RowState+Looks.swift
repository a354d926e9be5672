import LinecasterCells
import LinecasterDisplay

/// The missing images of shown rows, and the rows to show again for them.
struct RowImages: Hashable, Sendable {
  /// The missing images of each row; rows without missing images have no entry.
  private(set) var missing: [RowIdentity: Set<ImageReference>] = [:]
  /// The rows with a missing image that has arrived.
  private(set) var outdated: Set<RowIdentity> = []
  /// The images that the pipeline waits for.
  private(set) var awaited: Set<ImageReference>

  init(awaited: Set<ImageReference> = []) {
    self.awaited = awaited
  }

  /// Notes the missing images of a row.
  mutating func note(_ images: Set<ImageReference>, of row: RowIdentity, _ job: RowJob) {
    missing[row] = images.isEmpty ? nil : images
    outdated.remove(row)
    if !images.isDisjoint(with: job.arrivedImages) { outdated.insert(row) }
  }

  /// Notes that images have arrived.
  ///
  /// - Returns: Whether a shown row was missing one of them.
  mutating func arrived(_ images: Set<ImageReference>) -> Bool {
    let count = outdated.count
    for (row, missed) in missing where !missed.isDisjoint(with: images) { outdated.insert(row) }
    return outdated.count > count
  }

  /// Notes that rows must be shown again.
  mutating func outdate(_ rows: some Sequence<RowIdentity>) { outdated.formUnion(rows) }

  /// Forgets rows that are no longer shown.
  mutating func forget(_ rows: [RowIdentity]) {
    for row in rows {
      missing[row] = nil
      outdated.remove(row)
    }
  }

  /// Takes the images that rows are waiting for; `nil` if they have not changed.
  mutating func takeAwaited() -> Set<ImageReference>? {
    if missing.isEmpty, awaited.isEmpty { return nil }
    let images = missing.values.reduce(into: Set()) { $0.formUnion($1) }
    guard images != awaited else { return nil }
    awaited = images
    return images
  }
}

// MARK: - Arrivals

extension RowState {
  /// Prepares rows again that were shown without these images. Jobs under way are not stopped, but
  /// note the images.
  mutating func imagesArrived(_ arrived: Set<ImageReference>) -> [Action] {
    for index in jobs.indices where jobs[index].isForShow {
      jobs[index].arrivedImages.formUnion(arrived)
    }
    held.noteArrived(arrived)
    guard images.arrived(arrived) else { return [] }
    mustLookAgain = true
    return [.list(.look)]
  }

  /// Sends the pipeline the images that rows are waiting for.
  mutating func awaitImages() -> [Action] {
    images.takeAwaited().map { [.pipeline(.awaitImages($0))] } ?? []
  }
}

// MARK: - Touched rows

extension RowState {
  /// Redraws rows in their new touch states, before all else.
  mutating func touched(_ new: [RowIdentity: CellState]) -> [Action] {
    for (identity, state) in new {
      states[identity] = state
      if shown[identity] == nil { forgetIfUntouched(identity) }
    }
    mustLookAgain = true
    return [.list(.look)]
  }

  /// Forgets the default state of a row that is no longer shown.
  mutating func forgetIfUntouched(_ identity: RowIdentity) {
    if states[identity] == CellState.defaultValue { states[identity] = nil }
  }
}
