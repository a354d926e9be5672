import Testing

/// What code must not do.
@Suite struct CodeTests {
  /// Token sequences that may not stand in the libraries, with the reason.
  private static let forbidden: [([String], String)] = [
    (["fatalError", "("], "input must not end the process"),
    (["try", "!"], "input must not end the process"),
    (["as", "!"], "input must not end the process"),
    (["DispatchQueue", ".", "main", ".", "sync"], "waits for the main queue"),
    (["Thread", ".", "isMainThread"], "the thread is known by type, not asked"),
  ]

  private func offences(in files: [SourceFile]) -> [Offence] {
    files.flatMap { file in
      Self.forbidden.flatMap { sequence, reason in
        file.tokens.indices.filter { index in
          file.tokens[index].kind == .word && file.tokens[index].text == sequence[0]
            && file.tokens[index...].prefix(sequence.count).map(\.text) == sequence
        }.map {
          Offence(
            path: file.path, line: file.tokens[$0].line, reason: "\(sequence.joined()): \(reason)")
        }
      }
    }
  }

  @Test func nothingEndsTheProcessOrWaitsForTheMainQueue() {
    let offences = offences(in: Repository.shared.libraries)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test(arguments: forbidden.map { $0.0.joined(separator: " ") })
  func catchesForbiddenCode(code: String) {
    let planted = SourceFile(path: "Sources/A/A.swift", text: "func f() {\n  \(code)\n}")
    #expect(offences(in: [planted]).map(\.line) == [2])
    let quoted = SourceFile(path: "Sources/A/A.swift", text: "// \(code)\nlet a = \"\(code)\"")
    #expect(offences(in: [quoted]).isEmpty)
  }
}
