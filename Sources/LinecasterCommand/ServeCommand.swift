import ArgumentParser
import Foundation
import LinecasterBase
import LinecasterCommandSupport

/// Starts the picture server, which is a separate program.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve pictures of scenes and cards over HTTP.",
    discussion: """
      Runs linecaster-server with these arguments. The server is searched for beside this program \
      and on the path; 'linecaster serve --help' prints its help.
      """)

  @Argument(parsing: .captureForPassthrough, help: "The arguments of linecaster-server.")
  var words: [String] = []

  private static let server = "linecaster-server"

  func run() throws {
    guard let program = Self.program() else {
      throw CommandFailure(
        description: "\(Self.server) was not found beside linecaster or on the path; build it with "
          + "'swift build -c release --package-path Server' in the sources of Linecaster")
    }
    // Replaces this process, so signals and the exit status are the server's.
    let words = ([program] + words).map { strdup($0) } + [nil]
    execv(program, words)
    throw CommandFailure(description: "\(program): \(String(cString: strerror(errno)))")
  }

  /// The path of the server: beside this program, or in a folder of `PATH`.
  private static func program() -> String? {
    let own = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init)
    return ([own].compactMap { $0 } + (path ?? [])).map { "\($0)/\(server)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
