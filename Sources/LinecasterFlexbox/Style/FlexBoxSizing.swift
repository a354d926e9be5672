/// Which box `width`, `height` and their limits describe (CSS Sizing 3 §3.3).
public enum FlexBoxSizing: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// The border box: padding and border are inside the given size.
  case borderBox
  /// The content box: padding and border come on top.
  case contentBox
}
