/// Which rows are wanted how soon: those that can be seen, those to have pixels, those to be
/// measured and arranged; all others when nothing else is to be done.
public struct RowBands: Hashable, Sendable {
  /// The rows that can be seen.
  public let visible: Range<Int>
  /// The rows that should have their pixels; those that can be seen are among them.
  public let display: Range<Int>
  /// The rows that should be measured and arranged; those to have pixels are among them.
  public let preload: Range<Int>
  /// Which way the list is scrolled.
  public let direction: ScrollDirection
  /// The header that stays at the top while rows to have pixels are there, if it stands above them;
  /// wanted like rows that can be seen.
  public let stickyHeader: Int?

  /// Makes bands; each becomes large enough to hold the one before.
  public init(
    visible: Range<Int>, display: Range<Int>, preload: Range<Int>,
    direction: ScrollDirection = .towardsEnd, stickyHeader: Int? = nil
  ) {
    self.stickyHeader = stickyHeader
    self.visible = visible
    self.display = display.hull(visible)
    self.preload = preload.hull(self.display)
    self.direction = direction
  }

  /// No rows.
  public static let none = RowBands(visible: 0..<0, display: 0..<0, preload: 0..<0)

  /// How soon a row is wanted.
  public func band(ofRow row: Int) -> WorkBand {
    if visible.contains(row) || row == stickyHeader { return .visible }
    if display.contains(row) { return .display }
    return preload.contains(row) ? .preload : .idle
  }
}

extension Range<Int> {
  /// The shortest range that holds both; an empty one adds nothing.
  fileprivate func hull(_ other: Range) -> Range {
    if other.isEmpty { return self }
    if isEmpty { return other }
    return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
