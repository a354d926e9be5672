import LinecasterFonts

/// What one thread at a time needs for preparing paragraphs: ICU's and HarfBuzz's working objects,
/// and what it remembers.
final class TextWorker {
  let unicode = UnicodeAnalyzer()
  let analysisMemory = AnalysisMemory()
  /// The items of the paragraph in work.
  let items = ItemList()
  let tools: ShapingTools

  private let plans = ShapingPlans()
  private let fonts: FontCollection
  private var memos: [FontRequest: FaceMemo] = [:]
  private var lastMemo: (request: FontRequest, memo: FaceMemo)?
  private var lastFaces: (style: TextStyle, faces: StyledFaces)?

  /// What the worker has done; others may read it at any time.
  let counters: TextCounters

  /// Makes a worker that remembers words in so many bytes.
  init(fonts: FontCollection, wordBytes: Int, counters: TextCounters) {
    self.fonts = fonts
    self.counters = counters
    tools = ShapingTools(wordBytes: wordBytes)
  }

  /// The faces of styles, found once each.
  func faces(for styles: [AttributedText.Run]) -> StyledFaces {
    if styles.count == 1, let lastFaces, lastFaces.style == styles[0].style {
      return lastFaces.faces
    }
    let memos = styles.map { memo(for: $0.style) }
    let faces = StyledFaces(memos: memos, first: memos.map(\.cascade.primary))
    if let style = styles.first?.style, styles.count == 1 { lastFaces = (style, faces) }
    return faces
  }

  /// The faces that a style's text is drawn with.
  func memo(for style: TextStyle) -> FaceMemo {
    let request = style.fontRequest
    if let lastMemo, lastMemo.request == request { return lastMemo.memo }
    let key = fonts.distinguishing(request)
    if memos.count >= Self.cascadeLimit { memos.removeAll() }
    let memo = memos[key] ?? FaceMemo(cascade: FontCascade(fonts: fonts, style: style))
    memos[key] = memo
    lastMemo = (request, memo)
    return memo
  }

  /// More styles than a program has; bounds the memory that made-up family names can take.
  private static let cascadeLimit = 256

  /// Forgets what only very long texts need.
  func giveBackMuch() {
    items.giveBackMuch()
    analysisMemory.giveBackMuch()
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
    _ face: FontFace, _ script: ScriptCode, isRightToLeft: Bool, _ style: TextStyle
  ) -> ShapingPlan {
    plans.plan(face, script: script, isRightToLeft: isRightToLeft, style: style)
  }

  /// The shaper of a text's parts of a script; what lies outside `context` has no influence on the
  /// glyphs.
  func shaper(
    _ script: ScriptCode, isRightToLeft: Bool, _ face: FontFace, _ style: TextStyle,
    _ text: UnsafeBufferPointer<UInt16>, _ boundaries: UnsafePointer<BoundaryFlags>,
    context: Range<Int>
  ) -> ItemShaper {
    ItemShaper(
      by: plan(face, script, isRightToLeft: isRightToLeft, style), with: tools,
      text: text, boundaries: boundaries, context: context)
  }
}
