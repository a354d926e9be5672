import LinecasterCells
import LinecasterDiff
import LinecasterListSupport
import LinecasterScenes
import LinecasterTestSupport
import Synchronization
import Testing

@testable import LinecasterList
@testable import LinecasterTranscript

/// The work for a token: prepared and changed rows, independent of any length.
@Suite(.timeLimit(.minutes(60))) @MainActor struct TranscriptCostTests {
  /// The rows that tokens measure, draw and change.
  private struct Cost: Hashable {
    var measured = 0
    var drawn = 0
    var changes = 0
  }

  /// Appends tokens to a message, and counts the work for each.
  private func cost(of tokens: [String], in bench: TranscriptBench) -> [Cost] {
    tokens.map { token in
      let before = bench.pipeline.statistics
      let batches = bench.host.batches.count
      bench.transcript.append(token, to: "growing")
      bench.machine.run()
      let after = bench.pipeline.statistics
      return Cost(
        measured: after.rowsMeasured - before.rowsMeasured,
        drawn: after.rowsRasterized - before.rowsRasterized,
        changes: bench.host.batches[batches...].reduce(0) { $0 + $1.changes.count })
    }
  }

  private func bench(messages: Int, paragraphs: Int) throws -> TranscriptBench {
    let bench = try TranscriptBench()
    bench.transcript.insertAtStart(
      (0..<messages).map { Transcript.Message(.number($0), from: "Ada", "Message *\($0)*.") })
    bench.transcript.begin("growing", from: "Assistant")
    let text = String(repeating: "A paragraph of some words.\n\n", count: paragraphs)
    bench.transcript.append(text + "The last", to: "growing")
    bench.show()
    return bench
  }

  @Test func aTokenPreparesOneRow() throws {
    let tokens = [" one", " *two", "*", " three"]
    var costs: Set<[Cost]> = []
    for (messages, paragraphs) in [(1, 20), (400, 20), (1, 400), (300, 300)] {
      let bench = try bench(messages: messages, paragraphs: paragraphs)
      costs.insert(cost(of: tokens, in: bench))
      #expect(bench.wayToEnd == 0 && bench.host.faults.isEmpty)
    }
    let one = Cost(measured: 1, drawn: 1, changes: 1)
    // An open marker is hidden, so the text stays the same.
    #expect(costs == [[one, one, Cost(), one]])
  }

  /// A token in a long paragraph draws the bands that it changes, however long the paragraph is.
  @Test func aTokenInALongParagraphDrawsItsLastBands() throws {
    var drawn: [Int] = []
    for length in [3_000, 30_000, 120_000] {
      let bench = try TranscriptBench(height: 1_500)
      bench.transcript.begin("growing", from: "Assistant")
      bench.transcript.append(
        String(repeating: "some words of text ", count: length / 19), to: "growing")
      bench.show()
      var glyphs = 0
      for token in ["One", " more", " word"] {
        let before = bench.pipeline.statistics
        bench.transcript.append(token, to: "growing")
        bench.machine.run()
        let after = bench.pipeline.statistics
        #expect(after.rowsRasterized - before.rowsRasterized == 1)
        glyphs += after.glyphsDrawn - before.glyphsDrawn
      }
      drawn.append(glyphs / 3)
      #expect(bench.wayToEnd == 0 && bench.host.faults.isEmpty && bench.host.failures.isEmpty)
      // The last bands are in sight, and those above are not kept.
      let image = bench.host.pixels.values.compactMap(\.image).max { $0.height < $1.height }
      #expect((image?.bands.count ?? 0) <= 24)
    }
    // Two bands of 512 rows of pixels have some 60 lines of some 50 glyphs.
    #expect(drawn.allSatisfy { (1...4_000).contains($0) }, "\(drawn)")
  }

  /// A new block is a new row, and the rows above are unchanged.
  @Test func aNewBlockIsOneRowMore() throws {
    let bench = try bench(messages: 10, paragraphs: 300)
    let rows = bench.list.snapshot.rowCount
    let costs = cost(of: ["\n\n", "A", "nother"], in: bench)
    #expect(costs.map(\.changes) == [0, 1, 1] && bench.list.snapshot.rowCount == rows + 1)
    #expect(costs.allSatisfy { $0.drawn <= 1 })
  }

  /// Growing code of thousands of lines changes its last rows only.
  @Test(arguments: [100, 3_000]) func aLineOfCodeIsOneRow(_ count: Int) throws {
    let bench = try bench(messages: 3, paragraphs: 2)
    bench.transcript.append(
      "\n\n```\n" + String(repeating: "let a = 1\n", count: count) + "let", to: "growing")
    bench.machine.run()
    let costs = cost(of: [" b", " =", " 2"], in: bench)
    #expect(costs == Array(repeating: Cost(measured: 1, drawn: 1, changes: 1), count: 3))
    let pieces = bench.pieces(of: "growing")
    #expect(pieces.count == 3 + (count + 1 + 31) / 32)
  }

  /// Growing code is highlighted in its last lines only, with the result of the whole.
  @Test func onlyTheLastLinesOfCodeAreHighlightedAgain() throws {
    let highlighter = CountingHighlighter()
    var light = MarkupStyle()
    light.highlighter = highlighter
    let bench = try TranscriptBench(style: TranscriptStyle(light: light))
    bench.transcript.begin(1, from: "Assistant")
    bench.show()
    let code = String(repeating: "let a = 1 /*\nlet b = 2 */\n", count: 500)
    bench.transcript.append("```swift\n" + code, to: 1)
    bench.machine.run()
    for token in ["let", " c", " ="] {
      let before = highlighter.count
      bench.transcript.append(token, to: 1)
      bench.machine.run()
      #expect((1...3 * MarkupPiece.codeLineLimit).contains(highlighter.count - before))
    }
    #expect(bench.pieces(of: 1) == bench.pieces(ofText: "```swift\n" + code + "let c ="))
    bench.transcript.finish(1)
    bench.machine.run()
    #expect(bench.pieces(of: 1) == bench.pieces(ofText: "```swift\n" + code + "let c ="))
  }

  /// Each item of a list is a row.
  @Test func anItemOfAListIsOneRow() throws {
    let bench = try bench(messages: 3, paragraphs: 2)
    let items = (1...500).map { "\($0). item\n" }.joined()
    bench.transcript.append("\n\n" + items + "501. last", to: "growing")
    bench.machine.run()
    let costs = cost(of: [" one", " more"], in: bench)
    #expect(costs == Array(repeating: Cost(measured: 1, drawn: 1, changes: 1), count: 2))
  }

  /// Sections stay short, so an update copies few rows.
  @Test func sectionsAreShort() throws {
    let bench = try bench(messages: 700, paragraphs: 900)
    bench.transcript.begin("other", from: "Assistant")
    bench.transcript.append(String(repeating: "Words.\n\n", count: 700), to: "other")
    bench.transcript.append(String(repeating: "\n\nWords.", count: 700), to: "growing")
    bench.machine.run()
    let sections = bench.list.snapshot.model.sections
    #expect(sections.count > 10 && sections.allSatisfy { $0.items.count <= 2 * 256 })
    #expect(bench.rows.count { $0.message == "growing" } == 1_602)
    #expect(bench.host.faults.isEmpty)
  }

  /// Tokens between two frames are one update.
  @Test func tokensOfAFrameAreOneUpdate() throws {
    let bench = try bench(messages: 3, paragraphs: 3)
    let (batches, start) = (bench.host.batches.count, bench.machine.now)
    for number in 0..<600 {
      bench.transcript.append(" token \(number)", to: "growing")
      bench.machine.step()
    }
    bench.machine.run()
    let frames = (bench.machine.now - start) / .milliseconds(16)
    let updates = Double(bench.host.batches.count - batches)
    #expect(updates > 1 && updates <= frames + 2)
    #expect(bench.transcript.text(of: "growing")?.hasSuffix(" token 599") == true)
  }
}

/// A highlighter that counts the lines that it reads.
private final class CountingHighlighter: CodeHighlighter {
  private let lines = Atomic(0)

  var count: Int { lines.load(ordering: .relaxed) }

  func tokens(in line: String, language: String, state: inout Int) -> [CodeToken] {
    lines.add(1, ordering: .relaxed)
    return BasicHighlighter().tokens(in: line, language: language, state: &state)
  }

  static func == (left: CountingHighlighter, right: CountingHighlighter) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
