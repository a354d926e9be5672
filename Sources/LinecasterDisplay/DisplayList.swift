public import LinecasterGeometry
import LinecasterText

/// What a cell looks like: drawing steps from back to front, ready for any renderer.
///
/// The list holds finished text layouts, so drawing it shapes, breaks and measures nothing.
public struct DisplayList: Sendable {
  /// The area that the steps may draw in; renderers clip to it.
  public var size: Size
  /// The steps from back to front.
  public private(set) var commands: [DisplayCommand] = []

  /// Makes an empty list for an area of `size` layout points.
  public init(size: Size) {
    self.size = size
  }

  /// Adds a step in front of the others.
  public mutating func append(_ command: DisplayCommand) {
    commands.append(command)
  }

  /// The number of glyphs that drawing the list draws.
  public var glyphCount: Int {
    commands.reduce(0) { $0 + $1.glyphCount }
  }
}
