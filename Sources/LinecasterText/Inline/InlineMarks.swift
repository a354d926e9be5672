import LinecasterBase

/// The boxes and attachments of a paragraph by offsets of the laid-out text.
struct InlineMarks: Sendable {
  /// The boxes in document order.
  var boxes: [Box] = []
  /// The edges of boxes, in document order.
  var edges: [Edge] = []
  /// The attachments in text order.
  var attachments: [InlineContent.Placed] = []
  /// The stretches with different white space rules; empty if the rules never change.
  var spaces: [SpaceStretch] = []
  /// The characters at the ends of combined text, in text order.
  var combined: [CombinedText] = []

  /// The first and the last character of text combined into one letter's room (CSS
  /// `text-combine-upright`): lines end before and after it as they would beside them.
  struct CombinedText: Sendable {
    /// The unit that represents it.
    let unit: Int
    let first: UInt16
    let last: UInt16
  }

  /// A box over part of the text.
  struct Box: Sendable {
    let box: InlineBox
    /// The parent box; `nil` for none.
    let parent: Int?
    var units: Range<Int>
    /// The ruby annotation; `nil` if the box is not a pair.
    var ruby: Ruby?
  }

  /// One of the two edges of a box.
  struct Edge: Sendable {
    /// The unit after the edge.
    let unit: Int
    let box: Int
    let opens: Bool
    /// The innermost box that contains the text after the edge.
    let inside: Int?
  }

  /// A stretch of text with one set of white space rules.
  struct SpaceStretch: Sendable {
    var end: Int
    let whiteSpace: WhiteSpace
    /// Whether a box closes at its start.
    let followsBox: Bool
    /// Whether text right after such a box wraps.
    let wrapsBehindBox: Bool
    /// Whether white space that wraps has collapsed before its start, behind a space that does not
    /// wrap: it keeps its opportunity (CSS Text 3 §4.1.1).
    let followsCollapsed: Bool
  }
}

/// Flattens text with boxes, attachments and case mapping for the stages of a paragraph. It
/// collapses white space, inserts the bidi controls of boxes (CSS Writing Modes 4 §2.4.1) and marks
/// box edges.
struct InlineFlattener {
  /// A collapsible space.
  private struct LastSpace {
    let unit: Int
    /// The source offset behind all white space that has collapsed with it.
    private(set) var end: Int
    private(set) var hasCollapsed = false

    init(unit: Int, end: Int) { (self.unit, self.end) = (unit, end) }

    mutating func collapse(before place: Int) { (end, hasCollapsed) = (place, true) }
  }

  private let source: [UInt16]
  private let styles: [AttributedText.Run]
  private let content: InlineContent
  /// The case-mapped text; `nil` if the source is used unchanged.
  private let cased: CasedText?
  /// Its first unit that has not been added.
  private var nextCased = 0
  private var joins: [Int] = []

  private var units: [UInt16] = []
  private var runs: [AttributedText.Run] = []
  private var removals: [SourceMap.Removal] = []
  private var marks = InlineMarks()
  /// The open boxes, outermost first.
  private var open: [Int] = []
  /// The next box to open.
  private var nextBox = 0
  private var nextAttachment = 0
  private var sourceRun = 0
  /// The number of enclosing boxes that combine their text (CSS `text-combine-upright`).
  private var combining = 0
  /// Whether the text is vertical.
  private let isVertical: Bool
  /// Whether white space at this place collapses, after other white space or at a line's start.
  private var isAfterSpace = true
  /// The collapsible space after which nothing but controls of boxes was added; `nil` for none.
  private var lastSpace: LastSpace?
  /// Whether white space vanished beside a zero-width space, with no unit or box edge since then.
  private var hasVanished = false
  /// Whether the next unit begins a new item.
  private var startsItem = false
  /// The white space rules outside of boxes, and of each open box.
  private var rules: [WhiteSpace]
  /// Whether a box closed after the last unit, and whether the text around any such box wraps.
  private var hasClosed = false
  private var hasClosedWrapping = false
  /// Whether white space that wraps has collapsed after the last unit, a space that does not wrap.
  private var hasCollapsed = false
  /// Whether boxes have different white space rules.
  private let mixesRules: Bool

  private init(
    _ text: AttributedText, _ units: [UInt16], _ cased: CasedText?, _ whiteSpace: WhiteSpace,
    isVertical: Bool
  ) {
    self.isVertical = isVertical
    content = text.inline ?? InlineContent()
    styles = cased?.runs ?? text.runs
    self.cased = cased
    source = units
    rules = [whiteSpace]
    mixesRules = content.boxes.contains { $0.box.whiteSpace ?? whiteSpace != whiteSpace }
  }

