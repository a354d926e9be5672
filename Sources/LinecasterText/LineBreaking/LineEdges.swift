import LinecasterBase
import LinecasterFonts

/// The reshaped glyphs and the token of a line.
///
/// A class, so the many lines without any store only a pointer.
final class LineEdges: Sendable {
  /// The glyphs after a break, if it changed them.
  let head: Edge?
  /// The glyphs before a break, if it changed them.
  let tail: Edge?
  /// The token at the end, for hidden text or a hyphenated word.
  let token: LineToken?
  /// The width trimmed from the last character at the line's end, in font units.
  let endTrim: Int
  /// The extent before truncation, which determines the line height.
  let whole: Extent?
  /// The part shown after the token if the start or middle is truncated.
  let rest: LineRest?
  /// The part of the ruby annotations; `nil` unless the line starts or ends inside a pair.
  let ruby: RubyCut?
  /// The hanging punctuation; `nil` for none.
  let hang: LineHang?
  /// The box edges of the line that are not on the usual one of two lines; `nil` for none.
  let edgeCut: EdgeCut?

  /// The end of a line, and of its visible content.
  struct Extent: Sendable {
    let end: Int
    let contentEnd: Int
  }

  init(
    head: Edge?, tail: Edge?, token: LineToken?, endTrim: Int = 0, whole: Extent? = nil,
    rest: LineRest? = nil, ruby: RubyCut? = nil, hang: LineHang? = nil, edgeCut: EdgeCut? = nil
  ) {
    self.head = head
    self.tail = tail
    self.token = token
    self.endTrim = endTrim
    self.whole = whole
    self.rest = rest
    self.ruby = ruby
    self.hang = hang
    self.edgeCut = edgeCut
  }

  /// The edges for a truncated line, which may show letters after the original end.
  func cut(from line: LineSpan, showing end: Int) -> LineEdges {
    LineEdges(
      head: head, tail: tail, token: token, endTrim: endTrim,
      whole: Extent(
        end: max(end, line.range.upperBound), contentEnd: max(end, line.contentEnd)),
      rest: rest, ruby: ruby, hang: hang, edgeCut: edgeCut)
  }

  /// The edges of a line that starts or ends inside a pair, has hanging punctuation, or has box
  /// edges of the next line.
  static func adding(
    ruby: RubyCut? = nil, hang: LineHang? = nil, edgeCut: EdgeCut? = nil, to edges: LineEdges?
  ) -> LineEdges {
    LineEdges(
      head: edges?.head, tail: edges?.tail, token: edges?.token, endTrim: edges?.endTrim ?? 0,
      whole: edges?.whole, rest: edges?.rest, ruby: ruby ?? edges?.ruby, hang: hang ?? edges?.hang,
      edgeCut: edgeCut ?? edges?.edgeCut)
  }

  /// A part of one run that was shaped separately.
  struct Edge: Sendable {
    var range: Range<Int>
    var glyphs: [ShapedGlyph]
    /// Whether the text after it may belong to its glyphs, because it ends at an estimated line
    /// end.
    var isOpen = false

    /// The sum of the advances of clusters in a range, in font units.
    func advance(in units: Range<Int>) -> Int {
      glyphs.reduce(0) { sum, glyph in
        units.contains(Int(glyph.cluster)) ? sum + Int(glyph.advance) : sum
      }
    }

    /// Whether a cluster starts at a unit and a break there is safe.
    func isSafe(at unit: Int) -> Bool {
      glyphs.contains { $0.cluster == unit && !$0.flags.contains(.unsafeToBreak) }
    }

    /// The part before a safe place.
    func prefix(before unit: Int) -> Edge {
      Edge(range: range.lowerBound..<unit, glyphs: glyphs.filter { $0.cluster < unit })
    }

    /// The part before a unit; `nil` if it is empty.
    func prefix(upTo unit: Int) -> Edge? {
      guard unit > range.lowerBound else { return nil }
      return unit < range.upperBound ? prefix(before: unit) : self
    }
  }
}

extension LineBreaker {
  /// The reshaped glyphs after a break before `start`; `nil` if the break is safe.
  ///
  /// They end at a safe place, or near the estimated line end if that comes first. A long joined
  /// word is therefore not reshaped to its end for every line.
  func head(at start: Int) -> LineEdges.Edge? {
    guard view.isUnsafe(start) else { return nil }
    let reach = reach(
      from: start, in: paragraph.runIndex(containing: start), head: nil, limit: limit)
    // Lines may end inside a grapheme of thousands of marks; only a part of it is scanned.
    return head(at: start, upTo: nextGrapheme(after: reach, upTo: reach + Self.lookahead))
  }

