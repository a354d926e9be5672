/// Why a screen cannot be shown.
public enum ScreenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stack has as many screens as it may have: mostly screens that push screens without end.
  case tooMany(Int)
  /// Children are nested as deep as they may be: mostly screens that are children of themselves.
  case tooDeep(Int)
  /// The screen that it was to belong to is not in the stack any more.
  case gone

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .tooMany(let limit): "A stack has \(limit) screens at most; is one pushing itself?"
    case .tooDeep(let limit):
      "Screens are nested \(limit) levels deep at most; is one a child of itself?"
    case .gone: "The screen that another was to belong to is not in the stack any more."
    }
  }
}
