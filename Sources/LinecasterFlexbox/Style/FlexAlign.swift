/// How an item sits in its line across the main axis (CSS Flexbox §8.3).
public enum FlexAlign: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// As large as the line where the cross size is automatic, else as `flexStart`.
  case stretch
  /// At the cross-start edge of the line.
  case flexStart
  /// At the cross-end edge of the line.
  case flexEnd
  /// In the middle of the line.
  case center
  /// First baselines meet; in columns as `flexStart`.
  case baseline
  /// At the start of the axis, whatever `wrapReverse` swaps.
  case start
  /// At the end of the axis, whatever `wrapReverse` swaps.
  case end
}
