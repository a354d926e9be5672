import LinecasterList
import Synchronization

/// Counts how updates end.
final class OutcomeTally: Sendable {
  struct Counts {
    var applied: [Int] = []
    var superseded = 0
    var cancelled = 0
    var failed = 0

    var total: Int { applied.count + superseded + cancelled + failed }
  }

  private let state = Mutex(Counts())

  var counts: Counts { state.withLock { $0 } }

  func count(_ handle: UpdateHandle) {
    handle.whenResolved { [self] outcome in
      state.withLock { counts in
        switch outcome {
        case .applied(let generation): counts.applied.append(generation)
        case .superseded: counts.superseded += 1
        case .cancelled: counts.cancelled += 1
        case .failed: counts.failed += 1
        }
      }
    }
  }
}
