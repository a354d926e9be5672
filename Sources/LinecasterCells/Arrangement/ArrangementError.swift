public import LinecasterFlexbox

/// Why a cell could not be arranged.
public enum ArrangementError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The work was called off before it was done.
  case cancelled
  /// Stacks are nested deeper than `LayoutNode.maximumDepth`.
  case tooDeep
  /// The layout tree is not one that flexbox can lay out.
  case unusable(FlexError)

  /// Does work that may be called off, as part of an arrangement.
  static func whereCancelled<Value>(
    _ work: () throws(CancellationError) -> Value
  ) throws(ArrangementError) -> Value {
    do throws(CancellationError) { return try work() } catch { throw .cancelled }
  }

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .cancelled: "The arrangement was cancelled."
    case .tooDeep: "Stacks are nested deeper than \(LayoutNode.maximumDepth) levels."
    case .unusable(let error): "The layout tree cannot be arranged: \(error)"
    }
  }
}