  /// The reshaped glyphs if the line is known to end before `bound`.
  func head(at start: Int, upTo bound: Int) -> LineEdges.Edge? {
    guard view.isUnsafe(start) else { return nil }
    let index = paragraph.runIndex(containing: start)
    let run = view.runs[index]
    let last = min(run.end, max(bound, start + 1))
    var end = nextSafe(after: start, upTo: last)
    var step = 0
    while end < last {
      // A place that was safe between the old glyphs may be inside a ligature of the new ones:
      // shape more text and test the place again.
      let probe = nextSafe(after: min(end + step, last - 1), upTo: last)
      let stretch = reshape(start..<probe, of: index, in: start..<view.count)
      if stretch.isSafe(at: end) { return stretch.prefix(before: end) }
      end = probe
      step = 2 * step + 1
    }
    var stretch = reshape(start..<last, of: index, in: start..<view.count)
    stretch.isOpen = last < run.end
    return stretch
  }

  private func nextSafe(after unit: Int, upTo last: Int) -> Int {
    var end = unit + 1
    while end < last, view.boundaries[end].contains(.unsafe) { end += 1 }
    return end
  }

  /// The change in width of the head by reshaping, in layout points.
  func headCorrection(_ head: LineEdges.Edge?) -> Double {
    guard let head else { return 0 }
    let run = view.runs[paragraph.runIndex(containing: head.range.lowerBound)]
    return Double(head.advance(in: head.range)) * run.scale
      - view.width(from: head.range.lowerBound, to: head.range.upperBound, in: run)
  }

  /// The line of a range, with the edge at its end reshaped.
  func span(_ range: Range<Int>, run first: Int, head: LineEdges.Edge?) -> LineSpan {
    var line = LineSpan(range: range, contentEnd: contentEnd(of: range), firstRun: first)
    let token = hyphen(before: range.upperBound)
    if token != nil, !paragraph.isPlain, partsHyphen(before: range.upperBound) {
      line.edges = edges(of: range, head: head, token: nil)
      carry(into: &line)
      line.width = width(of: line)
      if fitsWithSpaces(line) { return line }
    }
    line.edges = edges(of: range, head: head, token: token)
    carry(into: &line)
    line.width = width(of: line)
    if !paragraph.isPlain { hang(&line) }
    line.trailing = trailing(of: line)
    return line
  }

  /// The line of a range in a plain paragraph, without reshaping.
  @inline(__always)
  func plainSpan(_ range: Range<Int>, run first: Int) -> LineSpan {
    let end = contentEnd(of: range)
    var line = LineSpan(range: range, contentEnd: end, firstRun: first)
    line.width = plainWidth(of: range.lowerBound..<end, run: first)
    if paragraph.style.whiteSpace == .preWrap { line.trailing = trailing(of: line) }
    return line
  }

  /// The line of a range without reshaping, with a hyphen if it ends at one.
  func piece(_ range: Range<Int>, run first: Int) -> LineSpan {
    var line = LineSpan(range: range, contentEnd: contentEnd(of: range), firstRun: first)
    line.edges = hyphen(before: range.upperBound).map {
      LineEdges(head: nil, tail: nil, token: $0)
    }
    line.width = width(of: line)
    if !paragraph.isPlain { hang(&line) }
    return line
  }

  /// The width of white space before a forced end, if it counts (CSS Text 3 §4.1.2).
  private func trailing(of line: LineSpan) -> Double {
    let end = line.range.upperBound
    guard paragraph.style.whiteSpace == .preWrap, line.contentEnd < end,
      end == view.count || view.isForced(end)
    else { return 0 }
    var full = line
    full.contentEnd = end
    let room = limit - line.width - paragraph.indent(at: line.range.lowerBound)
    return max(0, min(width(of: full) - line.width, room))
  }

  /// The hyphen of a line that ends after a soft hyphen inside the text, or at a dictionary break.
  private func hyphen(before end: Int) -> LineToken? {
    mayShowHyphen(before: end) ? paragraph.hyphen(at: textEnd(before: end) - 1) : nil
  }

