package import LinecasterBase
package import LinecasterFonts

/// How a server works.
package struct ServerConfiguration: Sendable {
  /// The address that it listens at.
  package var host = "127.0.0.1"
  /// The port; 0 for one that is free.
  package var port = 8080
  /// The folder with the templates of cards; nil without cards.
  package var templates: String?
  /// The folder with the images and fonts that scenes name; nil for none.
  package var files: String?
  /// The folder for pictures that were made; nil where none are kept.
  package var cache: String?
  /// The most bytes of these.
  package var cacheByteLimit = 1 << 30
  /// What addresses of cards are signed with, any of them.
  package var keys: [SigningKey] = []
  /// Whether cards are drawn without a signature.
  package var drawsUnsigned = false
  /// Whether there is a page to write scenes in, and scenes of strangers are drawn.
  package var hasEditor = true
  /// How many pictures are drawn at once.
  package var workerCount = 1
  /// How many wait at most.
  package var waitingLimit = 64
  /// How long drawing one may take, waiting included.
  package var timeLimit = Duration.seconds(5)
  /// The most bytes of what is sent.
  package var bodyLimit = 1 << 20
  /// The most connections at a time.
  package var connectionLimit = 1_024
  /// How long a connection may be idle, or take to send a request.
  package var idleLimit = Duration.seconds(30)
  /// How long others may keep cards before they ask again.
  package var age = Duration.seconds(3_600)
  /// How much a picture may take; its time is `timeLimit`, which counts waiting too.
  package var budget = RenderBudget(
    pixelCount: 1 << 24, byteCount: 1 << 27, blendedPixelCount: 1 << 30, nodeCount: 50_000,
    textUnitCount: 1 << 20)
  /// The fonts, behind those that scenes bring along.
  package var fonts: FontCollection

  package init(fonts: FontCollection) { self.fonts = fonts }
}
