import LinecasterBase
import LinecasterCells
import LinecasterList
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterTesting

/// Previews and their axes with extreme numbers; a trap would end the test process.
@Suite struct PreviewsExtremesTests {
  /// Every number has a name, and none traps.
  @Test func axes() async throws {
    var random = SeededGenerator()
    for _ in 0..<200 {
      var axes = PreviewAxes()
      axes.widths = [random.extreme()]
      axes.scales = [random.extreme()]
      axes.textSizes = [random.extreme()]
      let setting = try #require(axes.settings.first)
      #expect(setting.values.allSatisfy { !$0.isEmpty }, "seed \(random.seed)")
      #expect(setting.environment.width.isFinite, "seed \(random.seed)")
      let height = Preview("any") { TableModel() }.height(random.extreme()).height
      #expect(height.map { (1...4_000).contains($0) } ?? true, "seed \(random.seed)")
    }
  }
}
