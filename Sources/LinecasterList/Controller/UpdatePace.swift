/// How fast a controller takes updates, and how long it waits for its host.
public struct UpdatePace: Hashable, Sendable {
  /// The time in which at most two updates are begun, so that a flood of them does not keep workers
  /// from finishing one; the first after a pause is begun at once.
  public var interval: Duration
  /// The longest time that newer updates may keep calling off the one before: after it, what is
  /// under way is finished and shown first.
  public var patience: Duration
  /// The longest time a host may take to say that it has finished; after it the host is reported,
  /// and the next update proceeds.
  public var hostPatience: Duration

  /// Makes a pace; the defaults suit a screen of 60 Hz.
  public init(
    interval: Duration = .milliseconds(16), patience: Duration = .milliseconds(100),
    hostPatience: Duration = .seconds(10)
  ) {
    self.interval = interval
    self.patience = patience
    self.hostPatience = hostPatience
  }
}
