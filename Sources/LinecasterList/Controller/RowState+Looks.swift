import LinecasterCells
import LinecasterDisplay

/// The images that rows are shown without, and the rows that are to be shown again for them.
struct RowImages: Hashable, Sendable {
  /// What each row is shown without; rows that lack nothing are not here.
  private(set) var lacking: [RowIdentity: Set<ImageReference>] = [:]
  /// The rows that lack an image that has come.
  private(set) var outdated: Set<RowIdentity> = []
  /// The images that the pipeline has been told of.
  private(set) var awaited: Set<ImageReference>

  init(awaited: Set<ImageReference> = []) {
    self.awaited = awaited
  }

  /// Notes which images a row is shown without.
  mutating func note(_ images: Set<ImageReference>, of row: RowIdentity, _ job: RowJob) {
    lacking[row] = images.isEmpty ? nil : images
    outdated.remove(row)
    if !images.isDisjoint(with: job.arrivedImages) { outdated.insert(row) }
  }

  /// Notes that images have come.
  ///
  /// - Returns: Whether a row lacks one of them.
  mutating func arrived(_ images: Set<ImageReference>) -> Bool {
    let count = outdated.count
    for (row, lack) in lacking where !lack.isDisjoint(with: images) { outdated.insert(row) }
    return outdated.count > count
  }

  /// Forgets rows that are not shown any more.
  mutating func forget(_ rows: [RowIdentity]) {
    for row in rows {
      lacking[row] = nil
      outdated.remove(row)
    }
  }

  /// The images that rows are waiting for, if they are others than before.
  mutating func takeAwaited() -> Set<ImageReference>? {
    if lacking.isEmpty, awaited.isEmpty { return nil }
    let images = lacking.values.reduce(into: Set()) { $0.formUnion($1) }
    guard images != awaited else { return nil }
    awaited = images
    return images
  }
}

// MARK: - Arrivals

extension RowState {
  /// Has rows that were shown without these images prepared again, and remembers them for those
  /// that are being prepared: without stopping what runs.
  mutating func imagesArrived(_ arrived: Set<ImageReference>) -> [Action] {
    for index in jobs.indices where jobs[index].isForShow {
      jobs[index].arrivedImages.formUnion(arrived)
    }
    guard images.arrived(arrived) else { return [] }
    mustLookAgain = true
    return [.list(.look)]
  }

  /// Tells which images rows are waiting for.
  mutating func awaitImages() -> [Action] {
    images.takeAwaited().map { [.pipeline(.awaitImages($0))] } ?? []
  }
}

// MARK: - Rows that somebody touches

extension RowState {
  /// Has rows shown as somebody touches them, before all else.
  mutating func touched(_ new: [RowIdentity: CellState]) -> [Action] {
    for (identity, state) in new {
      states[identity] = state
      if shown[identity] == nil { forgetIfUntouched(identity) }
    }
    mustLookAgain = true
    return [.list(.look)]
  }

  /// Forgets the state of a row that nobody touches any more, once nothing else is shown of it.
  mutating func forgetIfUntouched(_ identity: RowIdentity) {
    if states[identity] == CellState.defaultValue { states[identity] = nil }
  }
}
