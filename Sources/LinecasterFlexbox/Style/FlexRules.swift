/// Whose reading counts where browsers and Yoga answer differently.
public enum FlexRules: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// What browsers do.
  case css
  /// What Yoga does: while the main size of this node is indefinite, the width or height of its
  /// children goes before their `basis`; and ``FlexLength/stretch`` as the `basis` of a child of a
  /// column means ``FlexLength/auto``.
  case yoga
}
