/// What happens to content larger than its box; decides the automatic minimum (CSS Flexbox §4.5).
public enum FlexOverflow: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Content shows outside, so an item does not shrink below it by itself.
  case visible
  /// Content is cut off; the automatic minimum is 0.
  case hidden
  /// Content scrolls; the automatic minimum is 0. Scroll bars take no room.
  case scroll
}
