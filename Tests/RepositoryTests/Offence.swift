/// A place that breaks a rule, printed as compilers print places.
struct Offence: CustomStringConvertible, Equatable {
  let path: String
  /// The line, from 1; nil for a whole file.
  var line: Int?
  let reason: String

  var description: String { "\(path):\(line.map { "\($0):" } ?? "") \(reason)" }
}

extension [Offence] {
  /// One offence a line, for the message of a failing test.
  var report: String { map { "\n  \($0)" }.joined() }
}
