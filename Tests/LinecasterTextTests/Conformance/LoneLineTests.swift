import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Every line equals HarfBuzz's result for that line alone, and few lines cost another call of it.
@Suite struct LoneLineTests {
  /// A font and the texts it is for.
  struct Sample: CustomStringConvertible, Sendable {
    let font: SystemFont
    let corpora: [String]

    var description: String { "\(font)" }
  }

  static let samples = [
    Sample(font: .roboto, corpora: ["english", "german", "russian"]),
    Sample(font: .amiri, corpora: ["arabic", "bidi"]),
    Sample(font: .nastaliq, corpora: ["arabic"]),
    Sample(font: .cjk, corpora: ["japanese", "chinese", "korean"]),
    Sample(font: .thai, corpora: ["thai"]),
  ]

  /// The counts over all paragraphs and widths.
  private struct Tally {
    var lines = 0
    var touched = 0
    var mismatches: [String] = []
    var calls = 0
    var needlessCalls = 0
  }

  /// From 6 to 55 ems.
  private static let widths = (0..<50).map { 6 + Double($0) }

  /// The number of paragraphs of a sample in the quick suite.
  private static let quickCount = 20

  private static let installed = samples.filter { $0.font.isInstalled }
  private static let missing = samples.filter { !$0.font.isInstalled }.map { "\($0)" }

  @Test(.enabled(if: !installed.isEmpty, "none of the fonts is installed"))
  func everyLineIsShapedAsIfAlone() throws {
    var all = Tally()
    for sample in Self.installed {
      let tally = try check(sample)
      print(
        "lines alone: \(sample): \(tally.lines) lines, \(tally.mismatches.count) mismatches,",
        "\(tally.touched) touched, \(tally.calls) calls of hb_shape")
      #expect(tally.mismatches.prefix(3) == [], "\(sample)")
      #expect(tally.needlessCalls == 0, "\(sample)")
      all.lines += tally.lines
      all.touched += tally.touched
    }
    #expect(all.touched * 20 <= all.lines && all.lines > 0)
  }

  /// Fails or is skipped with the names of missing fonts, which the test above passes over.
  @Test(
    .enabled(if: try TestTools.has("\(missing)", missing.isEmpty), "not installed: \(missing)"))
  func everyFontIsThere() {
    #expect(Self.installed.count == Self.samples.count)
  }

  private func check(_ sample: Sample) throws -> Tally {
    let face = try sample.font.face()
    let em = Double(face.metrics.unitsPerEm)
    let typesetter = Typesetter(fonts: try FontCollection(faces: [face]))
    let shaper = PlainShaper(face: face)
    var tally = Tally()
    for corpus in sample.corpora {
      let texts = try ConformanceSettings.sample(
        Corpus.paragraphs(corpus), Self.quickCount / sample.corpora.count + 1)
      for text in texts {
        let prepared = typesetter.prepare(Paragraph(text, style: TextStyle(size: em)))
        let alone = LoneLine(paragraph: prepared, shaper: shaper)
        for width in Self.widths { check(prepared, at: width * em, alone, &tally) }
      }
    }
    return tally
  }

  private func check(
    _ prepared: PreparedParagraph, at width: Double, _ alone: LoneLine, _ tally: inout Tally
  ) {
    let workers = prepared.workers
    let before = workers.statistics.shapeCalls
    let layout = prepared.layout(width: width)
    let calls = workers.statistics.shapeCalls - before
    let boundaries = prepared.boundaries
    let isTouched = layout.lines.map { line in
      [line.utf16Range.lowerBound, line.utf16Range.upperBound]
        .contains { $0 < prepared.count && boundaries[$0].contains(.unsafe) }
    }
    tally.lines += layout.lines.count
    tally.touched += isTouched.count { $0 }
    tally.calls += calls
    // An unsafe place may have been tested for a line that then ended before it.
    let triesUnsafe =
      boundaries.contains { $0.isSuperset(of: [.softBreak, .unsafe]) }
      || layout.lines.dropLast().contains {
        !boundaries[$0.utf16Range.upperBound].contains(.softBreak)
      }
    if !isTouched.contains(true), !triesUnsafe { tally.needlessCalls += calls }
    for (index, line) in layout.lines.enumerated() {
      let (found, expected) = (
        layout.unitGlyphs(ofLine: index), alone.glyphs(of: line.utf16Range)
      )
      guard found != expected else { continue }
      let place = zip(found, expected).prefix { $0 == $1 }.count
      tally.mismatches.append(
        "\(line.utf16Range) at \(width), glyph \(place) of \(expected.count): "
          + String(decoding: prepared.text[line.utf16Range], as: UTF16.self))
    }
  }
}
