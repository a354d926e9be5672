import Foundation
import Linecaster
import LinecasterScenes

/// The report that `--stats` prints.
struct RenderReport {
  var readTime = Duration.zero
  var totalTime = Duration.zero
  var statistics = PipelineStatistics()
  /// The number of updates for each outcome.
  var outcomes: [String: Int] = [:]
  var rowsShown = 0
  var imageSize = (width: 0, height: 0)
  /// The statistics of the typesetter.
  var text = TextStatistics()
  /// The differences between the image and its input.
  var warnings = DrawingWarnings()

  /// Records the statistics and the warnings of an image.
  mutating func note(_ image: DrawnImage, _ done: PipelineStatistics, rowsShown: Int) {
    statistics = done
    self.rowsShown = rowsShown
    imageSize = (image.picture.width, image.picture.height)
    text = image.typesetter.statistics
    warnings.faults = image.rasterizer.glyphs.faults
    warnings.fontIssues = image.typesetter.fontIssues
    warnings.note(image.page, of: statistics.missingCharacters)
  }

  /// The time of each stage in nanoseconds, in processing order.
  var stages: [(stage: PipelineStage, nanoseconds: Int)] {
    PipelineStage.allCases.map { ($0, statistics.nanoseconds[$0] ?? 0) }
  }

  /// The statistics of the caches by name, in processing order.
  var caches: [(name: String, statistics: CacheStatistics)] {
    [
      ("size cache", statistics.sizes), ("arrangement cache", statistics.arrangements),
      ("paragraph cache", text.paragraphCache), ("word cache", text.wordCache),
      ("image cache", statistics.images), ("glyph cache", statistics.glyphs),
    ]
  }

  var description: String {
    let rows = work + caches.map { ($0, Self.text($1)) } + times
    let column = (rows.map(\.0.count).max() ?? 0) + 2
    return rows.map { name, value in
      name + String(repeating: " ", count: column - name.count) + value
    }.joined(separator: "\n")
  }

  private var work: [(String, String)] {
    [
      ("rows", "\(statistics.rowsMeasured) measured, \(rowsShown) in the image"),
      ("image", "\(imageSize.width) × \(imageSize.height) pixels"),
      ("glyphs drawn", "\(statistics.glyphsDrawn)"),
      ("missing characters", "\(statistics.missingCharacters)"),
      ("font shortfalls", "\(warnings.fontIssues.count)"),
      (
        "updates",
        outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
          .joined(separator: ", ")
      ),
    ]
  }

  private var times: [(String, String)] {
    stages.map { ("time: \($0.rawValue)", Self.milliseconds($1)) } + [
      ("time: read", Self.milliseconds(readTime.nanoseconds)),
      ("longest main-queue block", Self.milliseconds(statistics.longestDelivery)),
      ("total", Self.milliseconds(totalTime.nanoseconds)),
    ]
  }

  private static func text(_ cache: CacheStatistics) -> String {
    "\(cache.hits) hits, \(cache.misses) misses, \(cache.bytes / 1024) KiB"
  }

  private static func milliseconds(_ nanoseconds: Int) -> String {
    String(format: "%.2f ms", Double(nanoseconds) / 1e6)
  }
}

extension TextStatistics {
  fileprivate var paragraphCache: CacheStatistics {
    var cache = CacheStatistics()
    cache.hits = paragraphHits
    cache.misses = paragraphs
    cache.bytes = paragraphBytes
    return cache
  }

  fileprivate var wordCache: CacheStatistics {
    var cache = CacheStatistics()
    cache.hits = wordHits
    cache.misses = wordMisses
    cache.bytes = wordBytes
    return cache
  }
}

extension Duration {
  /// The duration in whole nanoseconds.
  var nanoseconds: Int {
    Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
  }
}

/// The differences between an image and its input; reported by default.
struct DrawingWarnings {
  /// The errors of unavailable images, with their locations in the input.
  var images: [String] = []
  /// Content outside of the picture, and names in braces in a scene without data.
  var scene: [String] = []
  /// The characters that no font has, each once.
  var missing: [Unicode.Scalar] = []
  /// The number of missing characters in rows that are not shown; the characters are unknown.
  var hiddenMissingCount = 0
  /// The families, weights and styles that the fonts do not have, each once.
  var fontIssues: [FontIssue] = []
  /// The glyphs that are not drawn as their font defines them.
  var faults: [RasterError] = []

  init() {}

  /// The font and glyph faults of a painter so far.
  init(of painter: PicturePainter) {
    (fontIssues, faults) = (painter.fontIssues, painter.glyphFaults)
  }

  /// Records the missing characters of a page's layouts.
  ///
  /// - Parameter count: The number of missing characters in all rows, shown or not.
  mutating func note(_ page: DrawnPage?, of count: Int) {
    guard count > 0 else { return }
    let found = page?.rows.flatMap(\.arrangement.missingCharacters) ?? []
    var seen: Set<Unicode.Scalar> = []
    missing = found.filter { seen.insert($0).inserted }
    hiddenMissingCount = found.isEmpty ? count : 0
  }

  /// The maximum characters that are named; others are only counted.
  private static let charactersShown = 12

  /// A sentence for each warning.
  var messages: [String] {
    var messages = images + scene
    if let message = PrintableText.message(
      missing: missing, limit: Self.charactersShown, name: Self.name)
    {
      messages.append(message + "; boxes are drawn instead")
    }
    if hiddenMissingCount > 0 {
      messages.append("no font has \(hiddenMissingCount) characters of rows that are not shown")
    }
    return messages + fontMessages
  }

  /// A sentence for each missing family, weight or style, and for each faulty glyph.
  var fontMessages: [String] {
    fontIssues.map(\.description) + faults.map(\.description).sorted()
  }

  private static func name(_ scalar: Unicode.Scalar) -> String {
    let number = scalar.codePoint
    return scalar.properties.name.map { "\(number) (\($0))" } ?? number
  }
}
