import LinecasterBase

/// A fragment of a box on a line, without its margins; bidirectional reordering may split a box
/// into several.
struct BoxStretch: Sendable {
  /// The index of the box in the paragraph.
  let box: Int
  /// The left and right edges, in layout points from the layout's left edge.
  var left: Double
  var right: Double
  /// Whether the fragment has the box's left and right border and padding.
  var hasLeft = false
  var hasRight = false
}

extension LineContent {
  /// Adds the visible content of a line with boxes in text order, split at box edges.
  mutating func addBoxes(_ line: LineSpan, _ flow: InlineFlow) {
    let edges = flow.edges(of: line, count: paragraph.count)
    var inside = flow.innermostBox(before: edges.lowerBound)
    if flow.clones {
      flow.forEachBox(around: edges.lowerBound) { box in
        if flow.boxes[box].clones { add(room: flow.boxes[box].startWidth) }
      }
    }
    // The number of segments before each open box.
    var before: [Int] = []
    flow.forEachBox(around: edges.lowerBound) { box in
      before.append(0)
      if let piece = pairs.piece(ofPair: flow.boxes[box].pair) { add(room: piece.room.start) }
    }
    var unit = line.content.lowerBound
    let end = line.content.upperBound
    for index in edges {
      let edge = flow.edges[index]
      let place = min(edge.unit, end)
      if unit < place { add(line, unit..<place, in: inside, of: flow) }
      unit = max(unit, place)
      if let piece = pairs.piece(ofPair: flow.boxes[edge.box].pair) {
        add(piece, opens: edge.opens, from: before.last ?? 0)
      } else {
        add(room: flow.width(ofEdges: index..<index + 1))
      }
      if edge.opens {
        before.append(segments.count)
      } else if before.popLast() == segments.count {
        addPlace(of: edge.box, at: unit, before: end)
      }
      inside = edge.inside
    }
    if unit < end { add(line, unit..<end, in: inside, of: flow) }
    addOpenPiece()
    // A box that opens before trailing white space has no other content on the line.
    if let inside, before.last == segments.count { addPlace(of: inside, at: end, before: end) }
    if flow.clones, line.hidden == nil {
      flow.forEachBox(around: edges.upperBound) { box in
        if flow.boxes[box].clones { add(room: flow.boxes[box].endWidth) }
      }
    }
  }

  /// Adds the white space that hangs at the end of a line, split at box edges, which precede or
  /// follow it as those of the line; returns the index of its first segment.
  mutating func addHanging(
    _ line: LineSpan, _ units: Range<Int>, among flow: InlineFlow
  ) -> Int {
    let first = segments.count
    let edges = flow.edges(of: line, count: paragraph.count)
    var index = flow.edges.bisect { $0.unit > units.lowerBound }
    // The line's width includes its edges.
    if index < edges.upperBound { add(room: -flow.width(ofEdges: index..<edges.upperBound)) }
    add(room: -flow.cloneWidths(around: edges.upperBound).end)
    var unit = units.lowerBound
    while unit < units.upperBound {
      let isLast = index >= flow.edges.count || flow.edges[index].unit >= units.upperBound
      let end = isLast ? units.upperBound : flow.edges[index].unit
      if unit < end { add(line, unit..<end, in: flow.innermostBox(before: index), of: flow) }
      unit = end
      if index < edges.upperBound { add(room: flow.width(ofEdges: index..<index + 1)) }
      index += 1
    }
    return removePlaces(before: first)
  }

  /// Removes the placeholders of boxes that have hanging white space; returns the index of the
  /// first segment of that.
  private mutating func removePlaces(before first: Int) -> Int {
    let boxes = Set(segments[first...].map(\.box))
    var kept = segments[..<first]
    kept.removeAll { $0.units.isEmpty && !$0.isToken && boxes.contains($0.box) }
    guard kept.count < first else { return first }
    let count = kept.count
    replaceSegments(Array(kept + segments[first...]))
    return count
  }

  /// Adds the room of one end of a ruby pair, and the room between the letters of its base, which
  /// are the segments from `first`.
  private mutating func add(_ piece: RubyPiece, opens: Bool, from first: Int) {
    guard !opens else { return add(room: piece.room.start) }
    if piece.room.between > 0 {
      Justifier.spread(&self, first..<segments.count, by: piece.room.between)
      add(room: piece.room.between)
    }
    add(room: piece.room.end)
  }

  /// Adds the room at the end of a ruby pair that continues on the next line.
  private mutating func addOpenPiece() {
    guard let last = pairs.pieces.last, let ruby = paragraph.flow?.rubies[last.pair].ruby,
      last.units.upperBound < ruby.units.upperBound
    else { return }
    let inside = segments.firstIndex { last.units.contains($0.units.lowerBound) }
    add(last, opens: false, from: inside ?? segments.count)
  }

