import LinecasterCells

/// A layout read from a scene, and how much it takes.
struct SceneBranch: Sendable {
  var node: LayoutNode
  /// The nodes of the branch, those of parts counted wherever they are used.
  var nodeCount = 1
  /// The text of the branch in UTF-8.
  var textBytes = 0
  /// The nested stacks.
  var depth = 0
}
