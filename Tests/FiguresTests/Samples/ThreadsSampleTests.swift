import Dispatch
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterText
import Synchronization
import Testing

/// The samples of the chapter on threads.
@Suite struct ThreadsSampleTests {
  private let texts = ["Hello", "नमस्ते दुनिया", "مرحبا بالعالم", "Hello"]

  @Test func sharesATypesetter() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let heights = Mutex([Double](repeating: 0, count: texts.count))
    DispatchQueue.concurrentPerform(iterations: texts.count) { index in
      let layout = typesetter.prepare(Paragraph(texts[index])).layout(width: 320)
      heights.withLock { $0[index] = layout.size.height }
    }
    #expect(heights.withLock { $0.allSatisfy { $0 > 0 } && $0[0] == $0[3] })
  }

  @Test func callsWorkOff() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let paragraph = Paragraph(texts[2])
    for token in [Token(isCancelled: false), Token(isCancelled: true)] {
      var heights: [Double] = []
      func show(_ layout: TextLayout) { heights.append(layout.size.height) }
      do {
        let prepared = try typesetter.prepare(paragraph, isCancelled: { token.isCancelled })
        let layout = try prepared.layout(width: 320, isCancelled: { token.isCancelled })
        show(layout)
      } catch {
        // A CancellationError: nothing of the paragraph is left.
      }
      #expect(heights.isEmpty == token.isCancelled)
    }
  }

  private struct Token {
    let isCancelled: Bool
  }

  @Test func limitsAndReadsCaches() throws {
    let fonts = try FontCollection.bundled()
    let typesetter = Typesetter(
      fonts: fonts, shapeCacheBytes: 4 << 20, paragraphCacheBytes: 1 << 20)
    for text in texts { _ = typesetter.prepare(Paragraph(text)) }
    let statistics = typesetter.statistics
    print(statistics.paragraphHits, statistics.wordHits, statistics.shapeCalls)
    #expect(statistics.paragraphs == 3 && statistics.paragraphHits == 1)
  }
}