  private mutating func add(
    _ line: LineSpan, _ units: Range<Int>, in box: Int?, of flow: InlineFlow
  ) {
    let first = segments.count
    add(line, units, from: paragraph.runIndex(containing: units.lowerBound))
    note(box: box, from: first)
  }
}

/// Places the segments of a line with boxes from left to right, and finds the fragments of the
/// boxes.
///
/// If reordering splits a box, its left edge goes to the leftmost fragment and its right edge to
/// the rightmost, as in browsers.
struct BoxPlacer {
  private let flow: InlineFlow
  private let pairs: RubyPieces
  /// The edges of boxes on the line, and those after truncated text.
  private let edges: Range<Int>
  private let laterEdges: Range<Int>
  private var stretches: [BoxStretch] = []
  /// The current fragment of each open box, outermost first.
  private var open: [(box: Int, stretch: Int)] = []
  /// The number of segments of the line left to place for each box.
  private var left: [Int: Int] = [:]
  private var begun: Set<Int> = []
  /// The number of outer boxes that stay open at the start of a segment's text; the other boxes are
  /// split there.
  private var splits: [Int: Int] = [:]
  /// Whether the line is truncated, so boxes do not repeat their end edges on it.
  private var isCut = false
  private var x: Double

  private init(
    _ flow: InlineFlow, _ pairs: RubyPieces, _ edges: Range<Int>, _ later: Range<Int>, x: Double
  ) {
    self.flow = flow
    self.pairs = pairs
    self.edges = edges
    laterEdges = later
    self.x = x
  }

  /// Sets the left edges of segments in visual order; returns the box fragments.
  ///
  /// - Complexity: O(segments · nesting).
  static func place(
    _ segments: inout [LineContent.Segment], _ pairs: RubyPieces, _ line: LineSpan,
    of paragraph: PreparedParagraph, _ flow: InlineFlow, from x: Double
  ) -> [BoxStretch] {
    let later = line.rest.map { flow.edges(of: $0, count: paragraph.count) }
    var placer = BoxPlacer(
      flow, pairs, flow.edges(of: line, count: paragraph.count), later ?? 0..<0, x: x)
    placer.isCut = line.hidden != nil
    let controls = placer.countSegments(segments, line, of: paragraph)
    placer.findSplits(segments, besides: controls)
    for index in segments.indices {
      segments[index].x = placer.x
      guard !controls.contains(index) else { continue }
      let kept = placer.splits[index] ?? .max
      if !segments[index].isRightToLeft { placer.close(downTo: kept) }
      placer.begin(segments[index])
      segments[index].x = placer.x
      placer.x += segments[index].width
      placer.end(segments[index])
      if segments[index].isRightToLeft { placer.close(downTo: kept) }
    }
    placer.close(downTo: 0)
    return placer.stretches
  }

  /// Finds the segments at whose start reordering splits inner boxes.
  ///
  /// In browsers, each box begins on a line with a mark of its own, which moves with the text after
  /// it. If several boxes begin together and that text runs against the text behind it, the mark of
  /// the outermost one comes between both, and splits the other boxes there.
  private mutating func findSplits(
    _ segments: [LineContent.Segment], besides controls: Set<Int>
  ) {
    guard let level = segments.first?.level, segments.contains(where: { $0.level != level }) else {
      return
    }
    let order = segments.indices.filter { !controls.contains($0) }.sorted {
      let (one, other) = (segments[$0].units, segments[$1].units)
      return (one.lowerBound, one.upperBound) < (other.lowerBound, other.upperBound)
    }
    var seen: Set<Int> = []
    for index in order {
      let chain = boxes(of: segments[index])
      let fresh = chain.indices.filter {
        seen.insert(chain[$0]).inserted && flow.boxes[chain[$0]].pair == nil
      }
      if fresh.count > 1 { splits[index] = fresh[0] + 1 }
    }
  }

  /// Counts the segments of each box; returns the indices of the bidi controls that start a line
  /// without a terminator before it. As in browsers, they do not split boxes, as if they were on
  /// the line before.
  private mutating func countSegments(
    _ segments: [LineContent.Segment], _ line: LineSpan, of paragraph: PreparedParagraph
  ) -> Set<Int> {
    let start = line.range.lowerBound
    var end = start
    if start > 0, !paragraph.boundaries[start].contains(.hardBreak) {
      while end < line.range.upperBound, paragraph.isAdded(end) { end += 1 }
    }
    let controls = Set(
      segments.indices.filter {
        let units = segments[$0].units
        return !units.isEmpty && units.lowerBound >= start && units.upperBound <= end
      })
    for index in segments.indices where !controls.contains(index) {
      forEachBox(of: segments[index]) { left[$0, default: 0] += 1 }
    }
    // A box without anything else on the line has the rectangle of its controls.
    let alone = controls.filter { index in
      let box = segments[index].box
      return box >= 0 && left[box] == nil
    }
    for index in alone { forEachBox(of: segments[index]) { left[$0, default: 0] += 1 } }
    return controls.subtracting(alone)
  }

