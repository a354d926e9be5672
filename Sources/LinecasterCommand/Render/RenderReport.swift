import Foundation
import Linecaster

/// What `--stats` prints.
struct RenderReport {
  let readTime: Duration
  var totalTime = Duration.zero
  var statistics = PipelineStatistics()
  /// How many updates ended in each way.
  var outcomes: [String: Int] = [:]
  var rowsShown = 0
  var pictureSize = (width: 0, height: 0)

  init(readTime: Duration) {
    self.readTime = readTime
  }

  var description: String {
    let rows = work + caches + times
    let column = (rows.map(\.0.count).max() ?? 0) + 2
    return rows.map { name, value in
      name + String(repeating: " ", count: column - name.count) + value
    }.joined(separator: "\n")
  }

  private var work: [(String, String)] {
    [
      ("rows", "\(statistics.rowsMeasured) measured, \(rowsShown) in the picture"),
      ("picture", "\(pictureSize.width) × \(pictureSize.height) pixels"),
      ("glyphs drawn", "\(statistics.glyphsDrawn)"),
      ("missing characters", "\(statistics.missingCharacters)"),
      (
        "updates",
        outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
          .joined(separator: ", ")
      ),
    ]
  }

  private var caches: [(String, String)] {
    [
      ("size cache", Self.text(statistics.sizes)),
      ("arrangement cache", Self.text(statistics.arrangements)),
      ("image cache", Self.text(statistics.images)),
      ("glyph cache", Self.text(statistics.glyphs)),
    ]
  }

  private var times: [(String, String)] {
    PipelineStage.allCases.map { stage in
      ("time: \(stage.rawValue)", Self.milliseconds(statistics.nanoseconds[stage] ?? 0))
    } + [
      ("time: read the feed", Self.milliseconds(readTime.nanoseconds)),
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

extension Duration {
  /// The whole nanoseconds.
  fileprivate var nanoseconds: Int {
    Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
  }
}
