/// What is wrong with a line of a feed.
public struct FeedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, or a name for input that is none.
  public let source: String
  /// The line, counted from 1; nil where the fault is not in one.
  public let line: Int?
  /// What exactly was found, for people.
  public let reason: String

  /// Makes an error about a place.
  public init(source: String, line: Int?, reason: String) {
    self.source = source
    self.line = line
    self.reason = reason
  }

  /// The place as compilers write it, and the reason.
  public var description: String {
    line.map { "\(source):\($0): \(reason)" } ?? "\(source): \(reason)"
  }
}
