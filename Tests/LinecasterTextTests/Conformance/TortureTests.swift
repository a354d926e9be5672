import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Hostile text within its budgets: a hundredth of it in the suite, all of it in `make nightly
/// PART=stress`.
@Suite(.serialized) struct TortureTests {
  private let typesetter: Typesetter

  init() throws {
    // Without a paragraph cache, a second layout is not a lookup.
    typesetter = Typesetter(fonts: try .bundled(), paragraphCacheBytes: 0)
  }

  @Test func keepsItsPromisesOnHostileText() {
    let scale = ConformanceSettings.takesAll ? 1 : 0.01
    let cases = TortureCases(scale: scale, seed: TestSettings.seed).all
    #expect(cases.count > 600)
    #expect(Set(cases.map(\.name)).count == cases.count)
    check(cases)
  }

  @Test(
    .enabled(
      if: SharedFiles.mayRun(with: "conformance/text/naughty-strings.json"),
      "no shared naughty strings here"))
  func keepsItsPromisesOnNaughtyStrings() throws {
    let path = try #require(SharedFiles.path("conformance/text/naughty-strings.json"))
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let texts = try JSONDecoder().decode([String].self, from: data)
    #expect(texts.count > 500)
    check(
      texts.enumerated().map { index, text in
        var item = TortureCase(name: "naughty \(index)", text: text, width: 120)
        item.budget = TortureCase.Budget(milliseconds: 500, mebibytes: 128)
        item.promises.insert(.repeatable)
        return item
      })
  }

  private func check(_ cases: [TortureCase]) {
    let runner = TortureRunner(
      typesetter: typesetter, measuresMemory: ConformanceSettings.takesAll,
      patience: ConformanceSettings.takesAll ? 1 : 10)
    var slowest = (name: "", share: 0.0)
    var largest = (name: "", share: 0.0)
    for item in cases {
      let outcome = runner.run(item)
      #expect(outcome.faults == [], "\(item.name), seed \(TestSettings.seed)")
      let time = outcome.milliseconds / item.budget.milliseconds
      let memory = outcome.mebibytes / item.budget.mebibytes
      if time > slowest.share { slowest = (item.name, time) }
      if memory > largest.share { largest = (item.name, memory) }
      if ConformanceSettings.takesAll {
        print(
          "torture: \(item.name): \(Int(saturating: outcome.milliseconds)) ms,",
          "\(Int(saturating: outcome.mebibytes)) MiB of", item.budget)
      }
    }
    print(
      "torture: \(cases.count) cases, slowest \(slowest.name) at \(percent(slowest.share)) of its",
      "time, largest \(largest.name) at \(percent(largest.share)) of its memory")
  }

  private func percent(_ share: Double) -> String {
    "\(Int(saturating: (share * 100).rounded())) %"
  }

  @Test(arguments: [-1, 1, .max, .min, 1 << 32])
  func opensFacesOfAnyNumber(index: Int) throws {
    let data = try #require(typesetter.fonts.faces.first).data
    #expect(throws: FontError.self) { try FontFace(data: data, index: index) }
  }
}

/// Many threads share a typesetter, which is freed when the last of them is done.
@Suite(.serialized) struct TortureThreadTests {
  /// The number of rows of each thread.
  private static let rows = ConformanceSettings.takesAll ? 10_000 : 250

  @Test(arguments: [64, 8])
  func theSameTextInAllThreads(threads: Int) throws {
    let text = "lorem ipsum dolor שלום 漢字 😀 "
    let expected = digests(Typesetter(fonts: try .bundled()), threads: 1) { _ in [text] }
    let count = ConformanceSettings.takesAll ? 50 : 5
    let found = digests(Typesetter(fonts: try .bundled()), threads: threads) { _ in
      Array(repeating: text, count: count)
    }
    #expect(expected.count == 1 && found == expected)
  }

  @Test func distinctTextsInAllThreads() throws {
    let (rows, threads) = (Self.rows, 8)
    let texts: @Sendable (Int, Int) -> [String] = { number, threads in
      stride(from: number, to: rows, by: threads).map { "row \($0) lorem ipsum row \($0)" }
    }
    let expected = digests(Typesetter(fonts: try .bundled()), threads: 1) { texts($0, 1) }
    let found = digests(Typesetter(fonts: try .bundled()), threads: threads) {
      texts($0, threads)
    }
    #expect(expected.count == rows && found == expected)
  }

