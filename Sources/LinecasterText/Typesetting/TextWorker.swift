import LinecasterBase
import LinecasterFonts
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// The working state for preparing paragraphs, for one thread at a time: ICU and HarfBuzz objects
/// and caches.
final class TextWorker {
  let analyzer = TextAnalyzer(unicode: UnicodeAnalyzer())
  /// The items of the current paragraph.
  let items = ItemList()
  let tools: ShapingTools

  private let fonts: FontCollection
  private let notes: FontNotes?
  private var fallbacks: [FontRequest: FallbackCache] = [:]
  private var lastFallback: (request: FontRequest, cache: FallbackCache)?
  private var lastFaces: (style: TextStyle, faces: Faces)?

  /// The counters of the worker; readable by any thread at any time.
  let counters: TextCounters

  /// Creates a worker; `wordBytes` is the limit of its word cache, in bytes.
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
    /// The font fallback of each style.
    let fallback: [FallbackCache]
    /// The first face of each style.
    let first: [FontFace]
  }

  /// Returns the faces of styles, each found once.
  func faces(for styles: [AttributedText.Run]) -> Faces {
    if styles.count == 1, let lastFaces, lastFaces.style == styles[0].style {
      return lastFaces.faces
    }
    let fallback = styles.map { self.fallback(for: $0.style) }
    let faces = Faces(fallback: fallback, first: fallback.map(\.cascade.primary))
    if let style = styles.first?.style, styles.count == 1 { lastFaces = (style, faces) }
    return faces
  }

  /// Returns the font fallback of a style.
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

  /// The maximum number of cached cascades, which bounds the memory of arbitrary family names.
  private static let cascadeLimit = 256

  /// Clears the cached words and faces of characters.
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

  /// Frees memory that only very long texts need.
  func releaseExcess() {
    items.releaseExcess()
    analyzer.memory.releaseExcess()
    tools.glyphs.removeAll()
  }

  /// Counts a prepared paragraph or reshaped text, with the calls since `shapeCalls`.
  func count(paragraphs: Int, glyphs: Int, shapeCalls: Int) {
    counters.add(
      paragraphs: paragraphs, glyphs: glyphs, shapeCalls: tools.buffer.calls - shapeCalls)
    if let words = tools.words { counters.set(words: words) }
  }

  /// Returns the shaping plan of a face for a script and a style.
  func plan(
    _ face: FontFace, _ script: ScriptCode, _ direction: GlyphDirection, _ style: TextStyle
  ) -> ShapingPlan {
    tools.plans.plan(face, script: script, direction: direction, style: style)
  }

  /// Returns the shaper for the parts of a text in one script; text outside `context` does not
  /// affect the glyphs.
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

/// The workers of a typesetter, each used by one thread at a time.
///
/// A thread first checks the slot that it used last. It finds its caches there, and busy threads do
/// not contend for a shared place in memory.
final class WorkerPool: Sendable {
  /// A slot for an idle worker, on its own cache lines.
  private final class Slot: Sendable {
    /// The address of a retained worker; 0 for none.
    let worker = Atomic<UInt>(0)
    private let padding: (SIMD64<UInt8>, SIMD64<UInt8>) = (.zero, .zero)
  }

  private let slots: [Slot]
  let fonts: FontCollection
  /// The hyphenation dictionaries.
  let dictionaries: HyphenationDictionaries
  /// The notes of font requests that could not be met.
  let notes = FontNotes()
  private let threads: Int
  private let wordBytes: Int
  /// The counters of work outside workers.
  let counters: TextCounters
  /// The counters of all workers, including released ones.
  private let workerCounters = Mutex<[TextCounters]>([])

  /// Creates a pool whose first workers, one per processor, share `shapeCacheBytes` for words.
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

  /// The maximum number of pooled workers; others are made for one call and released.
  private static let slotCount = 64

  deinit {
    for slot in slots { _ = Self.take(slot) }
  }

  /// Calls `body` with a worker.
  func withWorker<Result, Failure: Error>(
    _ body: (TextWorker) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let home = Self.home
    let worker = idle(near: home) ?? start()
    defer { recycle(worker, near: home) }
    return try body(worker)
  }

  /// Clears the caches of idle workers.
  func forget() {
    for place in slots.indices {
      guard let worker = Self.take(slots[place]) else { continue }
      worker.forget()
      recycle(worker, near: place)
    }
  }

  /// The sums of all counters.
  var statistics: TextStatistics {
    workerCounters.withLock { $0.reduce(into: counters.statistics) { $0 += $1.statistics } }
  }

  /// The slot that likely has this thread's worker.
  private static var home: Int {
    let thread = UInt64(UInt(pthread_self()))
    return Int((thread &* 0x9E37_79B9_7F4A_7C15) >> 58) % slotCount
  }

  private func idle(near home: Int) -> TextWorker? {
    for offset in 0..<Self.slotCount {
      let slot = slots[(home + offset) % Self.slotCount]
      // Checked before it is taken: a load leaves the cache line with the thread that uses it.
      if slot.worker.load(ordering: .relaxed) != 0, let worker = Self.take(slot) { return worker }
    }
    return nil
  }

  private static func take(_ slot: Slot) -> TextWorker? {
    let address = slot.worker.exchange(0, ordering: .acquiring)
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    // This call now owns the slot's reference.
    return Unmanaged<TextWorker>.fromOpaque(pointer).takeRetainedValue()
  }

  private func recycle(_ worker: TextWorker, near home: Int) {
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
