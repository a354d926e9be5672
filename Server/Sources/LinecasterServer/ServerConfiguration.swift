package import LinecasterBase
package import LinecasterFonts

/// The settings of a server.
package struct ServerConfiguration: Sendable {
  /// The address to listen on.
  package var host = "127.0.0.1"
  /// The port; 0 picks a free one.
  package var port = 8080
  /// The folder of card templates; `nil` serves no cards.
  package var templates: String?
  /// The folder of images and fonts that scenes refer to; `nil` for none.
  package var files: String?
  /// The folder of the picture cache; `nil` turns the cache off.
  package var cache: String?
  /// The maximum size of the picture cache, in bytes.
  package var cacheByteLimit = 1 << 30
  /// The keys for card addresses; a signature by any of them is valid.
  package var keys: [SigningKey] = []
  /// Whether cards are drawn without a signature.
  package var drawsUnsigned = false
  /// Whether there is an editor page and `POST /render`, which draws untrusted scenes.
  package var hasEditor = true
  /// The number of pictures drawn at once.
  package var workerCount = 1
  /// The maximum number of waiting pictures.
  package var waitingLimit = 64
  /// The time limit for a picture, including the wait.
  package var timeLimit = Duration.seconds(5)
  /// The maximum size of a request body, in bytes.
  package var bodyLimit = 1 << 20
  /// The maximum number of concurrent connections.
  package var connectionLimit = 1_024
  /// The time limit for an idle connection, and for sending a request.
  package var idleLimit = Duration.seconds(30)
  /// The time for which clients may cache cards (`max-age`).
  package var age = Duration.seconds(3_600)
  /// The budget of a picture; `timeLimit` sets its time, which includes the wait.
  package var budget = RenderBudget(
    pixelCount: 1 << 24, byteCount: 1 << 27, blendedPixelCount: 1 << 30, nodeCount: 50_000,
    textUnitCount: 1 << 20, pictureSize: 1 << 24)
  /// The fonts, searched after those of the scene.
  package var fonts: FontCollection

  package init(fonts: FontCollection) { self.fonts = fonts }
}
