/// The place of an absolutely positioned box along one axis of its containing block (CSS
/// Positioned Layout 3 §4).
struct AbsoluteSpan {
  /// From the start of the containing block to the border box; indefinite without insets.
  let position: Double

  /// - Parameters:
  ///   - isAuto: whether the margins are automatic; they share what two insets leave.
  ///   - prefersEnd: whether `end` wins where both insets cannot be kept.
  init(
    start: Double, end: Double, size: Double, space: Double, margins: (Double, Double),
    isAuto: (Bool, Bool), prefersEnd: Bool
  ) {
    guard start.isDefinite || end.isDefinite else {
      position = .indefinite
      return
    }
    guard start.isDefinite, end.isDefinite else {
      position = start.isDefinite ? start + margins.0 : space - end - margins.1 - size
      return
    }
    // Insets that cross leave no room, at the one that wins.
    let start = prefersEnd ? min(start, space - end) : start
    let fromEnd = max(space - end, start) - margins.1 - size
    let free = fromEnd - start - margins.0
    switch isAuto {
    case (true, true):
      position = start + (free >= 0 ? free / 2 : (prefersEnd ? free : 0))
    case (true, false): position = fromEnd
    case (false, true): position = start + margins.0
    case (false, false): position = prefersEnd ? fromEnd : start + margins.0
    }
  }
}