  /// Whether a line that ends there may show a hyphen, depending on its style. Only white space may
  /// stand between a soft hyphen and the end, as in browsers.
  func mayShowHyphen(before end: Int) -> Bool {
    guard end > 0, end < view.count, !view.isForced(end) else { return false }
    let last = textEnd(before: end)
    return last > 0 && view.text[last - 1] == BoundaryFlags.softHyphen
      || paragraph.isHyphenPlace(end)
  }

  /// Whether a box begins or ends between a soft hyphen and the white space before a line's end. As
  /// in browsers, the hyphen then shows only if the white space does not fit.
  private func partsHyphen(before end: Int) -> Bool {
    guard let flow = paragraph.flow else { return false }
    let last = textEnd(before: end)
    return last < end && flow.hasEdges(in: last..<end)
      && view.text[last - 1] == BoundaryFlags.softHyphen
  }

  /// The end of text before white space that takes no room at a line's end.
  private func textEnd(before end: Int) -> Int {
    var end = end
    while end > 0, view.text[end - 1] <= 0x20, view.hangs(end - 1) { end -= 1 }
    return end
  }

  /// The width of a line's content without hanging parts, in layout points; at least 0, even if
  /// negative letter spacing runs backwards.
  func width(of line: LineSpan) -> Double {
    if line.edges == nil && paragraph.isPlain {
      return plainWidth(of: line.content, run: line.firstRun)
    }
    let origin = paragraph.indent(at: line.range.lowerBound)
    return max(0, paragraph.width(of: line, origin: origin) - (line.edges?.hang?.width ?? 0))
  }

  /// The content width from a line's start by positions, in layout points; at least 0.
  private func plainWidth(of content: Range<Int>, run first: Int) -> Double {
    guard !content.isEmpty else { return 0 }
    let run = view.runs[first]
    // Most lines are part of one run; only tabs depend on their place.
    return content.upperBound <= run.end && !run.isTab
      ? max(0, view.width(from: content.lowerBound, to: content.upperBound, in: run))
      : mixedWidth(of: content, run: first)
  }

  /// The same of content of several runs, or of tabs.
  private func mixedWidth(of content: Range<Int>, run first: Int) -> Double {
    let origin = paragraph.indent(at: content.lowerBound)
    var x = origin
    var from = content.lowerBound
    var index = first
    while from < content.upperBound {
      let run = view.runs[index]
      let end = min(run.end, content.upperBound)
      if run.isTab {
        for unit in from..<end { x += paragraph.tabAdvance(at: x, of: unit, in: run) }
      } else {
        x += view.width(from: from, to: end, in: run)
      }
      from = end
      index += 1
    }
    return max(0, x - origin)
  }

  /// Shapes part of a run again; of text on other lines, only letters that join have influence.
  func reshape(
    _ range: Range<Int>, of run: Int, in line: Range<Int>
  ) -> LineEdges.Edge {
    LineEdges.Edge(
      range: range, glyphs: paragraph.reshape(range, of: paragraph.runs[run], on: line))
  }

  /// The end of a line without trailing white space and terminator.
  private func contentEnd(of range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, view.hangs(end - 1) { end -= 1 }
    return end
  }

  /// The edges of a line that shows a range; `nil` if both breaks are safe and there is no token.
  func edges(of range: Range<Int>, head: LineEdges.Edge?, token: LineToken?) -> LineEdges? {
    var head = head
    if let open = head, open.isOpen, open.range.upperBound < range.upperBound {
      head = self.head(at: range.lowerBound, upTo: range.upperBound)
    }
    let cutsHead = head.map { range.upperBound < $0.range.upperBound } ?? false
    guard cutsHead || view.isUnsafe(range.upperBound) else {
      return head == nil && token == nil ? nil : LineEdges(head: head, tail: nil, token: token)
    }
    let index = paragraph.runIndex(containing: range.upperBound - 1)
    let run = view.runs[index]
    var start = range.upperBound - 1
    let first = max(range.lowerBound, run.start)
    while start > first, view.boundaries[start].contains(.unsafe) { start -= 1 }
    let end = min(range.upperBound, run.end)
    if let old = head, start < old.range.upperBound {
      let whole = reshape(old.range.lowerBound..<end, of: index, in: range)
      return LineEdges(head: whole, tail: nil, token: token)
    }
    return LineEdges(head: head, tail: reshape(start..<end, of: index, in: range), token: token)
  }
}

extension PreparedParagraph {
  /// The content width of a line, in layout points.
  fileprivate func width(of line: LineSpan, origin: Double) -> Double {
    LineContent(self, line, origin: origin).width
  }

