/// What a host does wrong in the middle of applying a batch, or what happens to it there.
enum HostFault: String, CaseIterable, Sendable {
  /// It says later that it has finished.
  case late
  /// It keeps what it should say, and says it after it has been reported.
  case kept
  /// It lets go of what it should say.
  case dropped
  /// It says twice that it has finished.
  case repeated
  /// It keeps the main queue busy.
  case stalled
  /// The list is taken from it; another host comes later, and then it says that it has finished.
  case detached
  /// Its width changes.
  case resized

  /// How many times the watchdog reports a host that does this to one batch.
  var forgottenReports: Int { self == .kept ? 1 : 0 }

  /// How many times a host that does this to one batch says what nobody waits for; what one that
  /// has gone says is not heard.
  var repeatedReports: Int { [.kept, .repeated].contains(self) ? 1 : 0 }
}
