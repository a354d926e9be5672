/// Whether a node generates a box (CSS Display §2).
public enum FlexDisplay: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// A box: a flex container, or a leaf.
  case flex
  /// No box, and none for its descendants.
  case none
  /// No box of its own: its children are laid out as children of its parent.
  case contents
}
