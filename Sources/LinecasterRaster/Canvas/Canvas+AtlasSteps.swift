import LinecasterBase
import LinecasterDisplay
import LinecasterText

extension Canvas {
  /// Draws a step of an `AtlasDrawing` that is no glyphs; those, and where a list begins, are left
  /// out.
  ///
  /// - Throws: As `draw(_:at:isCancelled:)` of a list does.
  /// - Complexity: O(pixels covered), and O(glyphs) of groups.
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