  private func digests(
    _ typesetter: Typesetter, threads: Int, _ texts: @escaping @Sendable (Int) -> [String]
  ) -> Set<LayoutDigest> {
    let all = ThreadTeam(count: threads).run { number in
      texts(number).map { LayoutDigest(typesetter.prepare(Paragraph($0)).layout(width: 300)) }
    }
    return Set(all.flatMap(\.self))
  }
}

/// Lays out hostile text and finds broken promises.
private struct TortureRunner {
  let typesetter: Typesetter
  /// Whether memory is measured, which requires that nothing else runs.
  let measuresMemory: Bool
  /// The factor of time budgets: debug builds are slow.
  let patience: Double

  /// The result of a case.
  struct Outcome {
    var faults: [String] = []
    var milliseconds = 0.0
    var mebibytes = 0.0
  }

  func run(_ item: TortureCase) -> Outcome {
    let paragraph = item.paragraph
    var outcome = Outcome()
    let meter = measuresMemory ? MemoryMeter() : nil
    var laidOut: (prepared: PreparedParagraph, layout: TextLayout)?
    outcome.milliseconds = ThreadClock.milliseconds {
      let prepared = typesetter.prepare(paragraph)
      laidOut = (prepared, prepared.layout(width: item.width))
    }
    if let meter { outcome.mebibytes = meter.mebibytes }
    guard let (prepared, layout) = laidOut else { return outcome }
    let width = item.width.isFinite ? item.width * 0.7 : 200
    let again = ThreadClock.milliseconds { _ = prepared.layout(width: width) }
    if max(outcome.milliseconds, again) > item.budget.milliseconds * patience {
      outcome.faults.append("took \(outcome.milliseconds) ms, another width \(again)")
    }
    if outcome.mebibytes > item.budget.mebibytes {
      outcome.faults.append("took \(outcome.mebibytes) MiB")
    }
    outcome.faults += faults(of: layout, item)
    return outcome
  }

  private func faults(of layout: TextLayout, _ item: TortureCase) -> [String] {
    var faults: [String] = []
    if item.promises.contains(.contiguous), !layout.covers(item.text.utf16.count) {
      faults.append("not contiguous")
    }
    if item.promises.contains(.finite) {
      if let number = layout.impossibleNumber { faults.append("a size or place of \(number)") }
      for scale in [1, 1.5, 3] {
        let size = PixelScale(scale).roundedUp(layout.size)
        if !size.width.isFinite || !size.height.isFinite { faults.append("not finite on pixels") }
      }
    }
    if item.promises.contains(.narrow), !layout.isNarrow(item.width) { faults.append("too wide") }
    if item.promises.contains(.repeatable) {
      let second = typesetter.prepare(item.paragraph).layout(width: item.width)
      if LayoutDigest(second) != LayoutDigest(layout) { faults.append("differs the second time") }
    }
    return faults
  }
}

extension TextLayout {
  /// Whether the lines and the text hidden by an ellipsis cover the text, in order and without
  /// gaps.
  fileprivate func covers(_ count: Int) -> Bool {
    var start = 0
    for line in lines {
      guard line.utf16Range.lowerBound == start else { return false }
      start = line.hiddenUTF16Range?.upperBound ?? line.utf16Range.upperBound
    }
    return start == count
  }

  /// A size that is negative or not finite, or a position that is not finite; `nil` if all are
  /// valid.
  fileprivate var impossibleNumber: Double? {
    let sizes = [size.width, size.height] + lines.flatMap { [$0.frame.width, $0.frame.height] }
    if let size = sizes.first(where: { !$0.isFinite || $0 < 0 }) { return size }
    var places = lines.flatMap { [$0.frame.minX, $0.baseline] }
    for run in glyphRuns { run.forEachGlyph { _, x, y in places += [x, y] } }
    return places.first { !$0.isFinite }
  }

  /// Whether no line exceeds a width, unless it is a single grapheme.
  fileprivate func isNarrow(_ width: Double) -> Bool {
    lines.allSatisfy { line in
      line.frame.width <= width + LineBreaker.tolerance
        || line.utf16Range.dropFirst().count { unit in
          unit < paragraph.count && paragraph.boundaries[unit].contains(.grapheme)
            && paragraph.boundaries[unit].isDisjoint(with: .hanging)
        } == 0
    }
  }
}
