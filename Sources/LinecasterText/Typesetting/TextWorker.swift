import LinecasterBase
import LinecasterFonts
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// What one thread at a time needs for preparing paragraphs: ICU's and HarfBuzz's working objects,
/// and what it remembers.
final class TextWorker {
  let analyzer = TextAnalyzer(unicode: UnicodeAnalyzer())
  /// The items of the paragraph in work.
  let items = ItemList()
  let tools: ShapingTools

  private let fonts: FontCollection
  private let notes: FontNotes?
  private var fallbacks: [FontRequest: FallbackCache] = [:]
  private var lastFallback: (request: FontRequest, cache: FallbackCache)?
  private var lastFaces: (style: TextStyle, faces: Faces)?

  /// What the worker has done; others may read it at any time.
  let counters: TextCounters

  /// Makes a worker; `wordBytes` is the most memory for the words that it remembers.
  init(
    fonts: FontCollection, wordBytes: Int, counters: TextCounters, notes: FontNotes? = nil
  ) {
    self.fonts = fonts
    self.notes = notes
    self.counters = counters
    tools = ShapingTools(wordBytes: wordBytes)
  }

  /// The faces of each style of a text.
  struct Faces {
    /// Which face draws what.
    let fallback: [FallbackCache]
    /// The face that text of the style is drawn with first.
    let first: [FontFace]
  }

  /// The faces of styles, found once each.
  func faces(for styles: [AttributedText.Run]) -> Faces {
    if styles.count == 1, let lastFaces, lastFaces.style == styles[0].style {
      return lastFaces.faces
    }
    let fallback = styles.map { self.fallback(for: $0.style) }
    let faces = Faces(fallback: fallback, first: fallback.map(\.cascade.primary))
    if let style = styles.first?.style, styles.count == 1 { lastFaces = (style, faces) }
    return faces
  }

  /// The faces that a style's text is drawn with.
  func fallback(for style: TextStyle) -> FallbackCache {
    let request = style.fontRequest
    if let lastFallback, lastFallback.request == request { return lastFallback.cache }
    let key = fonts.distinguishing(request)
    if fallbacks.count >= Self.cascadeLimit { fallbacks.removeAll() }
    let cache =
      fallbacks[key]
      ?? FallbackCache(cascade: FontCascade(fonts: fonts, style: style), notes: notes)
    fallbacks[key] = cache
    lastFallback = (request, cache)
    return cache
  }

  /// More styles than a program has; bounds the memory that made-up family names can take.
  private static let cascadeLimit = 256

  /// Forgets the words and the faces of characters that it remembers.
  func forget() {
    if let words = tools.words {
      words.removeAll()
      counters.set(words: words)
    }
    items.forget()
    tools.plans.forget()
    fallbacks.removeAll()
    (lastFallback, lastFaces) = (nil, nil)
    releaseExcess()
  }

  /// Forgets what only very long texts need.
  func releaseExcess() {
    items.releaseExcess()
    analyzer.memory.releaseExcess()
    tools.glyphs.removeAll()
  }

  /// Counts a paragraph prepared, or a stretch shaped again, with the calls since `shapeCalls`.
  func count(paragraphs: Int, glyphs: Int, shapeCalls: Int) {
    counters.add(
      paragraphs: paragraphs, glyphs: glyphs, shapeCalls: tools.buffer.calls - shapeCalls)
    if let words = tools.words { counters.set(words: words) }
  }

  /// How a face draws a script in a style.
  func plan(
    _ face: FontFace, _ script: ScriptCode, _ direction: GlyphDirection, _ style: TextStyle
  ) -> ShapingPlan {
    tools.plans.plan(face, script: script, direction: direction, style: style)
  }

  /// The shaper of a text's parts of a script; what lies outside `context` has no influence on the
  /// glyphs.
  func shaper(
    _ script: ScriptCode, _ direction: GlyphDirection, _ face: FontFace, _ style: TextStyle,
    _ text: UnsafeBufferPointer<UInt16>, _ boundaries: UnsafePointer<BoundaryFlags>,
    context: Range<Int>
  ) -> ItemShaper {
    ItemShaper(
      by: plan(face, script, direction, style), with: tools,
      text: text, boundaries: boundaries, context: context)
  }
}

