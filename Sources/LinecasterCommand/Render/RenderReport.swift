import Foundation
import Linecaster
import LinecasterScenes

/// What `--stats` prints.
struct RenderReport {
  var readTime = Duration.zero
  var totalTime = Duration.zero
  var statistics = PipelineStatistics()
  /// How many updates ended in each way.
  var outcomes: [String: Int] = [:]
  var rowsShown = 0
  var imageSize = (width: 0, height: 0)
  /// What the typesetter did.
  var text = TextStatistics()
  /// What the image does not show as its input asks for.
  var warnings = DrawingWarnings()

  /// Notes what was done for an image, and what it does not show.
  mutating func note(_ image: DrawnImage, _ done: PipelineStatistics, rowsShown: Int) {
    statistics = done
    self.rowsShown = rowsShown
    imageSize = (image.picture.width, image.picture.height)
    text = image.typesetter.statistics
    warnings.faults = image.rasterizer.glyphs.faults
    warnings.shortfalls = image.typesetter.fontShortfalls
    warnings.note(image.page, of: statistics.missingCharacters)
  }

  /// The time in each stage in nanoseconds, in the order of the work.
  var stages: [(stage: PipelineStage, nanoseconds: Int)] {
    PipelineStage.allCases.map { ($0, statistics.nanoseconds[$0] ?? 0) }
  }

  /// What the caches did, by their names, in the order of the work.
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
      ("font shortfalls", "\(warnings.shortfalls.count)"),
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
  /// The whole nanoseconds.
  var nanoseconds: Int {
    Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
  }
}

/// What an image does not show as its input asks for; told even where nobody asked.
struct DrawingWarnings {
  /// What is wrong with images that are not drawn, with their places in the input.
  var images: [String] = []
  /// The characters that no font has, each once.
  var missing: [Unicode.Scalar] = []
  /// Characters without a font in rows that are not shown, whose names are not known.
  var hiddenMissingCount = 0
  /// Families, weights and styles that the fonts do not have, each once.
  var shortfalls: [FontShortfall] = []
  /// Glyphs that are not drawn as their font has them.
  var faults: [RasterError] = []

  init() {}

  /// The faults of fonts and glyphs that a painter has met so far.
  init(of painter: PicturePainter) {
    (shortfalls, faults) = (painter.shortfalls, painter.glyphFaults)
  }

  /// Notes the characters that a page's layouts lack.
  ///
  /// - Parameter count: How many of them all rows have, shown or not.
  mutating func note(_ page: DrawnPage?, of count: Int) {
    guard count > 0 else { return }
    let found = page?.rows.flatMap(\.arrangement.missingCharacters) ?? []
    var seen: Set<Unicode.Scalar> = []
    missing = found.filter { seen.insert($0).inserted }
    hiddenMissingCount = found.isEmpty ? count : 0
  }

  /// Characters named before the rest is only counted.
  private static let charactersShown = 12

  /// A sentence each.
  var messages: [String] {
    var messages = images
    if !missing.isEmpty {
      let names = missing.prefix(Self.charactersShown).map(Self.name).joined(separator: ", ")
      let more = missing.count - Self.charactersShown
      messages.append(
        "no font has \(names)" + (more > 0 ? " and \(more) more" : "")
          + "; boxes stand in their place")
    }
    if hiddenMissingCount > 0 {
      messages.append("\(hiddenMissingCount) characters of rows not shown are in no font")
    }
    return messages + fontMessages
  }

  /// A sentence for each thing that fonts lack, and each glyph that is not drawn as they have it.
  var fontMessages: [String] {
    shortfalls.map(\.description) + faults.map(\.description).sorted()
  }

  private static func name(_ scalar: Unicode.Scalar) -> String {
    let number = scalar.codePoint
    return scalar.properties.name.map { "\(number) (\($0))" } ?? number
  }
}
