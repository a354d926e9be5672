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
  /// What the picture does not show as its input asks for.
  var warnings = DrawingWarnings()
  /// Whether there was a list, with rows and updates.
  private var isList = true

  /// Notes what a single layout took.
  mutating func note(
    _ page: DrawnPage, typesetter: Typesetter, rasterizer: DisplayRasterizer
  ) {
    isList = false
    statistics.glyphsDrawn = page.rows.reduce(0) { $0 + $1.arrangement.displayList.glyphCount }
    statistics.glyphs = rasterizer.glyphs.cache.statistics
    let text = typesetter.statistics.nanoseconds
    statistics.nanoseconds[.analyze] = text[.analyze]
    statistics.nanoseconds[.itemize] = text[.itemize]
    statistics.nanoseconds[.shape] = text[.shape]
    statistics.nanoseconds[.breakLines] = text[.breakLines]
    statistics.nanoseconds[.layOut] = max(
      0, page.layoutTime.nanoseconds - text.values.reduce(0, +))
    statistics.nanoseconds[.rasterize] = page.rasterTime.nanoseconds
    warnings.faults = rasterizer.glyphs.faults
    statistics.missingCharacters = page.rows.reduce(0) {
      $0 + $1.arrangement.missingCharacters.count
    }
    warnings.note(page, of: statistics.missingCharacters)
  }

  var description: String {
    let rows = work + caches + times
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

  private var caches: [(String, String)] {
    guard isList else { return [("glyph cache", Self.text(statistics.glyphs))] }
    return [
      ("size cache", Self.text(statistics.sizes)),
      ("arrangement cache", Self.text(statistics.arrangements)),
      ("image cache", Self.text(statistics.images)),
      ("glyph cache", Self.text(statistics.glyphs)),
    ]
  }

  private var times: [(String, String)] {
    PipelineStage.allCases.filter { isList || statistics.nanoseconds[$0] != nil }.map { stage in
      ("time: \(stage.rawValue)", Self.milliseconds(statistics.nanoseconds[stage] ?? 0))
    } + [
      (isList ? "time: read the feed" : "time: read", Self.milliseconds(readTime.nanoseconds))
    ]
      + (isList
        ? [("longest main-queue block", Self.milliseconds(statistics.longestDelivery))] : [])
      + [("total", Self.milliseconds(totalTime.nanoseconds))]
  }

  private static func text(_ cache: CacheStatistics) -> String {
    "\(cache.hits) hits, \(cache.misses) misses, \(cache.bytes / 1024) KiB"
  }

  private static func milliseconds(_ nanoseconds: Int) -> String {
    String(format: "%.2f ms", Double(nanoseconds) / 1e6)
  }
}

extension Duration {
  /// The whole nanoseconds.
  var nanoseconds: Int {
    Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
  }
}