/// The workers of a typesetter, each lent to one thread at a time.
///
/// A thread looks first where it put its worker the last time, so it finds what that remembers,
/// and threads that keep working meet at no common place in memory.
final class WorkerPool: Sendable {
  /// A place for a worker that nobody uses, alone on its cache lines.
  private final class Slot: Sendable {
    /// A retained worker's address; 0 while there is none.
    let worker = Atomic<UInt>(0)
    private let padding: (SIMD64<UInt8>, SIMD64<UInt8>) = (.zero, .zero)
  }

  private let slots: [Slot]
  let fonts: FontCollection
  /// Where words are broken.
  let dictionaries: HyphenationDictionaries
  /// What the fonts lack of what text asked for.
  let notes = FontNotes()
  private let threads: Int
  private let wordBytes: Int
  /// What is counted outside of workers.
  let counters: TextCounters
  /// Every worker's counters, those of workers that are gone included.
  private let workerCounters = Mutex<[TextCounters]>([])

  /// Makes a pool whose first workers, one a processor, share `shapeCacheBytes` for words.
  init(
    fonts: FontCollection, shapeCacheBytes: Int, hyphenation: HyphenationDictionaries,
    measuresTime: Bool
  ) {
    self.fonts = fonts
    dictionaries = hyphenation
    counters = TextCounters(measuresTime: measuresTime)
    threads = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    wordBytes = max(0, shapeCacheBytes) / threads
    slots = (0..<Self.slotCount).map { _ in Slot() }
  }

  /// More workers than this are made for a call and forgotten.
  private static let slotCount = 64

  deinit {
    for slot in slots { _ = Self.take(slot) }
  }

  /// Lends a worker to `body` for the time of the call.
  func withWorker<Result, Failure: Error>(
    _ body: (TextWorker) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let home = Self.home
    let worker = idle(near: home) ?? start()
    defer { giveBack(worker, near: home) }
    return try body(worker)
  }

  /// Has the workers that nobody uses forget what they remember.
  func forget() {
    for place in slots.indices {
      guard let worker = Self.take(slots[place]) else { continue }
      worker.forget()
      giveBack(worker, near: place)
    }
  }

  /// The sums of all counters.
  var statistics: TextStatistics {
    workerCounters.withLock { $0.reduce(into: counters.statistics) { $0 += $1.statistics } }
  }

  /// Where this thread's worker is likely to be.
  private static var home: Int {
    let thread = UInt64(UInt(pthread_self()))
    return Int((thread &* 0x9E37_79B9_7F4A_7C15) >> 58) % slotCount
  }

  private func idle(near home: Int) -> TextWorker? {
    for offset in 0..<Self.slotCount {
      let slot = slots[(home + offset) % Self.slotCount]
      // Looked at before it is taken: a load leaves the line with the thread that uses it.
      if slot.worker.load(ordering: .relaxed) != 0, let worker = Self.take(slot) { return worker }
    }
    return nil
  }

  private static func take(_ slot: Slot) -> TextWorker? {
    let address = slot.worker.exchange(0, ordering: .acquiring)
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    // The slot held the reference that is now this call's.
    return Unmanaged<TextWorker>.fromOpaque(pointer).takeRetainedValue()
  }

  private func giveBack(_ worker: TextWorker, near home: Int) {
    let reference = Unmanaged.passRetained(worker)
    let address = UInt(bitPattern: reference.toOpaque())
    for offset in 0..<Self.slotCount {
      let slot = slots[(home + offset) % Self.slotCount]
      let (isFree, _) = slot.worker.compareExchange(
        expected: 0, desired: address, ordering: .releasing)
      if isFree { return }
    }
    reference.release()
  }

  private func start() -> TextWorker {
    let own = TextCounters(measuresTime: counters.measuresTime)
    let count = workerCounters.withLock { counters in
      counters.append(own)
      return counters.count
    }
    return TextWorker(
      fonts: fonts, wordBytes: count <= threads ? wordBytes : 0, counters: own,
      notes: notes)
  }
}
