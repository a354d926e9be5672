@testable import LinecasterConformance
import LinecasterTestSupport
import Testing

@testable import LinecasterScenes

/// Growing text always has the blocks of the whole text, and final blocks stay.
@Suite struct MarkupStreamTests {
  @Test(
    .enabled(if: SharedFiles.mayRun(with: "conformance/markdown"), "no examples of CommonMark"),
    arguments: CommonMarkTests.files)
  func examplesGrowByteByByte(file: CommonMarkTests.File) throws {
    for example in try CommonMarkTests.examples(file) {
      let extensions = file.isGitHub ? .gitHub : example.dialect(isGitHub: false).extensions
      var growing = GrowingMarkup(extensions)
      do { try growing.append(example.markdown) } catch {
        Issue.record("\(example.example): \(error)")
      }
    }
  }

  @Test func randomDocumentsGrowByteByByte() {
    var random = RandomMarkdown(salt: 4902)
    for _ in 0..<(TestSettings.isLong ? 100_000 : 2_000) {
      var growing = GrowingMarkup(.gitHub)
      do { try growing.append(random.document()) } catch {
        Issue.record("\(error), seed \(TestSettings.seed)")
        return
      }
    }
  }

  /// A block is final exactly when no further text can change it.
  @Test(arguments: [
    ("a", []), ("a\n", []), ("a\n\n", [0]), ("# a\n", [0]), ("# a", []), ("- a\n\n", []),
    ("- a\n\nb\n", [0]), ("a [b]\n\nc\n\n", [1]), ("[b]: c\n\na [b]\n\n", [0]),
    ("a [b]\n\nc\n\n[b]: d\n\n", [0, 1]), ("a[^n]\n\nb\n\n", [1]),
    ("a[^n]\n\n[^n]: b\n\nc\n\n", [0, 1, -1]),
    ("a [x]\n\nb[^n]\n\n[^n]: c\n\nd\n\n", [2]), ("```\na\n", []), ("```\na\n```\n", [0]),
    ("a|b\n-|-\nc\n", []), ("a|b\n-|-\nc\n\n", [0]),
  ])
  func finalBlocksAreKnown(text: String, ids: [Int]) {
    var stream = MarkupStream()
    stream.append(text)
    #expect(stream.blocks.filter(\.isFinal).map(\.id) == ids)
    stream.finish()
    #expect(!stream.blocks.contains { !$0.isFinal })
  }

  @Test func incompleteCharactersWait() {
    for text in ["aé😀字\n", "\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}"] {
      for split in 0...text.utf8.count {
        var stream = MarkupStream()
        stream.append(bytes: text.utf8.prefix(split))
        #expect(!"\(stream.blocks)".contains("\u{FFFD}"))
        stream.append(bytes: text.utf8.dropFirst(split))
        #expect(stream.blocks.map(\.content) == Markup(text).blocks)
      }
    }
    // Invalid bytes are repaired as in the whole text, for any split into pieces.
    var random = SeededGenerator(salt: 4903)
    let bytes: [UInt8] = [
      0x61, 0xC3, 0xA9, 0xE0, 0xA0, 0x80, 0xED, 0xF0, 0x90, 0x9F, 0xF4, 0xFF, 0xC0,
    ]
    for _ in 0..<1_000 {
      let text = (0..<8).map { _ in bytes.randomElement(using: &random) ?? 0 }
      var stream = MarkupStream()
      for byte in text { stream.append(bytes: [byte]) }
      stream.finish()
      let whole = Markup(String(decoding: text, as: UTF8.self)).blocks
      #expect(stream.blocks.map(\.content) == whole, "\(text)")
    }
  }

  @Test func newReferencesLeaveOtherBlocksAlone() {
    var stream = MarkupStream()
    stream.append("[^a]: x\n\n[^b]: y\n\n")
    for _ in 0..<50 { stream.append("a[^a]\n\n") }
    #expect(stream.update().blocks.count == 50)
    stream.append("b[^b]\n\n")
    let update = stream.update()
    #expect(update.blocks.map(\.id) == [50] && update.footnotes.count == 2)
    stream.append("b[^b]")
    #expect(stream.update().blocks.map(\.id) == [51])
    // A reference before others renumbers the footnotes.
    stream = MarkupStream()
    stream.append("c[^c]\n\na[^a]\n\n[^a]: x\n\n")
    _ = stream.update()
    stream.append("[^c]: z\n\n")
    #expect(stream.update().blocks.map(\.id) == [0, 1])
  }

  /// Definitions that follow a text with all their labels, one by one.
  @Test func definitionsAfterTheirTextAreLinear() {
    func milliseconds(_ count: Int) -> Double {
      let text = (0..<count).map { "[a\($0)] b[^c\($0)] " }.joined() + "\n\n"
      return (0..<3).map { _ in
        var stream = MarkupStream()
        return ThreadClock.milliseconds {
          stream.append(text)
          for index in 0..<count { stream.append("[a\(index)]: x\n\n[^c\(index)]: y\n\n") }
          _ = stream.update()
        }
      }.min() ?? 0
    }
    let (small, large) = (milliseconds(200), milliseconds(1_600))
    #expect(large < max(small, 4) * 30, "\(small) and \(large)")
  }

  @Test func failingKeepsWhatCame() {
    var stream = MarkupStream()
    stream.append("# a\n\n**b")
    stream.fail("no network")
    stream.append("c")
    stream.finish()
    #expect(stream.state == .failed("no network"))
    #expect(stream.blocks.map(\.content) == Markup("# a\n\n**b").blocks)
    #expect(stream.preview == stream.blocks && !stream.blocks.contains { !$0.isFinal })
  }

  /// A token costs the same after many blocks as after few.
  @Test func tokensCostTheOpenBlock() {
    func milliseconds(after count: Int) -> Double {
      var stream = MarkupStream()
      stream.append(String(repeating: "A *paragraph* of text.\n\n", count: count))
      _ = stream.update()
      return (0..<5).map { _ in
        ThreadClock.milliseconds {
          for _ in 0..<50 {
            stream.append("word ")
            _ = stream.update()
          }
          stream.append("\n\n")
        }
      }.min() ?? 0
    }
    let (few, many) = (milliseconds(after: 10), milliseconds(after: 10_000))
    #expect(many < few * 4 + 1, "\(few) and \(many)")
  }

  /// Appending is linear for any kind of open block.
  @Test(arguments: ["word ", "`", "[", "> ", "| a ", "[a]: b\n", "- a\n", "[^a]: b\n", "a[^a]\n\n"])
  func appendingIsLinear(piece: String) {
    func milliseconds(_ count: Int) -> Double {
      (0..<3).map { _ in
        var stream = MarkupStream()
        return ThreadClock.milliseconds { for _ in 0..<count { stream.append(piece) } }
      }.min() ?? 0
    }
    let (small, large) = (milliseconds(500), milliseconds(4_000))
    #expect(large < max(small, 4) * 30, "\(small) and \(large)")
  }
}