  /// Returns the text as laid out, with its marks.
  ///
  /// - Complexity: O(units + boxes).
  static func flatten(
    _ text: AttributedText, units: [UInt16], cased: CasedText?, whiteSpace: WhiteSpace,
    isVertical: Bool, _ scope: WorkScope
  ) throws(CancellationError) -> SourceText {
    var flattener = InlineFlattener(text, units, cased, whiteSpace, isVertical: isVertical)
    try flattener.run(scope)
    return flattener.result(isMarked: isVertical || text.inline != nil)
  }

  private mutating func result(isMarked: Bool) -> SourceText {
    note(source.count - units.count, at: units.count)
    let runs =
      runs.isEmpty ? [AttributedText.Run(end: 0, style: styles[0].style)] : runs
    var result = SourceText(
      units: units, runs: runs, map: SourceMap(count: units.count, removals: removals),
      marks: isMarked ? marks : nil)
    result.joins = joins
    return result
  }

  private mutating func run(_ scope: WorkScope) throws(CancellationError) {
    var offset = 0
    while true {
      passEdges(at: offset)
      guard offset < source.count else { break }
      let end = nextEvent(after: offset)
      try scope.forEachPiece(of: offset..<end, steps: 8) { piece in
        for unit in piece { add(unit) }
      }
      offset = end
    }
    removeLastSpace()
  }

  /// The offset of the next box edge.
  private func nextEvent(after offset: Int) -> Int {
    var end = source.count
    if let last = open.last { end = min(end, content.boxes[last].range.upperBound) }
    if nextBox < content.boxes.count { end = min(end, content.boxes[nextBox].range.lowerBound) }
    return max(end, offset + 1)
  }

  /// Closes and opens the boxes with edges at an offset, in document order.
  private mutating func passEdges(at offset: Int) {
    while true {
      if nextBox < content.boxes.count, content.boxes[nextBox].range.lowerBound <= offset,
        content.boxes[nextBox].parent == open.last
      {
        openBox(at: offset)
      } else if let last = open.last, content.boxes[last].range.upperBound <= offset {
        closeBox(at: offset)
      } else {
        return
      }
    }
  }

  private mutating func openBox(at offset: Int) {
    let box = content.boxes[nextBox]
    passEdge()
    for control in box.box.bidi.controls.before { insert(control, at: offset) }
    marks.boxes.append(
      InlineMarks.Box(
        box: box.box, parent: open.last, units: units.count..<units.count, ruby: box.ruby))
    marks.edges.append(
      InlineMarks.Edge(unit: units.count, box: nextBox, opens: true, inside: nextBox))
    if combines(box.box) {
      if combining == 0 { addCombined(box) }
      combining += 1
    }
    open.append(nextBox)
    rules.append(box.box.whiteSpace ?? innerRules)
    nextBox += 1
    startsItem = startsItem || box.partsLetters
  }

  private mutating func closeBox(at offset: Int) {
    let index = open.removeLast()
    passEdge()
    rules.removeLast()
    hasClosed = true
    hasClosedWrapping = hasClosedWrapping || innerRules.wraps
    if combines(content.boxes[index].box) { combining -= 1 }
    marks.boxes[index].units = marks.boxes[index].units.lowerBound..<units.count
    marks.edges.append(
      InlineMarks.Edge(unit: units.count, box: index, opens: false, inside: open.last))
    startsItem = startsItem || content.boxes[index].partsLetters
    for control in content.boxes[index].box.bidi.controls.after { insert(control, at: offset) }
  }

  /// White space that vanished before an edge does not collapse that behind it, as in browsers.
  private mutating func passEdge() {
    if hasVanished { isAfterSpace = false }
    hasVanished = false
  }

  private var innerRules: WhiteSpace { rules[rules.count - 1] }

  private func combines(_ box: InlineBox) -> Bool { isVertical && box.combinesUpright }

  /// Adds one character for all the text of a combined box.
  private mutating func addCombined(_ box: InlineContent.Box) {
    guard !box.range.isEmpty else { return }
    let em = box.box.style.drawnSize
    marks.combined.append(
      InlineMarks.CombinedText(
        unit: units.count, first: source[box.range.lowerBound],
        last: source[box.range.upperBound - 1]))
    marks.attachments.append(
      InlineContent.Placed(
        offset: units.count, attachment: Attachment(size: Size(width: em, height: em)),
        text: box.range))
    startsItem = true
    append(Attachment.character, from: box.range.lowerBound)
    startsItem = true
    isAfterSpace = false
  }

