/// The main axis of a container and the way its items run along it (CSS Flexbox §5.1).
public enum FlexDirection: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Along the writing direction: left to right, or right to left in right-to-left containers.
  case row
  /// Against the writing direction.
  case rowReverse
  /// From top to bottom.
  case column
  /// From bottom to top.
  case columnReverse
}
