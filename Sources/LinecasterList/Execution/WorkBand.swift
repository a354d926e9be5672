import Foundation

/// How soon work is wanted; workers take the nearest band first.
///
/// One pipeline serves many lists: what one of them shows at the moment is drawn before the update
/// of another is measured.
public enum WorkBand: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// Rows that can be seen.
  case visible
  /// Updates on their way, and rows that are about to be seen.
  case display
  /// Rows that may be seen soon.
  case preload
  /// What nobody waits for.
  case idle

  /// Whether work of the left band is wanted sooner.
  public static func < (left: WorkBand, right: WorkBand) -> Bool { left.rawValue < right.rawValue }

  var queuePriority: Operation.QueuePriority {
    switch self {
    case .visible: .veryHigh
    case .display: .high
    case .preload: .normal
    case .idle: .veryLow
    }
  }
}
