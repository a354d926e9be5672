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
      POST /render draws the scene, or the template with data, in the JSON body. The query may \
      set 'width', 'scale' and 'theme'; the Accept header selects the format.

      GET /card/NAME.png?name=Ada draws the template NAME.json of --templates with the data in \
      the query, which may also set _width, _scale, _theme, _quality and _data (all data, as \
      JSON). Addresses must be signed: 'linecaster-server sign' prints signed ones.

      GET / is an editor for scenes; /health and /metrics report the state of the server, with \
      --metrics-port at a port of their own.

      Each option has a variable of the environment: \(EnvironmentOptions.prefix) and its name in \
      capitals, as in \(EnvironmentOptions.prefix)MAX_AGE=60. Flags take true or false, and \
      several fonts are separated by colons. Options of the command line come first.

      Examples:

        linecaster-server
        curl -d '{"body": {"Text": "Hello"}}' localhost:8080/render > hello.png
        export LINECASTER_SIGNING_KEY=$(head -c 32 /dev/urandom | base64)
        linecaster-server --templates cards --files cards --cache /var/cache/linecaster
        linecaster-server sign '/card/badge.png?name=Ada'

      SIGINT and SIGTERM finish the requests under way, then stop the server. Exit status: 0 \
      after that, 1 if a folder, a font or the address cannot be used, 64 if the command line is \
      wrong.
      """,
    version: PicturePainter.engine,
    subcommands: [RunCommand.self, SignCommand.self],
    defaultSubcommand: RunCommand.self)

  static func main() async {
    let options = EnvironmentOptions(help: helpMessage(for: RunCommand.self, columns: 10_000))
    do {
      await main(
        try options.arguments(
          Array(CommandLine.arguments.dropFirst()), in: ProcessInfo.processInfo.environment))
    } catch {
      exit(withError: error)
    }
  }
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
        throw ValidationError("\(variable) must have at least 16 bytes per key.")
      }
      return key
    }
  }
}

/// Runs the server.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run the server (the default subcommand).")

  @Option(help: "The address to listen on; 0.0.0.0 for all interfaces.")
  var host = "127.0.0.1"

  @Option(help: "The port; 0 selects a free one.")
  var port = 8080

  @Option(help: "The port of /health and /metrics, instead of --port; 0 selects a free one.")
  var metricsPort: Int?

  @Option(
    help: """
      The bearer tokens of POST /render, separated by spaces, 16 bytes or more each. Other users \
      of the machine can see options; the variable \(EnvironmentOptions.prefix)TOKEN is private.
      """)
  var token: String?

  @Option(help: "The folder of card templates, watched for changes.")
  var templates: String?

  @Option(help: "The folder of images and fonts that scenes may use; by default, there are none.")
  var files: String?

  @Option(help: "A folder that caches pictures; without it, none are cached.")
  var cache: String?

  @Option(help: "The maximum size of cached pictures, in megabytes.")
  var cacheSize = 1_000

  @Option(help: "A font file or a folder of fonts, used before the bundled fonts; may be repeated.")
  var font: [String] = []

  @Option(help: "The number of pictures drawn concurrently; defaults to one per core.")
  var workers: Int?

  @Option(help: "The maximum number of waiting requests; further ones get status 429.")
  var queue = 64

  @Option(help: "The maximum time for a picture, in milliseconds, including waiting.")
  var deadline = 5_000

  @Option(help: "The maximum size of a request body, in bytes.")
  var maxBody = 1 << 20

  @Option(help: "The maximum time for sending a request body, in milliseconds.")
  var bodyDeadline = 30_000

  @Option(help: "The maximum number of pixels of a picture.")
  var maxSize = 1 << 24

  @Option(help: "The maximum number of pixels that a picture holds in memory at once.")
  var maxPixels = 1 << 24

  @Option(help: "The maximum memory for the pixels of a picture at once, in MiB.")
  var maxMemory = 128

  @Option(help: "The maximum number of pixels painted for a picture, counting overdraw.")
  var maxBlended = 1 << 30

  @Option(help: "The maximum number of nodes of a picture, counting each use of a part.")
  var maxNodes = 50_000

  @Option(help: "The maximum text of a picture, in UTF-16 units.")
  var maxText = 1 << 20

  @Option(help: "The maximum number of concurrent connections.")
  var connections = 1_024

  @Option(help: "The number of seconds that browsers and proxies may cache a card.")
  var maxAge = 3_600

  @Flag(help: "Accept unsigned card URLs.")
  var unsigned = false

  @Flag(help: "Draw cards only: no posted scenes, and no editor page.")
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
    try check("metrics-port", metricsPort ?? 0, 0...65_535)
    try check("body-deadline", bodyDeadline, 1...3_600_000)
    try check("max-body", maxBody, 1_000...Scene.byteLimit)
    try check("max-size", maxSize, 1...1 << 40)
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
    guard metricsPort == nil || metricsPort == 0 || metricsPort != port else {
      throw ValidationError("--metrics-port must differ from --port.")
    }
    _ = try SigningKeys.read()
    _ = try tokens()
  }

  private func tokens() throws -> [BearerToken] {
    try (token ?? "").split(whereSeparator: \.isWhitespace).map { word in
      guard let token = BearerToken(String(word)) else {
        throw ValidationError(
          "--token must have at least \(BearerToken.leastByteCount) visible ASCII characters per "
            + "token.")
      }
      return token
    }
  }

  func run() async throws {
    var logger = Logger(label: "linecaster-server") { label in
      StreamLogHandler.standardError(label: label)
    }
    logger.logLevel = .notice
    do {
      let server = try PictureServer(configuration(), logger: logger)
      let host = host == "0.0.0.0" ? "localhost" : host
      try await server.run { [logger] port in
        logger.notice("listening at http://\(host):\(port)/")
      } metricsStarted: { [logger] port in
        logger.notice("metrics at http://\(host):\(port)/metrics")
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
    configuration.metricsPort = metricsPort
    configuration.keys = try SigningKeys.read()
    configuration.tokens = try tokens()
    configuration.drawsUnsigned = unsigned
    configuration.hasEditor = !cardsOnly
    configuration.workerCount = workers ?? ProcessInfo.processInfo.activeProcessorCount
    configuration.waitingLimit = queue
    configuration.timeLimit = .milliseconds(deadline)
    configuration.bodyLimit = maxBody
    configuration.bodyTimeLimit = .milliseconds(bodyDeadline)
    configuration.connectionLimit = connections
    configuration.age = .seconds(maxAge)
    configuration.budget = RenderBudget(
      pixelCount: maxPixels, byteCount: maxMemory << 20, blendedPixelCount: maxBlended,
      nodeCount: maxNodes, textUnitCount: maxText, time: .milliseconds(deadline),
      pictureSize: maxSize)
    return configuration
  }
}

/// Signs addresses.
struct SignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign",
    abstract: "Sign addresses of cards, and print them.",
    discussion: """
      Signs with the first key in LINECASTER_SIGNING_KEY. The part of an address before /card/ is \
      kept as it is.
      """)

  @Argument(help: "Addresses, such as '/card/badge.png?name=Ada'.")
  var addresses: [String]

  @Option(help: "The lifetime of the addresses, in seconds; by default, they do not expire.")
  var expires: Int?

  func validate() throws {
    guard expires ?? 1 > 0 else { throw ValidationError("--expires must be at least 1.") }
  }

  func run() throws {
    guard let key = try SigningKeys.read().first else {
      throw ValidationError("\(SigningKeys.variable) is not set; set it to the signing key.")
    }
    for address in addresses {
      print(try key.sign(address, lifetime: expires.map { .seconds($0) }))
    }
  }
}
