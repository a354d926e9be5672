/// The reason why a screen cannot be shown.
public enum ScreenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stack has its maximum number of screens, which is the associated value. The usual cause is
  /// screens that push others endlessly.
  case tooMany(Int)
  /// Children are at their maximum depth, which is the associated value. The usual cause is screens
  /// that are their own children.
  case tooDeep(Int)
  /// The parent is no longer in the stack.
  case gone

  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .tooMany(let limit): "A stack holds at most \(limit) screens; does one push itself?"
    case .tooDeep(let limit):
      "Screens nest at most \(limit) levels deep; is one a child of itself?"
    case .gone: "The parent screen is no longer in the stack."
    }
  }
}