  /// Calls `body` with the boxes of a segment, innermost first.
  private func forEachBox(of segment: LineContent.Segment, _ body: (Int) -> Void) {
    var box = segment.box < 0 ? nil : segment.box
    while let index = box {
      body(index)
      box = flow.boxes[index].parent
    }
  }

  /// The boxes of a segment, outermost first.
  private func boxes(of segment: LineContent.Segment) -> [Int] {
    var chain: [Int] = []
    forEachBox(of: segment) { chain.append($0) }
    return chain.reversed()
  }

  /// Ends the fragments of boxes that do not contain a segment, and begins those that do.
  private mutating func begin(_ segment: LineContent.Segment) {
    let chain = boxes(of: segment)
    var shared = 0
    while shared < min(open.count, chain.count), open[shared].box == chain[shared] { shared += 1 }
    close(downTo: shared)
    for box in chain[shared...] { openStretch(box) }
  }

  private mutating func openStretch(_ index: Int) {
    let box = flow.boxes[index]
    var stretch = BoxStretch(box: index, left: x, right: x)
    if begun.insert(index).inserted, box.isRightToLeft ? ends(index) : starts(index) {
      if let room = pairs.piece(ofPair: box.pair)?.room {
        stretch.left -= box.isRightToLeft ? room.endOverhang : room.startOverhang
        x += box.isRightToLeft ? room.end : room.start
      } else {
        stretch.left += box.box.margin.left.limited(to: Limit.textSize)
        x += box.isRightToLeft ? box.endWidth : box.startWidth
      }
      stretch.hasLeft = true
    }
    open.append((index, stretches.count))
    stretches.append(stretch)
  }

  /// Records that a segment was placed, and adds the right edges of boxes without further segments.
  private mutating func end(_ segment: LineContent.Segment) {
    var chain: [Int] = []
    forEachBox(of: segment) { chain.append($0) }
    for index in chain {
      left[index, default: 1] -= 1
      guard left[index] == 0 else { continue }
      closeStretch()
    }
  }

  /// Ends the fragments of all open boxes except the outermost `count`.
  private mutating func close(downTo count: Int) {
    while open.count > count { closeStretch() }
  }

  private mutating func closeStretch() {
    let (index, place) = open.removeLast()
    let box = flow.boxes[index]
    stretches[place].right = x
    guard left[index] == 0, box.isRightToLeft ? starts(index) : ends(index) else { return }
    stretches[place].hasRight = true
    if let piece = pairs.piece(ofPair: box.pair) {
      let room = piece.room
      x += box.isRightToLeft ? room.start : room.end
      let overhang = box.isRightToLeft ? room.startOverhang : room.endOverhang
      stretches[place].right = x + overhang - (pairs.trailingRoom[index] ?? 0)
      if room.partsBase { widenBoxes(in: piece, from: place + 1) }
      return
    }
    x += box.isRightToLeft ? box.startWidth : box.endWidth
    stretches[place].right = x - box.box.margin.right.limited(to: Limit.textSize)
  }

  /// Widens the boxes inside the base of a pair by the room before its first letter and behind its
  /// last one. As in browsers, that room belongs to the letters, and so to the boxes around them.
  ///
  /// - Parameter first: The index of the first fragment inside the base.
  private mutating func widenBoxes(in piece: RubyPiece, from first: Int) {
    let isRightToLeft = flow.boxes[piece.box].isRightToLeft
    let (before, after) = (piece.room.before, piece.room.after)
    let trailing = pairs.trailingRoom[piece.box] ?? 0
    var (leftmost, rightmost): ([Int: Int], [Int: Int]) = ([:], [:])
    for place in first..<max(first, stretches.count) {
      let box = stretches[place].box
      let units = flow.boxes[box].units
      guard !units.isEmpty else { continue }
      let hasFirst = units.lowerBound <= piece.units.lowerBound
      let hasLast = units.upperBound >= piece.units.upperBound
      if isRightToLeft ? hasLast : hasFirst, leftmost[box] == nil { leftmost[box] = place }
      if isRightToLeft ? hasFirst : hasLast { rightmost[box] = place }
    }
    for place in leftmost.values { stretches[place].left -= isRightToLeft ? after : before }
    for place in rightmost.values {
      stretches[place].right += (isRightToLeft ? before : after) - trailing
    }
  }

  /// Whether a box begins on the line, or repeats its edges there.
  private func starts(_ box: Int) -> Bool {
    flow.boxes[box].repeats || edges.contains(flow.openEdges[box])
      || laterEdges.contains(flow.openEdges[box])
  }

  private func ends(_ box: Int) -> Bool {
    flow.boxes[box].repeats && !(isCut && flow.boxes[box].clones)
      || edges.contains(flow.closeEdges[box])
      || laterEdges.contains(flow.closeEdges[box])
  }
}
