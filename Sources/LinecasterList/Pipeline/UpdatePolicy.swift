/// When an update is shown.
public enum UpdatePolicy: Hashable, Sendable {
  /// As soon as the rows that will be in the viewport are measured, and those within so many
  /// screens above and below it. Others enter with an estimated height, which is corrected later
  /// without a shift of what can be seen.
  case visibleFirst(margin: Double = 0.25)
  /// When all rows are measured.
  case complete
}
