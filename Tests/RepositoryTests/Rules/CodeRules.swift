/// What code must not do, and what must be said where it does the unusual.
enum CodeRules {
  /// Token sequences that may not stand in `Sources/`, with the reason.
  static let forbidden: [([String], String)] = [
    (["fatalError", "("], "input must not end the process"),
    (["try", "!"], "input must not end the process"),
    (["as", "!"], "input must not end the process"),
    (["DispatchQueue", ".", "main", ".", "sync"], "waits for the main queue"),
    (["Thread", ".", "isMainThread"], "the thread is known by type, not asked"),
  ]

  static func forbiddenCode(_ files: [SourceFile]) -> [Offence] {
    files.flatMap { file in
      forbidden.flatMap { sequence, reason in
        lines(of: sequence, in: file.tokens).map {
          Offence(path: file.path, line: $0, reason: "\(sequence.joined()): \(reason)")
        }
      }
    }
  }

  private static func lines(of sequence: [String], in tokens: [SwiftToken]) -> [Int] {
    tokens.indices.filter { index in
      tokens[index].kind == .word && tokens[index].text == sequence[0]
        && tokens[index...].prefix(sequence.count).map(\.text) == sequence
    }.map { tokens[$0].line }
  }

  static func undocumentedDeclarations(_ files: [SourceFile]) -> [Offence] {
    files.flatMap { file in
      file.declarations.filter { declaration in
        let isExempt = declaration.kind == .import || declaration.kind == .extension
        return declaration.isPublic && !declaration.isDocumented && !isExempt
          && declaration.name != "deinit"
      }.map {
        Offence(path: file.path, line: $0.line, reason: "public \($0.name) has no documentation")
      }
    }
  }

  /// Unfinished work in comments that gives no reason in parentheses.
  static func unreasonedMarks(_ files: [SourceFile]) -> [Offence] {
    files.flatMap { file in
      file.comments.filter { comment in
        comment.text.matches(of: /\b(TODO|FIXME)\b(\([^)\s][^)]*\))?/).contains { $0.2 == nil }
      }.map {
        Offence(path: file.path, line: $0.lines.lowerBound, reason: "no reason for the delay")
      }
    }
  }

  /// How many lines from `@unchecked Sendable` the comment may stand that says why it holds.
  static let reasonDistance = 8

  static func unreasonedUnchecked(_ files: [SourceFile]) -> [Offence] {
    files.flatMap { file in
      let reasons = file.comments.filter { $0.text.contains("Unchecked") }.map(\.lines.lowerBound)
      let uses = file.tokens.indices.dropFirst().filter {
        file.tokens[$0].text == "unchecked" && file.tokens[$0 - 1].text == "@"
      }
      return uses.map { file.tokens[$0].line }.filter { line in
        !reasons.contains { abs($0 - line) <= reasonDistance }
      }.map { Offence(path: file.path, line: $0, reason: "no comment \"Unchecked: why\" nearby") }
    }
  }
}
