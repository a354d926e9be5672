import LinecasterCells
import Synchronization

/// Which cells the lists of a pipeline want how soon, so that memory is taken from the others.
final class BandRegistry: Sendable {
  private let wants = Mutex<[ObjectIdentifier: [MeasurementKey: WorkBand]]>([:])

  /// Sets what one list wants; an empty dictionary forgets the list.
  func set(_ bands: [MeasurementKey: WorkBand], of list: ObjectIdentifier) {
    wants.withLock { $0[list] = bands.isEmpty ? nil : bands }
  }

  /// How soon each cell is wanted by the list that wants it soonest; others are idle.
  var bands: [MeasurementKey: WorkBand] {
    wants.withLock { wants in
      wants.values.reduce(into: [:]) { bands, next in bands.merge(next, uniquingKeysWith: min) }
    }
  }
}
