import Foundation

/// How soon work is wanted; workers take the nearest band first.
///
/// One pipeline serves many lists: what one of them shows at the moment is drawn before the update
/// of another is measured.
enum WorkBand {
  /// Rows that can be seen.
  case visible
  /// Updates on their way.
  case display
  /// What nobody waits for.
  case idle

  var queuePriority: Operation.QueuePriority {
    switch self {
    case .visible: .veryHigh
    case .display: .normal
    case .idle: .veryLow
    }
  }
}
