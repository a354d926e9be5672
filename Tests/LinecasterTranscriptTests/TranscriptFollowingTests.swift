import LinecasterBase
import LinecasterCells
import LinecasterListSupport
import LinecasterScenes
import LinecasterTestSupport
import Testing

@testable import LinecasterList
@testable import LinecasterTranscript

/// A growing transcript shows its end, or keeps the same lines in view.
@Suite(.timeLimit(.minutes(60))) @MainActor struct TranscriptFollowingTests {
  private func bench(_ paragraphs: Int = 60, seed: UInt64 = 1) throws -> TranscriptBench {
    let bench = try TranscriptBench(seed: seed)
    bench.transcript.add(1, from: "Ada", "A question.")
    bench.transcript.begin(2, from: "Assistant")
    let words = "Some words that fill a line or two of a paragraph in a transcript.\n\n"
    bench.transcript.append(String(repeating: words, count: paragraphs), to: 2)
    bench.show()
    return bench
  }

  private func scroll(_ bench: TranscriptBench, by change: Double) {
    bench.host.scroll(to: bench.host.offset + change)
    bench.list.viewportDidChange()
    bench.machine.run()
  }

  /// The positions of the visible rows.
  private func places(_ bench: TranscriptBench) -> [ItemIdentifier: Double] {
    let snapshot = bench.list.snapshot
    let range = bench.host.offset..<bench.host.offset + (bench.host.length ?? 0)
    let rows = snapshot.geometry.rows(in: range).compactMap { row in
      snapshot.item(atRow: row).map { ($0.identifier, row) }
    }
    return Dictionary(uniqueKeysWithValues: rows).compactMapValues {
      snapshot.frame(ofRow: $0).map { $0.minY - bench.host.offset }
    }
  }

  @Test func followsTokenByToken() throws {
    let bench = try bench()
    for number in 0..<40 {
      bench.transcript.append(number % 7 == 0 ? "\n\n- item" : " token *\(number)", to: 2)
      bench.machine.run()
      #expect(abs(bench.wayToEnd) < 1e-6, "token \(number)")
    }
    bench.transcript.finish(2)
    bench.machine.run()
    #expect(abs(bench.wayToEnd) < 1e-6)
  }

  /// A table that becomes a paragraph, or a vanishing footnote, shortens the text.
  @Test func rowsThatBecomeShorterDoNotJump() throws {
    let bench = try bench()
    for part in [
      "\n\n| a | b |", "\n|---|---|\n", "x", "\n\n", "# Heading", "\n\n```\na\nb\nc\n```\n",
    ] {
      bench.transcript.append(part, to: 2)
      bench.machine.run()
      #expect(abs(bench.wayToEnd) < 1e-6, "\(part)")
    }
    let height = bench.list.snapshot.geometry.totalHeight
    bench.transcript.replaceText(of: 2, with: String(repeating: "Short.\n\n", count: 30))
    bench.machine.run()
    #expect(bench.list.snapshot.geometry.totalHeight < height && abs(bench.wayToEnd) < 1e-6)
  }

  /// For a reader in the middle, visible lines stay in place during changes at both ends.
  @Test func nothingMovesForAReaderInTheMiddle() throws {
    for seed in UInt64(1)...4 {
      var random = SeededGenerator(seed: seed)
      let bench = try bench(seed: seed)
      scroll(bench, by: -700)
      let before = places(bench)
      #expect(before.count > 4)
      for round in 0..<25 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          bench.transcript.insertAtStart([
            .init(.number(100 + round), from: "Bo", "# Older\n\ntext")
          ])
        case 1:
          bench.transcript.begin(.number(200 + round), from: "Bo")
          bench.transcript.append("Another stream", to: .number(200 + round))
        case 2: bench.transcript.fail(.number(200 + round - 1), "lost")
        default: bench.transcript.append(" tokens\n\n1. a\n2. b\n", to: 2)
        }
        if random.oneIn(2) { bench.machine.run() }
      }
      bench.machine.run()
      let after = places(bench)
      for (row, place) in before {
        let moved = try #require(after[row]) - place
        #expect(abs(moved) < 0.01, "seed \(seed), row \(row)")
      }
    }
  }

  @Test func backAtTheEndItFollowsAgain() throws {
    let bench = try bench()
    scroll(bench, by: -50)
    let offset = bench.host.offset
    bench.transcript.append("More\n\nand more", to: 2)
    bench.machine.run()
    #expect(bench.host.offset == offset && !bench.list.isAtEnd)
    scroll(bench, by: bench.wayToEnd)
    bench.transcript.append("\n\nand more", to: 2)
    bench.machine.run()
    #expect(abs(bench.wayToEnd) < 1e-6 && bench.list.isAtEnd)
    // While the reader holds the list, nothing moves under the finger.
    bench.host.allowsFollowing = false
    let held = bench.host.offset
    bench.transcript.append("\n\nand more", to: 2)
    bench.machine.run()
    #expect(bench.host.offset == held)
  }

  @Test func toTheLatestLandsExactly() throws {
    let bench = try bench(2)
    bench.transcript.insertAtStart(
      (10..<900).map {
        .init(.number($0), from: "Ada", String(repeating: "line\n\n", count: $0 % 7))
      })
    bench.machine.run()
    scroll(bench, by: -bench.host.offset)
    bench.host.forgetDisplayed()
    let count = bench.host.offsets.count
    bench.list.scrollToEnd()
    bench.transcript.append("one more", to: 2)
    bench.machine.run()
    #expect(abs(bench.wayToEnd) < 1e-6)
    // The list scrolls at once, and possibly once more for text that arrived meanwhile.
    #expect(bench.host.offsets[count...].count <= 2)
    bench.transcript.append(" and more\n\nand more", to: 2)
    bench.machine.run()
    #expect(abs(bench.wayToEnd) < 1e-6)
  }

  /// A search scrolls to a row, which then stays in place.
  @Test func findStopsIt() throws {
    let bench = try bench()
    let row = try #require(bench.list.snapshot.identity(ofRow: bench.list.snapshot.rowCount - 3))
    bench.list.scroll(to: row, at: .nearest) { _ in }
    bench.machine.run()
    let offset = bench.host.offset
    bench.transcript.append("\n\nmore\n\nmore\n\nmore", to: 2)
    bench.machine.run()
    #expect(bench.host.offset == offset)
    bench.list.scrollToEnd()
    bench.machine.run()
    #expect(abs(bench.wayToEnd) < 1e-6)
  }

  /// After a resize, the list shows its end, or the row that was at the top.
  @Test func resizingKeepsWhatIsRead() throws {
    let bench = try bench()
    for (width, length) in [(200.0, 400.0), (500, 300), (320, 900)] {
      bench.host.length = length
      bench.list.viewportDidChange()
      var environment = bench.list.environment
      environment.width = width
      bench.list.setEnvironment(environment)
      bench.machine.run()
      #expect(abs(bench.wayToEnd) < 1e-6, "\(width) × \(length)")
    }
    bench.host.length = 400
    bench.list.viewportDidChange()
    scroll(bench, by: -1_000)
    let top = places(bench).min { $0.value < $1.value }
    var environment = bench.list.environment
    environment.width = 180
    bench.list.setEnvironment(environment)
    bench.machine.run()
    let after = places(bench).min { $0.value < $1.value }
    #expect(top?.key == after?.key)
  }

  /// The line at the top stays there, also within a row higher than the viewport.
  @Test func resizingKeepsTheLineOfALongRow() throws {
    let bench = try TranscriptBench(height: 200)
    let words = (0..<1_500).map { "word\($0)" }.joined(separator: " ")
    bench.transcript.add(1, from: "Ada", words)
    bench.show()
    for (share, width) in [(0.3, 200.0), (0.7, 480), (0.5, 320)] {
      let total = bench.list.snapshot.geometry.totalHeight
      scroll(bench, by: total * share - bench.host.offset)
      let before = try #require(unit(atTopOf: bench))
      var environment = bench.list.environment
      environment.width = width
      bench.list.setEnvironment(environment)
      bench.machine.run()
      let after = try #require(unit(atTopOf: bench))
      // The first visible line of the new width has the same words.
      #expect(abs(after - before) < 80, "\(before) became \(after)")
    }
  }

  /// The offset of the text at the top of the viewport.
  private func unit(atTopOf bench: TranscriptBench) -> Int? {
    bench.list.textPlace(at: Point(x: 20, y: 1))?.text.utf16Offset
  }

  /// A new host starts at the reader's place.
  @Test func anotherHostShowsWhatWasThere() throws {
    let bench = try bench()
    scroll(bench, by: -500)
    let before = places(bench)
    let other = RecordingHost()
    other.length = bench.host.length
    bench.list.attach(other)
    bench.machine.run()
    let row = try #require(before.min { abs($0.value) < abs($1.value) })
    let index = try #require(bench.list.row(of: RowIdentity(row.key)))
    let place = try #require(bench.list.snapshot.frame(ofRow: index)).minY - other.offset
    #expect(abs(place - row.value) < 0.01 && other.faults.isEmpty)
  }

  /// A selection keeps its text while the message grows and ends.
  @Test func aSelectionStaysThroughGrowth() async throws {
    let bench = try bench(4)
    let point = Point(x: 30, y: 60)
    let start = try #require(bench.list.textPlace(at: point))
    let end = try #require(bench.list.textPlace(at: Point(x: 200, y: 200)))
    bench.list.textSelection = ListSelection(from: start, to: end)
    let before = bench.list.textSelection
    bench.transcript.append("```\ncode\n", to: 2)
    bench.machine.run()
    bench.transcript.append("```\n\nend", to: 2)
    bench.transcript.finish(2)
    bench.machine.run()
    #expect(before != nil && bench.list.textSelection == before)
  }
}
