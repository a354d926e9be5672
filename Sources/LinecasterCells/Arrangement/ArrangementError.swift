public import LinecasterFlexbox

/// Why a cell could not be arranged.
public enum ArrangementError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The work was called off before it was done.
  case cancelled
  /// Stacks are nested deeper than `LayoutNode.maximumDepth`.
  case tooDeep
  /// The layout tree is not one that flexbox can lay out.
  case unusable(FlexError)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .cancelled: "The arrangement was cancelled."
    case .tooDeep: "Stacks are nested deeper than \(LayoutNode.maximumDepth) levels."
    case .unusable(let error): "The layout tree cannot be arranged: \(error)"
    }
  }
}
