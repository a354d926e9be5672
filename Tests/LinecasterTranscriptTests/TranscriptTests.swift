import LinecasterBase
import LinecasterCells
import LinecasterListSupport
import LinecasterScenes
import LinecasterTestSupport
import Synchronization
import Testing

@testable import LinecasterList
@testable import LinecasterTranscript

/// Messages that grow while a list shows them.
@Suite(.timeLimit(.minutes(60))) @MainActor struct TranscriptTests {
  private static let text = """
    # Scripts

    Arabic العربية joins its *letters*, and Devanagari देवनागरी has **conjuncts**.

    1. one
    2. two
    3. three

    ```swift
    let words = ["a", "b"]
    print(words)
    ```

    | a | b |
    |---|---|
    | 1 | 2 |

    > 日本語の文章

    The end[^1].

    [^1]: A note.
    """

  @Test func showsACompleteMessageAsItsBlocks() throws {
    let bench = try TranscriptBench()
    bench.transcript.add(1, from: "Ada", Self.text)
    bench.show()
    #expect(bench.pieces(of: 1) == bench.pieces(ofText: Self.text))
    #expect(bench.rows.first?.kind == .sender && bench.rows.first?.sender == "Ada")
    #expect(bench.transcript.state(of: 1) == .finished && bench.transcript.text(of: 1) == Self.text)
    #expect(bench.host.faults.isEmpty && bench.host.failures.isEmpty)
  }

  /// Bytes may be split within a character. After the last one the rows equal those of the whole
  /// text, and no row has changed its identity in between.
  @Test(arguments: [1, 3, 7, 64]) func rowsOfPiecesAreThoseOfTheWhole(_ size: Int) throws {
    let bench = try TranscriptBench(seed: UInt64(size))
    bench.transcript.begin(1, from: "Ada")
    bench.show()
    let bytes = Array(Self.text.utf8)
    var known: [ItemIdentifier] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      bench.transcript.append(bytes: bytes[start..<min(start + size, bytes.count)], to: 1)
      if start % 5 == 0 { bench.machine.run() }
      // Only the last block may become another: a note, or part of the block above it.
      let now = bench.rows.map(\.identifier)
      let isKept = zip(known.dropLast(), now).allSatisfy { $0 == $1 }
      #expect(isKept && now.count >= known.count - 1, "after \(start) bytes")
      known = now
    }
    bench.transcript.finish(1)
    bench.machine.run()
    #expect(bench.pieces(of: 1) == bench.pieces(ofText: Self.text))
    #expect(bench.host.faults.isEmpty)
    let whole = try TranscriptBench()
    whole.transcript.add(1, from: "Ada", Self.text)
    whole.show()
    #expect(whole.rows == bench.rows)
  }

  /// Screen readers announce headings with their levels, and links in them as links, in messages
  /// and in Markdown of other cells.
  @Test(arguments: [true, false]) func headingsAreHeadings(_ isMessage: Bool) throws {
    let text = "# One\n\nSome text\n\n- in a list\n\n  ### A [link](https://example.org)\n"
    let bench = try TranscriptBench(height: 800)
    if isMessage {
      bench.transcript.add(1, from: "Ada", text)
      bench.show()
    } else {
      bench.list.update(with: TableModel(items: [TableItem("text", cell: MarkdownCell(text))]))
      bench.machine.run()
    }
    let headings = bench.list.semantics().rows.flatMap(all).filter {
      if case .region(.heading) = $0.role { true } else { false }
    }
    #expect(headings.map(\.role.name) == ["heading 1", "heading 3"])
    #expect(headings.map(\.label) == ["One", "A link"])
    #expect(headings.map { $0.children.map(\.role.name) } == [[], ["link"]])
  }

  private func all(_ node: SemanticNode) -> [SemanticNode] { [node] + node.children.flatMap(all) }

  @Test func aFailedMessageKeepsItsTextAndSaysWhy() throws {
    let bench = try TranscriptBench()
    bench.transcript.begin(1, from: "Ada")
    bench.show()
    bench.transcript.append("Some *wor", to: 1)
    bench.transcript.fail(1, "connection lost")
    bench.transcript.append(" more", to: 1)
    bench.machine.run()
    #expect(bench.rows.map(\.kind) == [.sender, .text, .failure])
    #expect(bench.transcript.state(of: 1) == .failed("connection lost"))
    #expect(bench.transcript.text(of: 1) == "Some *wor")
    bench.transcript.replaceText(of: 1, with: "Some *words*")
    bench.transcript.finish(1)
    bench.machine.run()
    #expect(bench.rows.map(\.kind) == [.sender, .text])
    #expect(bench.pieces(of: 1) == bench.pieces(ofText: "Some *words*"))
  }

  /// Random histories of several messages, compared with complete messages.
  @Test func manyStreamsAtOnce() throws {
    let seed = TestSettings.seed
    for round in UInt64(0)..<6 {
      var random = SeededGenerator(seed: seed &+ round)
      let bench = try TranscriptBench(seed: seed &+ round)
      if random.oneIn(2) { bench.show() } else { bench.transcript.show(in: bench.list) }
      var texts: [ItemIdentifier: [UInt8]] = [:]
      var order: [ItemIdentifier] = []
      for number in 0..<Int.random(in: 3...6, using: &random) {
        let start = bench.transcript
        start.begin(.number(number), from: "Ada")
        texts[.number(number)] = []
        order.append(.number(number))
        for _ in 0..<40 {
          let message = try #require(order.randomElement(using: &random))
          let from = Int.random(in: 0..<200, using: &random)
          let part = Array(Array(Self.text.utf8).dropFirst(from).prefix(9))
          texts[message]? += part
          bench.transcript.append(bytes: part, to: message)
          if random.oneIn(3) { for _ in 0..<5 { bench.machine.step() } }
        }
      }
      let older = Transcript.Message(99, from: "Bo", Self.text)
      bench.transcript.insertAtStart([older])
      bench.transcript.remove(0)
      order.removeFirst()
      for message in order { bench.transcript.finish(message) }
      bench.machine.run()
      #expect(bench.pieces(of: 99) == bench.pieces(ofText: Self.text))
      for message in order {
        let text = String(decoding: texts[message] ?? [], as: UTF8.self)
        #expect(bench.pieces(of: message) == bench.pieces(ofText: text), "LINECASTER_SEED=\(seed)")
      }
      let messages = bench.rows.map(\.message)
      #expect(messages.count == bench.rows.count && !messages.contains(0))
      #expect(Set(messages).count == order.count + 1 && messages.first == 99)
      #expect(bench.host.faults.isEmpty, "\(bench.host.faults)")
    }
  }

  /// Messages are kept although the program shows another model in between.
  @Test func anotherModelIsReplaced() throws {
    let bench = try TranscriptBench()
    bench.transcript.add(1, from: "Ada", "one")
    bench.show()
    bench.transcript.begin(2, from: "Ada")
    bench.list.update { TableModel() }
    bench.transcript.append("two", to: 2)
    bench.machine.run()
    bench.transcript.append(" three", to: 2)
    bench.machine.run()
    #expect(bench.rows.map(\.kind) == [.sender, .text, .sender, .text])
    #expect(bench.pieces(of: 2) == bench.pieces(ofText: "two three"))
  }

  @Test func aTranscriptWithoutAListWaits() throws {
    let bench = try TranscriptBench()
    bench.transcript.add(1, from: "Ada", "one")
    bench.transcript.append("x", to: 7)
    bench.transcript.finish(7)
    bench.transcript.remove(7)
    bench.transcript.begin(1, from: "Bo")
    #expect(bench.transcript.text(of: 7) == nil && bench.transcript.state(of: 7) == nil)
    bench.show()
    #expect(bench.rows.map(\.sender) == ["Ada", "Ada"])
    bench.list.tearDown()
    bench.transcript.add(2, from: "Ada", "two")
    bench.machine.run()
    #expect(bench.transcript.text(of: 2) == "two")
  }
}

/// A row of Markdown.
private struct MarkdownCell: Cell {
  let text: ExactText

  init(_ text: String) { self.text = ExactText(text) }

  func body(in environment: LayoutEnvironment) -> some Layout {
    Markup(text.string).layout(MarkupStyle())
  }
}
