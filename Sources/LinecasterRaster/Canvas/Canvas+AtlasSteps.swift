import LinecasterBase
import LinecasterDisplay
import LinecasterText

extension Canvas {
  /// Draws a step of an `AtlasDrawing`, except glyphs and the starts of lists, which are ignored.
  ///
  /// - Throws: The errors of `draw(_:at:in:)` for lists.
  /// - Complexity: O(pixels covered + glyphs of groups).
  public mutating func draw(_ step: AtlasStep) throws {
    switch step {
    case .list, .glyphs: break
    case .command(let command):
      try drawWithinBudget(command, of: "a display command", .unlimited)
    case .beneath(let layout, let origin):
      drawBeneath(layout, at: origin, layout.backgrounds, layout.decorationLines)
    case .above(let layout, let origin):
      drawAbove(layout, at: origin, layout.decorationLines)
    }
  }
}
