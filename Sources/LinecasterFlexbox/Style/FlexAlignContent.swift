/// How the lines of a wrapping container share its free cross space (CSS Flexbox §8.4).
public enum FlexAlignContent: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Lines grow by equal parts of the free space.
  case stretch
  /// Packed at the cross-start edge.
  case flexStart
  /// Packed at the cross-end edge.
  case flexEnd
  /// Packed in the middle.
  case center
  /// Free space between the lines; without any, as `flexStart`.
  case spaceBetween
  /// Half-size spaces at both ends; without free space, packed at `start`.
  case spaceAround
  /// Equal spaces between and at both ends; without free space, packed at `start`.
  case spaceEvenly
  /// Packed at the start of the axis, whatever `wrapReverse` swaps.
  case start
  /// Packed at the end of the axis, whatever `wrapReverse` swaps.
  case end
}
