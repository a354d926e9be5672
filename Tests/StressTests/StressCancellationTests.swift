import Dispatch
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Synchronization
import Testing

/// Long paragraphs cancelled at random moments from another thread, while others are prepared.
@Suite("Stress: cancellation", .timeLimit(.minutes(60))) struct StressCancellationTests {
  private static let pieces = [
    "The quick brown fox jumps over the lazy dog. ", "قال hello (12) ثم مضى ", "天地玄黃，宇宙洪荒。",
    "สวัสดีชาวโลกวันนี้", "😀👩‍💻👍🏽", "abcdefghij",
  ]

  @Test func randomCancellationsLeaveEverythingRight() throws {
    let typesetter = Typesetter(fonts: try .bundled(), paragraphCacheBytes: 64 << 20)
    let paragraphs = Self.pieces.flatMap { piece in
      [600, 6_000, 24_000].map { count in
        Paragraph(String(repeating: piece, count: count / piece.utf16.count))
      }
    }
    let plain = Typesetter(fonts: try .bundled(), paragraphCacheBytes: 0)
    let expected = paragraphs.map { plain.prepare($0).layout(width: 200).lines }
    let wrong = Mutex<[Int]>([])
    let done = Atomic<Int>(0)
    let cancelled = Atomic<Int>(0)
    let seed = StressSettings.seed
    DispatchQueue.concurrentPerform(iterations: 6) { thread in
      var random = SeededGenerator(seed: seed, salt: UInt64(100 + thread))
      for _ in 0..<StressSettings.count(20, long: 400) {
        let number = Int.random(in: paragraphs.indices, using: &random)
        let last = random.oneIn(4) ? Int.max : Int.random(in: 1...60, using: &random)
        var asked = 0
        let question = {
          asked += 1
          return asked >= last
        }
        do {
          let prepared = try typesetter.prepare(paragraphs[number], isCancelled: question)
          let layout = try prepared.layout(width: 200, isCancelled: question)
          if layout.lines != expected[number] { wrong.withLock { $0.append(number) } }
          done.add(1, ordering: .relaxed)
        } catch {
          cancelled.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(wrong.withLock { $0 } == [], "seed \(seed)")
    #expect(done.load(ordering: .relaxed) > 0)
    #expect(cancelled.load(ordering: .relaxed) > 0)
  }
}
