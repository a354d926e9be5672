/// Whether items may break into several lines (CSS Flexbox §5.2).
public enum FlexWrap: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// One line, which may overflow.
  case nowrap
  /// As many lines as needed, stacked from cross-start.
  case wrap
  /// As many lines as needed, with cross-start and cross-end swapped.
  case wrapReverse
}
