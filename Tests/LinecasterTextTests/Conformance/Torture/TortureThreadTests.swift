import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// The cases of `torture.py` in which many threads share a typesetter.
@Suite(.serialized, .enabled(if: TortureFile.isHere, "no shared torture.py here, or no Python"))
struct TortureThreadTests {
  private let cases: [TortureCase]

  init() throws {
    cases = try TortureFile.cases(scale: 0.01, seed: 1).filter { $0.options["threads"] != nil }
  }

  /// Rows each thread takes in the quick suite.
  private static let quickCount = 250

  @Test func threadsShareATypesetter() throws {
    #expect(cases.count >= 3)
    for item in cases {
      // Nothing but the threads holds the typesetter: it goes when the last of them is done.
      let digests = run(item, Typesetter(fonts: try .bundled()))
      let expected = run(item, Typesetter(fonts: try .bundled()), threads: 1)
      #expect(Set(digests.flatMap(\.self)) == Set(expected.flatMap(\.self)), "\(item.name)")
    }
  }

  private func run(
    _ item: TortureCase, _ typesetter: Typesetter, threads: Int? = nil
  ) -> [[LayoutDigest]] {
    let distinct = item.options["distinct"]?.integer
    let rounds = distinct ?? item.options["rounds"]?.integer ?? 1
    let count = ConformanceSettings.takesAll ? rounds : min(rounds, Self.quickCount)
    let team = ThreadTeam(count: threads ?? item.options["threads"]?.integer ?? 1)
    let text = item.text
    return team.run { number in
      stride(from: distinct == nil ? 0 : number, to: count, by: distinct == nil ? 1 : team.count)
        .map { row in
          let row = text.replacing("%d", with: "\(row)")
          return LayoutDigest(typesetter.prepare(item.paragraph(row)).layout(width: item.width))
        }
    }
  }
}