  /// Adds the text for a unit of the source, or collapses it.
  private mutating func add(_ offset: Int) {
    guard let cased else {
      if combining == 0 { add(source[offset], from: offset) }
      return
    }
    let end = nextCased + Int(cased.lengths[offset])
    defer { nextCased = end }
    guard combining == 0 else { return }
    if nextCased < end { add(cased.units[nextCased], from: offset) }
    while nextCased + 1 < end {
      nextCased += 1
      joins.append(units.count)
      append(cased.units[nextCased], before: offset + 1, styledAt: offset)
    }
  }

  private mutating func add(_ unit: UInt16, from offset: Int) {
    let rules = innerRules
    if unit == Attachment.character, nextAttachment < content.attachments.count,
      content.attachments[nextAttachment].offset == offset
    {
      marks.attachments.append(
        InlineContent.Placed(
          offset: units.count, attachment: content.attachments[nextAttachment].attachment))
      nextAttachment += 1
      startsItem = true
      append(unit, from: offset)
      startsItem = true
      isAfterSpace = false
      return
    }
    guard rules.collapses, Self.isCollapsible(unit, rules) else {
      isAfterSpace = LineTerminator.isOne(unit)
      if isAfterSpace { removeLastSpace() }
      append(unit, from: offset)
      return
    }
    guard !isAfterSpace else {
      lastSpace?.collapse(before: offset + 1)
      if rules.wraps, let last = marks.spaces.last, !last.whiteSpace.wraps { hasCollapsed = true }
      return
    }
    isAfterSpace = true
    if vanishes(from: offset, rules) {
      hasVanished = units.last == Self.zeroWidthSpace
    } else {
      append(0x20, from: offset)
      lastSpace = LastSpace(unit: units.count - 1, end: offset + 1)
    }
  }

  /// Whether collapsible white space from an offset on vanishes, because it has a line feed and is
  /// beside a zero-width space, as in `WhiteSpaceCollapser`.
  private func vanishes(from offset: Int, _ rules: WhiteSpace) -> Bool {
    var end = offset
    var hasFeed = false
    while end < source.count, Self.isCollapsible(source[end], rules) {
      hasFeed = hasFeed || source[end] != 0x20 && source[end] != 0x09
      end += 1
    }
    return hasFeed
      && (units.last == Self.zeroWidthSpace
        || end < source.count && source[end] == Self.zeroWidthSpace)
  }

  private static func isCollapsible(_ unit: UInt16, _ rules: WhiteSpace) -> Bool {
    unit == 0x20 || unit == 0x09 || rules != .preLine && (unit == 0x0A || unit == 0x0D)
  }

  /// Adds a control that is not in the source.
  private mutating func insert(_ control: UInt16, at offset: Int) {
    addUnit(control, before: offset, styledAt: offset)
  }

  /// Leads the controls behind the last space behind all white space that collapsed with it: it
  /// belongs to that space rather than to them, so no line starts with it.
  private mutating func endSpace() {
    if let space = lastSpace, space.hasCollapsed { map(from: space.unit + 1, to: space.end) }
    lastSpace = nil
  }

  /// Removes the collapsible space at the end of a line that ends there in any case (CSS Text 3
  /// §4.1.2), which is before the controls of the boxes around it.
  private mutating func removeLastSpace() {
    guard let space = lastSpace else { return }
    lastSpace = nil
    units.remove(at: space.unit)
    map(from: space.unit, to: space.end)
    removeRun(at: space.unit)
    marks.remove(unit: space.unit)
  }

  /// Maps the units from one on, or else the end, to a place in the source.
  private mutating func map(from first: Int, to place: Int) {
    removals.removeLast(removals.count - removals.bisect { $0.offset >= first })
    for unit in first..<max(units.count, first + 1) { note(place - unit, at: unit) }
  }

  /// Notes the number of removed units before a unit.
  private mutating func note(_ total: Int, at unit: Int) {
    guard removals.last?.total ?? 0 != total else { return }
    if removals.last?.offset == unit { removals.removeLast() }
    removals.append(SourceMap.Removal(offset: unit, total: total))
  }

  /// Removes a unit from the runs of styles.
  private mutating func removeRun(at unit: Int) {
    let empty = runs.bisect { $0.end > unit }
    for index in empty..<runs.count { runs[index].end -= 1 }
    guard runs[empty].end <= (empty > 0 ? runs[empty - 1].end : 0) else { return }
    let startsItem = runs[empty].startsItem
    runs.remove(at: empty)
    if empty < runs.count, startsItem { runs[empty].startsItem = true }
  }

