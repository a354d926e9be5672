import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterList
import LinecasterScenes
import LinecasterText
import LinecasterTranscript
import Testing

/// The samples of the chapter on text that grows.
@Suite @MainActor struct TranscriptSampleTests {
  private struct Lost: Error {}

  /// Text from a source, in place of a network.
  private func answer(
    _ parts: [String], fails: Bool = false
  ) -> AsyncThrowingStream<String, any Error> {
    AsyncThrowingStream { continuation in
      for part in parts { continuation.yield(part) }
      continuation.finish(throwing: fails ? Lost() : nil)
    }
  }

  @MainActor final class Conversation {
    let transcript = Transcript(style: TranscriptStyle(margin: 20))
    let list: AutoDiffController
    private var count = 0

    init(in host: any TableHost, width: Double) throws {
      let pipeline = PrecomputePipeline(fonts: try .bundled())
      list = AutoDiffController(
        pipeline: pipeline, environment: LayoutEnvironment(width: width), host: host)
      transcript.show(in: list)
    }

    func ask(_ question: String, of answer: some AsyncSequence<String, any Error>) async {
      count += 2
      let (asked, answered) = (ItemIdentifier.number(count), ItemIdentifier.number(count + 1))
      transcript.add(asked, from: "You", question)
      transcript.begin(answered, from: "Assistant")
      do {
        for try await part in answer { transcript.append(part, to: answered) }
        transcript.finish(answered)
      } catch {
        transcript.fail(answered, "\(error)")
      }
    }

    func showLatest() { list.scrollToEnd(animated: true) }
  }

  @Test func aConversation() async throws {
    let host = HeadlessHost(.points(400))
    let conversation = try Conversation(in: host, width: 320)
    await conversation.ask("Which?", of: answer(["**All", "** of", " them."]))
    await conversation.ask("Why?", of: answer(["Be"], fails: true))
    conversation.showLatest()
    let transcript = conversation.transcript
    #expect(transcript.text(of: 3) == "**All** of them." && transcript.state(of: 3) == .finished)
    #expect(transcript.text(of: 5) == "Be" && transcript.state(of: 5) == .failed("Lost()"))
  }

  @Test func theTypes() async throws {
    let pipeline = PrecomputePipeline(fonts: try .bundled())
    let controller = AutoDiffController(
      pipeline: pipeline, environment: LayoutEnvironment(width: 320))
    let answer = AsyncStream<String> { continuation in
      for part in ["Arabic, ", "for one."] { continuation.yield(part) }
      continuation.finish()
    }
    let transcript = Transcript()
    transcript.show(in: controller)
    transcript.add("question", from: "Ada", "Which *scripts* join their letters?")
    transcript.begin("answer", from: "Assistant")
    for await part in answer { transcript.append(part, to: "answer") }
    transcript.finish("answer")
    #expect(transcript.text(of: "answer") == "Arabic, for one.")
  }

  @Test func theLook() {
    var light = MarkupStyle(theme: .light, size: 15)
    light.link = Color(rgb: 0xD6336C)
    let style = TranscriptStyle(light: light, dark: MarkupStyle(theme: .dark, size: 15))
    #expect(style.text(in: .light) == light && style.margin == 16)

    let transcript = Transcript { row in
      let item = TableItem(row.identifier, cell: row).onLink { print("open \($0)") }
      return row.kind == .sender ? item.onTap { print("tapped \(row.message)") } : item
    }
    transcript.add(1, from: "Ada", "[A link](https://example.org)")

    let older = [Transcript.Message(0, from: "Bo", "An *older* message")]
    transcript.insertAtStart(older)
    transcript.onSentence { _, sentence in print(sentence) }
    #expect(transcript.text(of: 0) == "An *older* message")
  }
}
