import ArgumentParser
import Dispatch
import Foundation
public import LinecasterTesting

/// Shows the page of a catalogue in a browser, and follows its sources: where they change they are
/// built, and open pages load what the new program draws, or say why there is none.
///
///     extension Previews {
///       static func main() async { await PreviewServer.main(Self.self) }
///     }
///
/// `swift run Previews --serve` then serves on port 8080 of this machine, to nobody else, until it
/// is interrupted. Without `--serve` the catalogue does what it does without a server.
public enum PreviewServer {
  /// Runs a catalogue, or with `--serve` the server of its page.
  ///
  /// - Parameters:
  ///   - catalog: What is previewed.
  ///   - folders: What is followed besides the sources of the package of the program: folders or
  ///     files, by paths from that package.
  public static func main(
    _ catalog: (some PreviewCatalog).Type, watching folders: [String] = []
  ) async {
    guard CommandLine.arguments.contains("--serve") else { return await catalog.main() }
    let options = ServerOptions.parseOrExit()
    let known = options.packagePath.map { URL(fileURLWithPath: $0) }
    guard let place = ProgramPlace(of: Bundle.main.executableURL, package: known) else {
      print("The package of this program is not found: run it by `swift run`, or name it.")
      exit(1)
    }
    let watched = ["Sources", "Package.swift"] + folders + options.watch
    let session = ServerSession(
      port: options.port, watched: watched.map { place.package.appendingPathComponent($0) },
      build: place.buildCommand, draw: [place.program.path], say: { say($0) })
    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
    let sources = [SIGINT, SIGTERM].map { number in
      // Heard below; one that is ignored would be so by the programs that are run, too.
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

  /// Tells what happens, at once also where that goes into a file.
  private static func say(_ text: String) {
    print(text)
    fflush(nil)
  }
}

/// The words of the command line.
struct ServerOptions: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: CommandLine.arguments.first.map {
        URL(fileURLWithPath: $0).lastPathComponent
      },
      abstract: "Show previews in a browser, and draw them again where their sources change.")
  }

  @Flag(help: "Serve the page on this machine.")
  var serve = false

  @Option(help: "The port; 0 takes one that is free, and says which.")
  var port: UInt16 = 8080

  @Option(help: "The package of this program, where it was not built in the package's .build.")
  var packagePath: String?

  @Option(help: "A folder or file that is followed besides, by its path from the package.")
  var watch: [String] = []
}

/// Where a program was built, by its own path: in `PACKAGE/.build/TRIPLE/CONFIGURATION`.
struct ProgramPlace: Equatable, Sendable {
  let program: URL
  let package: URL
  let scratch: URL
  let configuration: String

  /// Nil where that is not so.
  ///
  /// - Parameter package: The package; nil for the folder above the program that has a manifest.
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

  /// What builds the program again.
  var buildCommand: [String] {
    [
      "swift", "build", "--package-path", package.path, "--scratch-path", scratch.path, "-c",
      configuration, "--product", program.lastPathComponent,
    ]
  }
}