  /// Whether a dictionary allows a break before a unit.
  ///
  /// - Complexity: O(log places).
  func isHyphenPlace(_ unit: Int) -> Bool {
    guard !hyphenPlaces.isEmpty else { return false }
    let index = hyphenPlaces.bisect { unit <= $0 }
    return index < hyphenPlaces.count && hyphenPlaces[index] == unit
      && boundaries[unit].contains(.softBreak)
  }

  /// The width that trimming removes from wide punctuation, in font units; `nil` for other units.
  func endTrim(of unit: Int) -> Int? {
    let run = runs[runIndex(containing: unit)]
    guard !run.item.isControl, !run.item.isRightToLeft else { return nil }
    return workers.withWorker { worker in
      let plan = worker.plan(
        faces[run.item.face], run.item.script, run.item.glyphDirection,
        styles[run.item.style].style)
      guard !WidePunctuation.isStop(text[unit]),
        WidePunctuation.kind(of: text[unit], plan, worker.tools) == .closing,
        let half = plan.halved(text[unit], worker.tools)
      else { return nil }
      return faces[run.item.face].metrics.unitsPerEm - Int(half.advance)
    }
  }

  /// Shapes part of a run separately; returns the glyphs in visual order.
  ///
  /// Letters keep the forms in which they join in the whole text, even if a break separates them
  /// (CSS Text 3 §5.1). The space of ideographs depends on the line. Letter spacing continues its
  /// rounding from before the part, so sums stay the same.
  func reshape(
    _ range: Range<Int>, of run: ShapedRun, on line: Range<Int>
  ) -> [ShapedGlyph] {
    workers.withWorker { worker in
      let calls = worker.tools.buffer.calls
      let glyphs = worker.tools.glyphs
      glyphs.removeAll()
      let context = context(of: range)
      text.withUnsafeBufferPointer(to: context) { text in
        boundaries.withUnsafeBufferPointer(to: context.lowerBound..<context.upperBound + 1) {
          guard let boundaries = $0.baseAddress else { return }
          reshape(range, of: run, text, boundaries, on: line, by: worker)
        }
      }
      if run.item.isRightToLeft { glyphs.reverse(from: 0) }
      worker.count(paragraphs: 0, glyphs: glyphs.count, shapeCalls: calls)
      worker.counters.add(reshapedGlyphs: glyphs.count)
      return Array(glyphs.all)
    }
  }

  /// The text that may influence the glyphs of a range: all of it if it is in one array.
  ///
  /// Shaping reads a few characters around the range, and spacing the block before it. The space of
  /// ideographs depends on the line.
  private func context(of range: Range<Int>) -> Range<Int> {
    guard !isFlat, !IdeographSpacing.isWanted(in: style) else {
      return 0..<count
    }
    return max(
      0, range.lowerBound - GlyphSpacing.blockCount - Self.reach)..<min(
        count, range.upperBound + Self.reach)
  }

  /// The number of units beside a range that shaping may read; HarfBuzz reads five characters.
  private static let reach = 64

  private func reshape(
    _ range: Range<Int>, of run: ShapedRun, _ text: UnsafeBufferPointer<UInt16>,
    _ boundaries: UnsafePointer<BoundaryFlags>, on line: Range<Int>, by worker: TextWorker
  ) {
    let style = styles[run.item.style].style
    let face = faces[run.item.face]
    var plan: ShapingPlan?
    for (stretch, script) in scriptStretches(of: range, in: run) {
      var shaper = worker.shaper(
        script, run.item.glyphDirection, face, style, text, boundaries, context: text.indices)
      shaper.turn(to: run.item)
      shaper.shape(stretch)
      plan = shaper.plan
    }
    if let spacing = GlyphSpacing(style, run.item, unitsPerEm: face.metrics.unitsPerEm) {
      let progress = spacing.progress(before: range.lowerBound, in: run, of: self, text)
      spacing.apply(to: worker.tools.glyphs.all, of: text, after: progress)
    }
    if IdeographSpacing.isWanted(in: self.style), let plan,
      let spacing = IdeographSpacing(
        text, self.style,
        SpacingContext(
          styles, edges: flow?.edges ?? [], language: strutStyle.language, self.style),
        by: plan, with: worker.tools)
    {
      let start = line.lowerBound
      spacing.apply(
        to: worker.tools.glyphs.all, end: range.upperBound, line: line,
        isLineStart: self.style.spacingTrim == .trimStart
          || start > 0 && !boundaries[start].contains(.hardBreak), boundaries: nil)
    }
  }
}
