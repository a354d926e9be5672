/// How items share the free space of a line along the main axis (CSS Flexbox §8.2).
public enum FlexJustify: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Packed at the main-start edge.
  case flexStart
  /// Packed at the main-end edge.
  case flexEnd
  /// Packed in the middle.
  case center
  /// Free space between the items; without any, as `flexStart`.
  case spaceBetween
  /// Half-size spaces at both ends; without free space, packed at `start`.
  case spaceAround
  /// Equal spaces between and at both ends; without free space, packed at `start`.
  case spaceEvenly
  /// Packed at the start of the axis, whatever the container reverses.
  case start
  /// Packed at the end of the axis, whatever the container reverses.
  case end
}
