import Testing

/// Code that the package must not contain.
@Suite struct CodeTests {
  /// Token sequences that may not stand in the libraries, with the reason.
  private static let forbidden: [([String], String)] = [
    (["fatalError", "("], "input must not end the process"),
    (["try", "!"], "input must not end the process"),
    (["as", "!"], "input must not end the process"),
    (["DispatchQueue", ".", "main", ".", "sync"], "waits for the main queue"),
    (["Thread", ".", "isMainThread"], "the thread is known by type, not asked"),
  ]

  /// Token sequences that may not stand in the command either, except in its output writer.
  private static let unwritten: [([String], String)] = [
    (["print", "("], "a lost write goes unseen"),
    (["debugPrint", "("], "a lost write goes unseen"),
    (["NSLog", "("], "a lost write goes unseen"),
    (["fputs", "("], "a lost write goes unseen"),
    (["fwrite", "("], "a lost write goes unseen"),
    (["standardOutput"], "its handle ends the process where a write is lost"),
    (["standardError"], "its handle ends the process where a write is lost"),
    (["forWritingTo"], "files are seen half written"),
    (["forWritingAtPath"], "files are seen half written"),
    (["localizedDescription"], "says little of what the system said, and names error domains"),
  ]

  private func offences(
    in files: [SourceFile], against rules: [([String], String)] = forbidden
  ) -> [Offence] {
    files.flatMap { file in
      rules.flatMap { sequence, reason in
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

  /// Seed row E10: cells are synchronous; they only describe and show content.
  private static let asynchronous: [([String], String)] = [
    "actor", "async", "await", "AsyncSequence", "AsyncStream", "AsyncThrowingStream",
    "CheckedContinuation", "DispatchGroup", "DispatchQueue", "DispatchSemaphore", "DispatchSource",
    "DispatchWorkItem", "MainActor", "OperationQueue", "RunLoop", "Task", "TaskGroup", "Thread",
    "Timer", "UnsafeContinuation", "WorkerPool", "pthread_create",
  ].map { ([$0], "what is asynchronous is elsewhere") }

  @Test func nothingInCellsIsAsynchronous() {
    let cells = Repository.shared.sources.filter { $0.path.hasPrefix("Sources/LinecasterCells/") }
    #expect(cells.count > 10)
    let found = offences(in: cells, against: Self.asynchronous)
    #expect(found.isEmpty, "\(found.report)")
    let planted = SourceFile(path: "Sources/A/A.swift", text: "func f() async {\n  Task { b }\n}")
    #expect(offences(in: [planted], against: Self.asynchronous).map(\.line) == [1, 2])
  }

  @Test func nothingEndsTheProcessOrWaitsForTheMainQueue() {
    let offences = offences(in: Repository.shared.libraries)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test func theCommandWritesInOnePlace() {
    let command = Repository.shared.sources.filter {
      $0.path.hasPrefix("Sources/LinecasterCommand")
    }
    let writer = "Sources/LinecasterCommandSupport/StandardStream.swift"
    #expect(command.contains { $0.path == writer })
    let found = offences(in: command.filter { $0.path != writer }, against: Self.unwritten)
    #expect(found.isEmpty, "\(found.report)")
  }

  @Test(arguments: unwritten.map { $0.0.joined(separator: " ") })
  func catchesWritingElsewhere(code: String) {
    let planted = SourceFile(path: "Sources/A/A.swift", text: "func f() {\n  \(code)\n}")
    #expect(offences(in: [planted], against: Self.unwritten).map(\.line) == [2])
  }

  @Test(arguments: forbidden.map { $0.0.joined(separator: " ") })
  func catchesForbiddenCode(code: String) {
    let planted = SourceFile(path: "Sources/A/A.swift", text: "func f() {\n  \(code)\n}")
    #expect(offences(in: [planted]).map(\.line) == [2])
    let quoted = SourceFile(path: "Sources/A/A.swift", text: "// \(code)\nlet a = \"\(code)\"")
    #expect(offences(in: [quoted]).isEmpty)
  }
}
