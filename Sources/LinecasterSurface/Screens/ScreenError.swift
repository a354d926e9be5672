/// The reason why a screen cannot be shown.
public enum ScreenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stack has its maximum number of screens, usually because screens push others without end.
  case tooMany(Int)
  /// Children are at their maximum depth, usually because screens are children of themselves.
  case tooDeep(Int)
  /// The parent is no longer in the stack.
  case gone

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .tooMany(let limit): "A stack holds at most \(limit) screens; does one push itself?"
    case .tooDeep(let limit):
      "Screens nest at most \(limit) levels deep; is one a child of itself?"
    case .gone: "The parent screen is no longer in the stack."
    }
  }
}
