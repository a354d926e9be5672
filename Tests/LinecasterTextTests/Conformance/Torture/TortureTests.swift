import Foundation
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Hostile text within its budgets: a hundredth of it in the suite, all of it in `make stress`.
@Suite(
  .serialized, .enabled(if: TortureFile.isHere, "no shared torture.py here, or no Python to run it")
)
struct TortureTests {
  private let typesetter: Typesetter
  private let cases: [TortureCase]

  init() throws {
    // Without what would make the second layout a look-up.
    typesetter = Typesetter(fonts: try .bundled(), paragraphCacheBytes: 0)
    cases = try TortureFile.cases(
      scale: ConformanceSettings.takesAll ? 1 : 0.01, seed: TestSettings.seed % 1_000_000)
  }

  @Test func keepsItsPromisesOnHostileText() throws {
    let runner = TortureRunner(
      typesetter: typesetter, measuresMemory: ConformanceSettings.takesAll,
      patience: ConformanceSettings.takesAll ? 1 : 10)
    let own = cases.filter { $0.isAboutText && $0.group != "thread" }
    var slowest = (name: "", share: 0.0)
    var largest = (name: "", share: 0.0)
    for item in own {
      let outcome = runner.run(item)
      #expect(outcome.faults == [], "\(item.name), seed \(TestSettings.seed)")
      let time = outcome.milliseconds / item.budget.ms
      let memory = outcome.mebibytes / item.budget.mib
      if time > slowest.share { slowest = (item.name, time) }
      if memory > largest.share { largest = (item.name, memory) }
      if ConformanceSettings.takesAll {
        print(
          "torture: \(item.name): \(Int(outcome.milliseconds)) of \(Int(item.budget.ms)) ms,",
          "\(Int(outcome.mebibytes)) of \(Int(item.budget.mib)) MiB")
      }
    }
    print(
      "torture: \(own.count) cases, slowest \(slowest.name) at \(percent(slowest.share)) of its",
      "time, largest \(largest.name) at \(percent(largest.share)) of its memory")
    #expect(own.count > 1200)
  }

  private func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

  @Test func opensFacesOfAnyNumber() throws {
    let data = try #require(typesetter.fonts.faces.first).data
    for item in cases {
      guard let index = item.options["fontIndex"]?.integer, index != 0 else { continue }
      #expect(throws: FontError.self) { try FontFace(data: data, index: index) }
    }
  }
}
