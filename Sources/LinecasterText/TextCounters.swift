import Synchronization

/// The counters behind `TextStatistics`; each is exact, a reading of all of them is not a moment's.
final class TextCounters: Sendable {
  private let paragraphs = Atomic<Int>(0)
  private let glyphs = Atomic<Int>(0)
  private let shapeCalls = Atomic<Int>(0)
  private let analyze = Atomic<Int>(0)
  private let itemize = Atomic<Int>(0)
  private let shape = Atomic<Int>(0)
  private let breakLines = Atomic<Int>(0)

  func add(paragraphs: Int, glyphs: Int, shapeCalls: Int) {
    self.paragraphs.wrappingAdd(paragraphs, ordering: .relaxed)
    self.glyphs.wrappingAdd(glyphs, ordering: .relaxed)
    self.shapeCalls.wrappingAdd(shapeCalls, ordering: .relaxed)
  }

  func add(nanoseconds: Int, to stage: TextStatistics.Stage) {
    switch stage {
    case .analyze: analyze.wrappingAdd(nanoseconds, ordering: .relaxed)
    case .itemize: itemize.wrappingAdd(nanoseconds, ordering: .relaxed)
    case .shape: shape.wrappingAdd(nanoseconds, ordering: .relaxed)
    case .breakLines: breakLines.wrappingAdd(nanoseconds, ordering: .relaxed)
    }
  }

  var statistics: TextStatistics {
    TextStatistics(
      paragraphs: paragraphs.load(ordering: .relaxed), glyphs: glyphs.load(ordering: .relaxed),
      shapeCalls: shapeCalls.load(ordering: .relaxed),
      nanoseconds: [
        .analyze: analyze.load(ordering: .relaxed), .itemize: itemize.load(ordering: .relaxed),
        .shape: shape.load(ordering: .relaxed),
        .breakLines: breakLines.load(ordering: .relaxed),
      ])
  }
}
