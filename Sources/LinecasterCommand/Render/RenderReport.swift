import Foundation
import Linecaster

/// What `--stats` prints.
struct RenderReport {
  var readTime = Duration.zero
  var totalTime = Duration.zero
  var statistics = PipelineStatistics()
  /// How many updates ended in each way.
  var outcomes: [String: Int] = [:]
  var rowsShown = 0
  var pictureSize = (width: 0, height: 0)
  /// What the typesetter did.
  var text = TextStatistics()
  /// What the picture does not show as its input asks for.
  var warnings = DrawingWarnings()
  /// Whether there was a list, with rows and updates.
  private var isList = true

  /// Notes what a picture was drawn with, and what it does not show.
  ///
  /// `statistics` must be those of the picture.
  mutating func note(_ picture: DrawnPicture) {
    pictureSize = (picture.bitmap.width, picture.bitmap.height)
    text = picture.typesetter.statistics
    warnings.faults = picture.rasterizer.glyphs.faults
    warnings.note(picture.page, of: statistics.missingCharacters)
  }

  /// Notes a picture that is no list, with what its page took.
  mutating func noteDrawing(_ picture: DrawnPicture, _ page: DrawnPage) {
    isList = false
    let stages: [(TextStatistics.Stage, PipelineStage)] = [
      (.analyze, .analyze), (.itemize, .itemize), (.shape, .shape), (.breakLines, .breakLines),
    ]
    let text = picture.typesetter.statistics.nanoseconds
    for (stage, name) in stages { statistics.nanoseconds[name] = text[stage] ?? 0 }
    statistics.nanoseconds[.layOut] = max(
      0, page.layoutTime.nanoseconds - text.values.reduce(0, +))
    statistics.nanoseconds[.rasterize] = page.rasterTime.nanoseconds
    statistics.glyphs = picture.rasterizer.glyphs.cache.statistics
    for row in page.rows {
      statistics.glyphsDrawn += row.arrangement.displayList.glyphCount
      statistics.missingCharacters += row.arrangement.missingCharacters.count
    }
    note(picture)
  }

  /// The time in each stage in nanoseconds, in the order of the work.
  var stages: [(stage: PipelineStage, nanoseconds: Int)] {
    PipelineStage.allCases.filter { isList || statistics.nanoseconds[$0] != nil }
      .map { ($0, statistics.nanoseconds[$0] ?? 0) }
  }

  /// What the caches did, by their names, in the order of the work.
  var caches: [(name: String, statistics: CacheStatistics)] {
    let texts = [("paragraph cache", text.paragraphCache), ("word cache", text.wordCache)]
    let glyphs = [("glyph cache", statistics.glyphs)]
    guard isList else { return texts + glyphs }
    return [("size cache", statistics.sizes), ("arrangement cache", statistics.arrangements)]
      + texts + [("image cache", statistics.images)] + glyphs
  }

  var description: String {
    let rows = work + caches.map { ($0, Self.text($1)) } + times
    let column = (rows.map(\.0.count).max() ?? 0) + 2
    return rows.map { name, value in
      name + String(repeating: " ", count: column - name.count) + value
    }.joined(separator: "\n")
  }

  private var work: [(String, String)] {
    let drawn = [
      ("picture", "\(pictureSize.width) × \(pictureSize.height) pixels"),
      ("glyphs drawn", "\(statistics.glyphsDrawn)"),
      ("missing characters", "\(statistics.missingCharacters)"),
    ]
    guard isList else { return drawn }
    return [
      ("rows", "\(statistics.rowsMeasured) measured, \(rowsShown) in the picture")
    ] + drawn + [
      (
        "updates",
        outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
          .joined(separator: ", ")
      )
    ]
  }

  private var times: [(String, String)] {
    let longest =
      isList
      ? [("longest main-queue block", Self.milliseconds(statistics.longestDelivery))] : []
    return stages.map { ("time: \($0.rawValue)", Self.milliseconds($1)) }
      + [("time: read", Self.milliseconds(readTime.nanoseconds))] + longest
      + [("total", Self.milliseconds(totalTime.nanoseconds))]
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
