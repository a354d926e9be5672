/// How much is made ready around the rows that can be seen.
public enum RangeMode: Hashable, Sendable, CaseIterable {
  /// Little: while a list comes up, so that what can be seen is there soon.
  case minimum
  /// What scrolling wants.
  case full
  /// Nothing: for a list that is behind something; what nobody waits for is still measured.
  case visibleOnly
  /// Nothing, and nothing is measured ahead either: while memory is short.
  case lowMemory

  /// Whether rows far from the viewport may be worked on when nothing else is to be done.
  public var allowsIdleWork: Bool { self != .lowMemory }
}
