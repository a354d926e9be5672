import Linecaster
import LinecasterFeed

/// What to draw, and how.
struct ImageRequest {
  let input: DrawingInput
  let fonts: FontCollection
  /// The width in layout points; nil for the one the input asks for.
  let width: Double?
  let scale: PixelScale
  /// The colours; nil for those the input asks for.
  let theme: Theme?
  /// What the reader wants of letters.
  let preference: FontPreference
  var rendering = GlyphRendering()
  /// Whether the layouts of the image are asked for.
  var needsPage = false
  /// The em of a text in layout points; nil for the usual one.
  var size: Double?
  /// The rows of a feed that are in the image; nil for all.
  var rowLimit: Int?
  /// The number of random edits of a feed on the way.
  var updates = 0
  var seed: UInt64 = 1
  var workers: Int?

  /// The width of feeds and texts in layout points.
  static let defaultWidth = 360.0

  /// Reads the input.
  func job() throws -> any ImageJob {
    switch input.kind {
    case .feed: FeedJob(items: try items(), request: self)
    case .scene, .text: try DrawingJob(self)
    }
  }

  private func items() throws -> [FeedItem] {
    let content = input.feed()
    guard content.errors.isEmpty else {
      throw CommandFailure.report(content.errors.map(\.description))
    }
    guard !content.items.isEmpty else {
      throw RenderFailure(description: "\(input.name): the feed has no messages to draw")
    }
    return content.items
  }
}
