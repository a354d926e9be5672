import LinecasterCells
import LinecasterListSupport
import LinecasterText
import Testing

@testable import LinecasterList
@testable import LinecasterTranscript

/// Searches in growing messages.
@Suite(.timeLimit(.minutes(60))) @MainActor struct TranscriptFindTests {
  private func bench() throws -> TranscriptBench {
    let bench = try TranscriptBench()
    bench.transcript.insertAtStart(
      (0..<300).map { number in
        let text = number % 10 == 0 ? "A **needle** and `code`" : "Hay in *message* \(number)"
        return Transcript.Message(.number(number), from: "Ada", text)
      })
    bench.transcript.begin("growing", from: "Assistant")
    bench.transcript.append("The first lines.", to: "growing")
    bench.show()
    return bench
  }

  /// Matches are found in rows without a layout, and in a message as it grows.
  @Test func findsInMessagesThatGrow() throws {
    let bench = try bench()
    bench.list.findQuery = TextQuery("Needle")
    bench.machine.run()
    #expect(bench.list.findProgress == FindProgress(count: 30, current: nil, isComplete: true))
    let table = ["\n\n| needle | b |\n", "|---|---|\n| c |", " needle |"]
    for part in ["\n\nA nee", "dle", " and"] + table {
      bench.transcript.append(part, to: "growing")
      bench.machine.run()
    }
    #expect(bench.list.findProgress?.count == 33)
    bench.transcript.finish("growing")
    bench.machine.run()
    #expect(bench.list.findProgress?.count == 33 && bench.host.faults.isEmpty)
  }

  /// Going to a match stops following: growth below does not move the list.
  @Test func aStepStopsFollowing() throws {
    let bench = try bench()
    bench.transcript.append(String(repeating: "\n\nA line", count: 40) + " needle", to: "growing")
    bench.machine.run()
    #expect(bench.list.isAtEnd)
    bench.list.findQuery = TextQuery("needle")
    // The match at the end is already visible.
    bench.list.findNext()
    bench.machine.run()
    #expect(bench.list.findProgress?.current == 31)
    let offset = bench.host.offset
    bench.transcript.append("\n\nMore\n\nand more", to: "growing")
    bench.machine.run()
    #expect(bench.host.offset == offset && !bench.list.isAtEnd)
    bench.list.findPrevious()
    bench.machine.run()
    #expect(bench.list.findProgress?.current == 30 && bench.host.offset < offset)
    let before = bench.host.offset
    bench.transcript.append("\n\nEven more", to: "growing")
    bench.machine.run()
    #expect(bench.host.offset == before && bench.host.faults.isEmpty)
    // Back at its end, the list follows it again.
    bench.list.scrollToEnd()
    bench.machine.run()
    bench.transcript.append("\n\nThe end", to: "growing")
    bench.machine.run()
    #expect(bench.list.isAtEnd)
  }
}
