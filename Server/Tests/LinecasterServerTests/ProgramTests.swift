import Foundation
import Testing

/// The program as a process.
@Suite(.timeLimit(.minutes(60))) struct ProgramTests {
  /// The program beside the tests.
  private static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("linecaster-server")

  private func process(_ words: [String], _ environment: [String: String] = [:]) -> Process {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = words
    process.environment = environment
    return process
  }

  /// Starts the program, and returns its log up to a word.
  private func started(
    _ words: [String], _ environment: [String: String], until word: String
  ) async throws -> (log: String, process: Process) {
    let process = process(words, environment)
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    var log = ""
    while !log.contains(word) {
      let data = await onThread { pipe.fileHandleForReading.availableData }
      guard !data.isEmpty else { break }
      log += String(decoding: data, as: UTF8.self)
    }
    return (log, process)
  }

  private func port(_ pattern: Regex<(Substring, Substring)>, in log: String) throws -> Int {
    try #require(log.firstMatch(of: pattern).flatMap { Int($0.1) }, "\(log)")
  }

  /// Each option is also an environment variable; the command line takes precedence.
  @Test func optionsAreVariablesToo() async throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"body": {"Text": "Hello"}}"#, to: "hello.json")
    let environment = [
      "LINECASTER_SERVE_PORT": "99999", "LINECASTER_SERVE_METRICS_PORT": "0",
      "LINECASTER_SERVE_TEMPLATES": folder.path, "LINECASTER_SERVE_UNSIGNED": "true",
      "LINECASTER_SERVE_CARDS_ONLY": "false", "LINECASTER_SERVE_TOKEN": "0123456789abcdef",
      "LINECASTER_SERVE_MAX_AGE": "7", "LINECASTER_SERVE_FONT": "",
    ]
    let (log, process) = try await started(["--port", "0"], environment, until: "listening at")
    defer { process.terminate() }
    let port = try port(/listening at http:\/\/[^:]*:(\d+)/, in: log)
    let card = await RawConnection.get("/card/hello.png", port: port)
    #expect(card.hasPrefix("HTTP/1.1 200 ") && card.contains("max-age=7"), "\(card.prefix(300))")
    #expect(await RawConnection.get("/health", port: port).hasPrefix("HTTP/1.1 404 "))
    #expect(await RawConnection.get("/", port: port).hasPrefix("HTTP/1.1 200 "))
  }

  @Test(arguments: [
    (["--metrics-port", "8080"], [:], "--metrics-port must differ from --port."),
    (["--token", "short"], [:], "--token must have at least 16"),
    ([], ["LINECASTER_SERVE_UNSIGNED": "maybe"], "must be true or false, not 'maybe'."),
    ([], ["LINECASTER_SERVE_BODY_DEADLINE": "0"], "--body-deadline must be from 1 to"),
    ([], ["LINECASTER_SIGNING_KEY": "short"], "LINECASTER_SIGNING_KEY must have"),
  ])
  func wrongOptionsAreUsageErrors(
    words: [String], environment: [String: String], message: String
  ) async throws {
    let process = process(words, environment)
    let output = try await TestProcess.output(of: process)
    #expect(process.terminationStatus == 64 && output.contains(message), "\(output)")
  }

  @Test func helpListsOptionsAndTheirVariables() async throws {
    let help = try await TestProcess.output(of: process(["run", "--help"]))
    for option in ["--metrics-port", "--token", "--body-deadline"] {
      #expect(help.contains(option), "\(option)")
    }
    let whole = try await TestProcess.output(of: process(["--help"]))
    #expect(whole.contains("LINECASTER_SERVE_MAX_AGE=60"))
  }

  @Test func theArticleHasAllOptions() async throws {
    let help = try await TestProcess.output(of: process(["run", "--help"]))
    let options = Set(help.matches(of: /\s\s(--[a-z-]+)/).map { String($0.1) })
      .subtracting(["--version"])
    let article = try ServingArticleTests.text()
    #expect(options.count >= 20)
    for option in options { #expect(article.contains("`\(option)`"), "\(option)") }
  }

  /// Other subcommands ignore these variables.
  @Test func signingIgnoresVariables() async throws {
    let process = process(
      ["sign", "/card/a.png"],
      ["LINECASTER_SERVE_PORT": "1", "LINECASTER_SIGNING_KEY": "0123456789abcdef"])
    let output = try await TestProcess.output(of: process)
    #expect(process.terminationStatus == 0 && output.hasPrefix("/card/a.png?_signature="))
  }
}
