/// Whether a node takes part in the layout of its container (CSS Positioned Layout §2).
public enum FlexPosition: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// In flow, then moved by its insets; contains absolute descendants.
  case relative
  /// Out of flow, placed in the padding box of its nearest positioned ancestor.
  case absolute
  /// In flow; insets do nothing and absolute descendants look further up.
  case `static`
}
