import ArgumentParser
import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterScenes
import LinecasterServer
import Logging

/// Serves pictures of scenes and cards over HTTP.
@main
struct ServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "linecaster-server",
    abstract: "Serve pictures of scenes and cards over HTTP.",
    discussion: """
      POST /render draws the scene, or the template with data, that is sent as JSON; 'width', \
      'scale' and 'theme' may be in the query, and the header Accept says which format is liked.

      GET /card/NAME.png?name=Ada draws the template NAME.json of --templates with the data of \
      the query; _width, _scale, _theme and _data (all data, in JSON) may be there too. Addresses \
      are signed: 'linecaster-server sign' prints them.

      GET / is a page to write scenes in; /health and /metrics tell how the server is.

      Examples:

        linecaster-server
        curl -d '{"body": {"Text": "Hello"}}' localhost:8080/render > hello.png
        export LINECASTER_SIGNING_KEY=$(head -c 32 /dev/urandom | base64)
        linecaster-server --templates cards --files cards --cache /var/cache/linecaster
        linecaster-server sign '/card/badge.png?name=Ada'

      Interrupted, or asked to end, it finishes what is under way. Exit status: 0 then, 1 when a \
      folder, a font or the address cannot be used, 64 when the command line is wrong.
      """,
    version: PicturePainter.engine,
    subcommands: [ServeCommand.self, SignCommand.self],
    defaultSubcommand: ServeCommand.self)
}

/// The secret that addresses are signed with.
enum SigningKeys {
  static let variable = "LINECASTER_SIGNING_KEY"

  /// Reads the keys from the environment: one or several, separated by spaces; the first one signs.
  static func read() throws -> [SigningKey] {
    let words = (ProcessInfo.processInfo.environment[variable] ?? "")
      .split(whereSeparator: \.isWhitespace)
    return try words.map { word in
      guard let key = SigningKey(String(word)) else {
        throw ValidationError("\(variable) must have at least 16 bytes a key.")
      }
      return key
    }
  }
}

/// Runs the server.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run the server; what is done without a subcommand.")

  @Option(help: "The address to listen at; 0.0.0.0 for all of the machine.")
  var host = "127.0.0.1"

  @Option(help: "The port; 0 for one that is free.")
  var port = 8080

  @Option(help: "The folder with the templates of cards, watched for changes.")
  var templates: String?

  @Option(help: "The folder with the images and fonts that scenes name; without it there are none.")
  var files: String?

  @Option(help: "A folder to keep pictures in; without it none are kept.")
  var cache: String?

  @Option(help: "The most megabytes of kept pictures.")
  var cacheSize = 1_000

  @Option(help: "A font file, or a folder with some; asked before those that come along.")
  var font: [String] = []

  @Option(help: "How many pictures are drawn at once; by default one a core.")
  var workers: Int?

  @Option(help: "How many requests wait at most; more are answered 429.")
  var queue = 64

  @Option(help: "The most milliseconds that a picture may take, waiting included.")
  var deadline = 5_000

  @Option(help: "The most bytes that a request may send.")
  var maxBody = 1 << 20

  @Option(help: "The most pixels that drawing one picture holds at once.")
  var maxPixels = 1 << 24

  @Option(help: "The most memory for pixels that drawing one picture holds at once, in MiB.")
  var maxMemory = 128

  @Option(help: "The most pixels that one picture paints, each as often as it is painted.")
  var maxBlended = 1 << 30

  @Option(help: "The most nodes of one picture, those of parts wherever they are used.")
  var maxNodes = 50_000

  @Option(help: "The most text of one picture, in UTF-16 units.")
  var maxText = 1 << 20

  @Option(help: "The most connections at a time.")
  var connections = 1_024

  @Option(help: "For how many seconds browsers and proxies may keep a card.")
  var maxAge = 3_600

  @Flag(help: "Draw cards whose addresses nobody has signed.")
  var unsigned = false

  @Flag(help: "Draw cards only: neither scenes that are sent, nor the page to write them in.")
  var cardsOnly = false

  func validate() throws {
    func check(_ name: String, _ value: Int, _ range: ClosedRange<Int>) throws {
      guard range.contains(value) else {
        throw ValidationError("--\(name) must be from \(range.lowerBound) to \(range.upperBound).")
      }
    }
    try check("port", port, 0...65_535)
    try check("cache-size", cacheSize, 1...10_000_000)
    try check("workers", workers ?? 1, 1...256)
    try check("queue", queue, 0...100_000)
    try check("deadline", deadline, 1...3_600_000)
    try check("max-body", maxBody, 1_000...Scene.byteLimit)
    try check("max-pixels", maxPixels, 100_000...1 << 40)
    try check("max-memory", maxMemory, 1...1 << 22)
    try check("max-blended", maxBlended, 1...1 << 50)
    try check("max-nodes", maxNodes, 1...1 << 50)
    try check("max-text", maxText, 1...1 << 50)
    try check("connections", connections, 1...1_000_000)
    try check("max-age", maxAge, 0...31_536_000)
    guard !cardsOnly || templates != nil else {
      throw ValidationError("--cards-only needs --templates.")
    }
    _ = try SigningKeys.read()
  }

  func run() async throws {
    var logger = Logger(label: "linecaster-server") { label in
      StreamLogHandler.standardError(label: label)
    }
    logger.logLevel = .notice
    do {
      let server = try PictureServer(configuration(), logger: logger)
      try await server.run { [logger] port in
        logger.notice("listening at http://\(host == "0.0.0.0" ? "localhost" : host):\(port)/")
      }
    } catch {
      logger.critical("\(error)")
      throw ExitCode(1)
    }
  }

  private func configuration() throws -> ServerConfiguration {
    var fonts = try FontCollection.bundled()
    if !font.isEmpty { fonts = try fonts.prepending(paths: font) }
    var configuration = ServerConfiguration(fonts: fonts)
    (configuration.host, configuration.port) = (host, port)
    (configuration.templates, configuration.files) = (templates, files)
    (configuration.cache, configuration.cacheByteLimit) = (cache, cacheSize * 1_000_000)
    configuration.keys = try SigningKeys.read()
    configuration.drawsUnsigned = unsigned
    configuration.hasEditor = !cardsOnly
    configuration.workerCount = workers ?? ProcessInfo.processInfo.activeProcessorCount
    configuration.waitingLimit = queue
    configuration.timeLimit = .milliseconds(deadline)
    configuration.bodyLimit = maxBody
    configuration.connectionLimit = connections
    configuration.age = .seconds(maxAge)
    configuration.budget = RenderBudget(
      pixelCount: maxPixels, byteCount: maxMemory << 20, blendedPixelCount: maxBlended,
      nodeCount: maxNodes, textUnitCount: maxText, time: .milliseconds(deadline))
    return configuration
  }
}

/// Signs addresses.
struct SignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign",
    abstract: "Print addresses of cards with their signatures.",
    discussion: """
      The key is that of LINECASTER_SIGNING_KEY, the first where it has several. What stands \
      before /card/ in an address is kept.
      """)

  @Argument(help: "Addresses, such as '/card/badge.png?name=Ada'.")
  var addresses: [String]

  @Option(help: "For how many seconds the addresses are to be of use; by default for ever.")
  var expires: Int?

  func validate() throws {
    guard expires ?? 1 > 0 else { throw ValidationError("--expires must be at least 1.") }
  }

  func run() throws {
    guard let key = try SigningKeys.read().first else {
      throw ValidationError("\(SigningKeys.variable) is not set.")
    }
    for address in addresses {
      print(try SignedAddress.sign(address, with: key, for: expires.map { .seconds($0) }))
    }
  }
}
