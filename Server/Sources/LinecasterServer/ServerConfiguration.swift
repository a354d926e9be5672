public import LinecasterBase
public import LinecasterFonts

/// The settings of a picture server.
///
///     var configuration = ServerConfiguration(fonts: try .bundled())
///     configuration.templates = "cards"
///     configuration.keys = [key]
public struct ServerConfiguration: Sendable {
  /// The address to listen on.
  public var host = "127.0.0.1"
  /// The port; 0 picks a free one.
  public var port = 8080
  /// The port of `/health` and `/metrics`, 0 for a free one; `nil` answers them at `port`.
  public var metricsPort: Int?
  /// The folder of card templates; `nil` serves no cards.
  public var templates: String?
  /// The folder of images and fonts that scenes refer to; `nil` for none.
  public var files: String?
  /// The folder of the picture cache; `nil` turns the cache off.
  public var cache: String?
  /// The maximum size of the picture cache, in bytes.
  public var cacheByteLimit = 1 << 30
  /// The keys for card addresses; a signature by any of them is valid.
  public var keys: [SigningKey] = []
  /// Whether cards are drawn without a signature.
  public var drawsUnsigned = false
  /// Whether there is an editor page and `POST /render`, which draws untrusted scenes.
  public var hasEditor = true
  /// The tokens for `POST /render`; a request must have one of them. Empty allows all requests.
  public var tokens: [BearerToken] = []
  /// The number of pictures drawn at once.
  public var workerCount = 1
  /// The maximum number of waiting pictures.
  public var waitingLimit = 64
  /// The time limit for a picture, including the wait.
  public var timeLimit = Duration.seconds(5)
  /// The maximum size of a request body, in bytes.
  public var bodyLimit = 1 << 20
  /// The maximum number of concurrent connections.
  public var connectionLimit = 1_024
  /// The time limit for an idle connection, and for the head of a request.
  public var idleLimit = Duration.seconds(30)
  /// The time limit for sending the body of a request.
  public var bodyTimeLimit = Duration.seconds(30)
  /// The time for which clients may cache cards (`max-age`).
  public var age = Duration.seconds(3_600)
  /// The budget of a picture; `timeLimit` sets its time, which includes the wait.
  public var budget = RenderBudget(
    pixelCount: 1 << 24, byteCount: 1 << 27, blendedPixelCount: 1 << 30, nodeCount: 50_000,
    textUnitCount: 1 << 20, pictureSize: 1 << 24)
  /// The fonts, searched after those of the scene.
  public var fonts: FontCollection

  /// Creates the usual settings: scenes and an editor, without cards, files and a cache.
  public init(fonts: FontCollection) { self.fonts = fonts }
}
