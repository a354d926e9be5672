/// A stretch of attributed text that has one style.
public struct StyledRange: Hashable, Sendable {
  /// The stretch as UTF-16 offsets into the text.
  public let utf16Range: Range<Int>
  /// Its style.
  public let style: TextStyle
}
