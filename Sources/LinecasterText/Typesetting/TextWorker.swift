import LinecasterFonts

/// What one thread at a time needs for preparing paragraphs: ICU's and HarfBuzz's working objects,
/// and what it remembers.
final class TextWorker {
  let unicode = UnicodeAnalyzer()
  let buffer = HarfBuzzBuffer()
  /// The glyphs of the paragraph in work.
  let glyphs = GlyphBuffer()
  /// The words shaped before; nil remembers none.
  let words: WordCache?

  private let scratch = WordScratch()
  private let plans = ShapingPlans()
  private let fonts: FontCollection
  private var spareItems = Itemizer.Result()
  private var memos: [FontRequest: FaceMemo] = [:]
  private var lastMemo: (request: FontRequest, memo: FaceMemo)?

  /// What the worker has done; others may read it at any time.
  let counters: TextCounters

  /// Makes a worker that remembers words in so many bytes.
  init(fonts: FontCollection, wordBytes: Int, counters: TextCounters) {
    self.fonts = fonts
    self.counters = counters
    words = wordBytes > 0 ? WordCache(byteLimit: wordBytes) : nil
  }

  /// No items, in the memory of those of a paragraph before.
  func takeItems() -> Itemizer.Result {
    defer { spareItems = Itemizer.Result() }
    return spareItems
  }

  /// Keeps the memory of items, unless they are many, for those of the next paragraph.
  func giveBack(_ items: consuming Itemizer.Result) {
    guard items.items.capacity <= Self.keptItems else { return }
    items.removeAll()
    spareItems = items
  }

  private static let keptItems = 1_024

  /// The faces for a style, found once.
  func faces(for style: TextStyle) -> FaceMemo {
    let request = style.fontRequest
    if let lastMemo, lastMemo.request == request { return lastMemo.memo }
    let key = fonts.distinguishing(request)
    if memos.count >= Self.cascadeLimit { memos.removeAll() }
    let memo = memos[key] ?? FaceMemo(cascade: FontCascade(fonts: fonts, style: style))
    memos[key] = memo
    lastMemo = (request, memo)
    return memo
  }

  /// The same, as they are found.
  func cascade(for style: TextStyle) -> FontCascade { faces(for: style).cascade }

  /// More styles than a program has; bounds the memory that made-up family names can take.
  private static let cascadeLimit = 256

  /// Counts a paragraph prepared, or a stretch shaped again, with the calls since `shapeCalls`.
  func count(paragraphs: Int, glyphs: Int, shapeCalls: Int) {
    counters.add(
      paragraphs: paragraphs, glyphs: glyphs, shapeCalls: buffer.calls - shapeCalls)
    if let words { counters.set(words: words) }
  }

  /// How a face draws a script in a style.
  func plan(
    _ face: FontFace, _ script: ScriptCode, isRightToLeft: Bool, _ style: TextStyle
  ) -> ShapingPlan {
    plans.plan(face, script: script, isRightToLeft: isRightToLeft, style: style)
  }

  /// The shaper of an item's text of a script; what lies outside `context` has no influence on the glyphs.
  func shaper(
    _ item: TextItem, _ script: ScriptCode, _ face: FontFace, _ style: TextStyle,
    _ text: UnsafeBufferPointer<UInt16>, _ boundaries: UnsafePointer<BoundaryFlags>,
    context: Range<Int>
  ) -> ItemShaper {
    let plan = plan(face, script, isRightToLeft: item.isRightToLeft, style)
    return ItemShaper(
      plan: plan, inert: plan.inert, buffer: buffer, words: words, scratch: scratch, glyphs: glyphs,
      text: text,
      boundaries: boundaries, context: context, foreignSpace: item.foreignSpace)
  }
}
