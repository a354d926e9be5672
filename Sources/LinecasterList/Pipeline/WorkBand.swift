import Foundation

/// How soon work is wanted; workers take the nearest band first.
public enum WorkBand: Int, Hashable, Sendable, CaseIterable {
  /// Rows that can be seen.
  case visible
  /// Rows that will be seen soon.
  case display
  /// Rows that may be seen.
  case preload
  /// Everything else.
  case idle

  var queuePriority: Operation.QueuePriority {
    switch self {
    case .visible: .veryHigh
    case .display: .high
    case .preload: .normal
    case .idle: .low
    }
  }
}
