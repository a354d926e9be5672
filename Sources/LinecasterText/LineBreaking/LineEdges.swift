/// What a few lines have besides the paragraph's own glyphs: what was shaped again, and a mark.
///
/// A class, so that the lines that have none of it, nearly all, carry one empty word.
final class LineEdges: Sendable {
  /// The glyphs after a break that changed them.
  let head: ShapedStretch?
  /// The glyphs before a break that changed them.
  let tail: ShapedStretch?
  /// What stands at the end for text that is not shown, or for a broken word.
  let mark: LineMark?

  init(head: ShapedStretch?, tail: ShapedStretch?, mark: LineMark?) {
    self.head = head
    self.tail = tail
    self.mark = mark
  }
}