  private mutating func append(_ unit: UInt16, from offset: Int) {
    append(unit, before: offset, styledAt: offset)
  }

  /// Adds a unit that maps to the place before a source offset.
  private mutating func append(_ unit: UInt16, before place: Int, styledAt offset: Int) {
    endSpace()
    hasVanished = false
    addUnit(unit, before: place, styledAt: offset)
  }

  private mutating func addUnit(_ unit: UInt16, before place: Int, styledAt offset: Int) {
    note(place - units.count, at: units.count)
    while sourceRun + 1 < styles.count, styles[sourceRun].end <= offset { sourceRun += 1 }
    let style = styles[sourceRun].style
    units.append(unit)
    noteSpaces()
    if !startsItem, let last = runs.last, last.style == style {
      runs[runs.count - 1].end = units.count
    } else {
      runs.append(AttributedText.Run(end: units.count, style: style, startsItem: startsItem))
    }
    startsItem = false
  }

  /// Records the white space rules of the last unit if boxes have different rules.
  private mutating func noteSpaces() {
    guard mixesRules else { return }
    let rules = innerRules
    if let last = marks.spaces.last, last.whiteSpace == rules, rules.wraps || !hasClosedWrapping {
      marks.spaces[marks.spaces.count - 1].end = units.count
    } else {
      marks.spaces.append(
        InlineMarks.SpaceStretch(
          end: units.count, whiteSpace: rules, followsBox: hasClosed,
          wrapsBehindBox: hasClosedWrapping, followsCollapsed: hasCollapsed))
    }
    (hasClosed, hasClosedWrapping, hasCollapsed) = (false, false, false)
  }

  private static let zeroWidthSpace: UInt16 = 0x200B
}

extension InlineMarks {
  /// Removes a unit of the text, behind which there are only edges and controls of boxes.
  fileprivate mutating func remove(unit: Int) {
    func moved(_ place: Int) -> Int { place > unit ? place - 1 : place }
    for index in edges.bisect(where: { $0.unit > unit })..<edges.count {
      let edge = edges[index]
      edges[index] = Edge(
        unit: moved(edge.unit), box: edge.box, opens: edge.opens, inside: edge.inside)
      let units = boxes[edge.box].units
      let start = edge.opens ? moved(units.lowerBound) : units.lowerBound
      boxes[edge.box].units =
        start..<max(start, edge.opens ? units.upperBound : moved(units.upperBound))
    }
    for index in spaces.bisect(where: { $0.end > unit })..<spaces.count {
      spaces[index].end = moved(spaces[index].end)
    }
    if let last = spaces.last, last.end <= spaces.dropLast().last?.end ?? 0 { spaces.removeLast() }
  }
}

extension InlineContent.Box {
  /// Whether letters inside do not join with those outside, as in the base of a pair.
  fileprivate var partsLetters: Bool { ruby != nil || box.partsLetters }
}

extension InlineBox {
  /// Whether letters inside neither join nor kern with those outside (CSS Text 3 §7.3).
  fileprivate var partsLetters: Bool {
    func hasSides(_ insets: Insets) -> Bool { insets.left != 0 || insets.right != 0 }
    return hasSides(margin) || hasSides(border) || hasSides(padding)
      || verticalAlignment != .baseline || bidi != .normal
  }
}

extension BidiScope {
  /// The bidi controls at the start and end of the scope (CSS Writing Modes 4 §2.4.1).
  fileprivate var controls: (before: [UInt16], after: [UInt16]) {
    switch self {
    case .normal: ([], [])
    case .embed(let direction): ([direction.isRight ? 0x202B : 0x202A], [0x202C])
    case .override(let direction): ([direction.isRight ? 0x202E : 0x202D], [0x202C])
    case .isolate(let direction): ([direction.isRight ? 0x2067 : 0x2066], [0x2069])
    case .isolateOverride(let direction):
      ([0x2068, direction.isRight ? 0x202E : 0x202D], [0x202C, 0x2069])
    case .plaintext: ([0x2068], [0x2069])
    }
  }

  /// The direction that orders the edges of a box; `nil` for the surrounding direction.
  var edgeDirection: TextDirection? {
    switch self {
    case .normal, .plaintext: nil
    case .embed(let direction), .override(let direction), .isolate(let direction),
      .isolateOverride(let direction):
      direction
    }
  }
}

extension TextDirection {
  fileprivate var isRight: Bool { self == .rightToLeft }
}
