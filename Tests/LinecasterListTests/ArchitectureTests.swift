import Foundation
import LinecasterFonts
import Testing

@testable import LinecasterList

/// The data flow in the documentation agrees with a recorded trace.
@Suite @MainActor struct ArchitectureTests {
  private static let article = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../..").standardizedFileURL
    .appendingPathComponent("Sources/Linecaster/Linecaster.docc/Architecture.md")

  /// The stages between the arrows; those in the bracket are parts of measuring.
  private func drawnStages() throws -> [String] {
    let text = try String(contentsOf: Self.article, encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("    build → ") })
    let parts = line.split { $0 == "[" || $0 == "]" }
    try #require(parts.count == 3)
    return "\(parts[0])measure\(parts[2])".components(separatedBy: "→")
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test(.timeLimit(.minutes(60))) func anUpdateRunsAsItIsDrawn() throws {
    let trace = PipelineTrace()
    var options = PrecomputePipeline.Options()
    options.trace = trace
    let bench = try SimulatedBench(HeadlessHost(), seed: 1, pipeline: options)
    for heights in [[10.0, 20], [10, 30]] {
      let items = heights.enumerated().map { number, height in
        TableItem(.number(number), cell: PlateCell(height: height))
      }
      bench.list.update(with: TableModel(items: items))
      bench.settle()
    }
    let update = trace.spans.filter { $0.generation == 2 }.sorted { $0.start < $1.start }
    var order: [TraceSpan.Name] = []
    for span in update where !order.contains(span.name) { order.append(span.name) }
    let drawn = try drawnStages()
    #expect(drawn.last == "display")
    #expect(order.filter { $0 != .layOut && $0 != .deliver }.map(\.rawValue) == drawn.dropLast())
    // The bracketed stages happen while rows are measured.
    let measuring = try #require(update.first { $0.name == .measure })
    let layingOut = try #require(update.first { $0.name == .layOut })
    #expect(layingOut.start >= measuring.start)
    #expect(layingOut.start + layingOut.duration <= measuring.start + measuring.duration)
  }
}
