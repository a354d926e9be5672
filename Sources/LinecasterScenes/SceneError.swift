/// What is wrong with a scene, and where.
public struct SceneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of faults, to switch over.
  public enum Code: Hashable, Sendable {
    /// The file cannot be read.
    case unreadable
    /// The text is not JSON.
    case malformed
    /// A name that scenes do not have.
    case unknownName
    /// A value that its place does not take.
    case wrongValue
    /// Something that must be there is not.
    case missing
    /// Stacks or parts are nested too deep.
    case tooDeep
    /// More bytes, nodes or text than a scene may have.
    case tooLarge
  }

  /// The kind of fault.
  public let code: Code
  /// The file, or a name for text that is of none.
  public let source: String
  /// The line, counted from 1; nil where the fault is not in one.
  public let line: Int?
  /// The column in characters, counted from 1; nil where the fault is not in a line.
  public let column: Int?
  /// The names and indices that lead to the value, such as `body.Row.content[2].padding`; empty for
  /// the scene itself.
  public let path: String
  /// What exactly was found, for people.
  public let reason: String

  /// Makes an error about a place.
  public init(
    code: Code, source: String, line: Int? = nil, column: Int? = nil, path: String = "",
    reason: String
  ) {
    self.code = code
    self.source = source
    self.line = line
    self.column = column
    self.path = path
    self.reason = reason
  }

  /// The place as compilers write it, the path in the scene, and the reason.
  public var description: String {
    let numbers = [line, column].compactMap { $0 }.map { ":\($0)" }.joined()
    return "\(source)\(numbers): " + (path.isEmpty ? reason : "\(path): \(reason)")
  }
}
