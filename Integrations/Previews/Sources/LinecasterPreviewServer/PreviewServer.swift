import ArgumentParser
import Dispatch
import Foundation
public import LinecasterTesting

/// Serves the page of a catalogue and watches its sources. After changes, the sources are built,
/// and open pages load the new drawing or show the errors.
///
///     extension Previews {
///       static func main() async { await PreviewServer.main(Self.self) }
///     }
///
/// `swift run Previews --serve` serves on port 8080 of this machine only, until interrupted.
/// Without `--serve`, the catalogue runs as it does without a server.
public enum PreviewServer {
  /// Runs a catalogue, or the server of its page if `--serve` is given.
  ///
  /// - Parameters:
  ///   - catalog: The catalogue to preview.
  ///   - folders: The folders or files to watch besides the sources of the program's package, as
  ///     paths relative to that package.
  public static func main(
    _ catalog: (some PreviewCatalog).Type, watching folders: [String] = []
  ) async {
    guard CommandLine.arguments.contains("--serve") else { return await catalog.main() }
    let options = ServerOptions.parseOrExit()
    let known = options.packagePath.map { URL(fileURLWithPath: $0) }
    guard let place = ProgramPlace(of: Bundle.main.executableURL, package: known) else {
      print("The package of this program was not found; use `swift run`, or set --package-path.")
      exit(1)
    }
    let watched = ["Sources", "Package.swift"] + folders + options.watch
    let session = ServerSession(
      port: options.port, watched: watched.map { place.package.appendingPathComponent($0) },
      build: place.buildCommand, draw: [place.program.path], say: { say($0) })
    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
    let sources = [SIGINT, SIGTERM].map { number in
      // Handled below. An ignored signal would also be ignored by child processes.
      _ = unsafe signal(number) { _ in }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.finish() }
      source.resume()
      return source
    }
    let status = await session.run(until: end)
    for source in sources { source.cancel() }
    exit(status)
  }

  /// Prints a line, and flushes it for output to files.
  private static func say(_ text: String) {
    print(text)
    fflush(nil)
  }
}

/// The arguments of the command line.
struct ServerOptions: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: CommandLine.arguments.first.map {
        URL(fileURLWithPath: $0).lastPathComponent
      },
      abstract: "Show previews in a browser, and draw them again when their sources change.")
  }

  @Flag(help: "Serve the page on this machine.")
  var serve = false

  @Option(help: "The port; 0 selects a free one, which is printed.")
  var port: UInt16 = 8080

  @Option(help: "The package of this program, if it was not built in the package's .build.")
  var packagePath: String?

  @Option(help: "Another folder or file to watch, by its path from the package; may be repeated.")
  var watch: [String] = []
}

/// The build location of a program, from its path `PACKAGE/.build/TRIPLE/CONFIGURATION`.
struct ProgramPlace: Equatable, Sendable {
  let program: URL
  let package: URL
  let scratch: URL
  let configuration: String

  /// Returns `nil` if the path has another form.
  ///
  /// - Parameter package: The package; `nil` finds the folder with a manifest above the program.
  init?(of program: URL?, package known: URL? = nil) {
    guard let program = program?.resolvingSymlinksInPath() else { return nil }
    let folder = program.deletingLastPathComponent()
    configuration = folder.lastPathComponent
    scratch = folder.deletingLastPathComponent().deletingLastPathComponent()
    var package = known ?? scratch
    self.program = program
    while !FileManager.default.fileExists(
      atPath: package.appendingPathComponent("Package.swift").path)
    {
      guard package.pathComponents.count > 1 else { return nil }
      package = package.deletingLastPathComponent()
    }
    self.package = package
    guard ["debug", "release"].contains(configuration) else { return nil }
  }

  /// The command that rebuilds the program.
  var buildCommand: [String] {
    [
      "swift", "build", "--package-path", package.path, "--scratch-path", scratch.path, "-c",
      configuration, "--product", program.lastPathComponent,
    ]
  }
}
