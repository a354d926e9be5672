import LinecasterBase

/// The vertical alignment of a line's boxes: the extent of the line, and the offset of each box and
/// attachment (CSS Inline 3 §4).
struct LineStack: Sendable {
  /// The extent of the line from the baseline of the paragraph's own text.
  var box: LineBox
  /// The distance of a box's baseline below the line's, in layout points; 0 for boxes that are not
  /// in it.
  private(set) var drops: [Part: Double] = [:]
  /// The positions of annotations and their room; `nil` if the paragraph has none.
  fileprivate(set) var annotations: LineAnnotations?

  /// An aligned part of a line.
  enum Part: Hashable, Sendable {
    /// A box, by its index in the paragraph.
    case box(Int)
    /// An attachment, by its unit.
    case attachment(Int)
  }

  /// The distance of the baseline of text in a box below the line's.
  func drop(of box: Int?) -> Double { box.flatMap { drops[.box($0)] } ?? 0 }

  /// The distance of the baseline of an attachment below the line's.
  func drop(ofAttachment unit: Int) -> Double { drops[.attachment(unit)] ?? 0 }

  fileprivate init(_ box: LineBox, _ places: [LineStacker.Place]) {
    self.box = box
    var known: [Part: LineStacker.Place] = [:]
    for place in places { known[place.part] = place }
    for place in places { resolve(place, known) }
  }

  /// Adds the drop of a part, after those of the boxes around it.
  private mutating func resolve(
    _ place: LineStacker.Place, _ places: [Part: LineStacker.Place]
  ) {
    var chain: [LineStacker.Place] = []
    var next: LineStacker.Place? = place
    while let current = next, drops[current.part] == nil {
      chain.append(current)
      next = current.anchor.flatMap { places[.box($0)] }
    }
    for current in chain.reversed() {
      drops[current.part] =
        current.drop + (current.anchor.map { drops[.box($0)] ?? 0 } ?? 0)
    }
  }
}

/// Stacks the content of a line. Boxes close from the inside out; each is aligned in its parent,
/// which grows to hold it.
struct LineStacker {
  private let paragraph: PreparedParagraph
  private let flow: InlineFlow
  /// The open boxes, the line itself first.
  private var open: [Level]
  private var places: [Place] = []
  /// The em boxes of the letters on the line, if annotations need them.
  private var letters: [LineAnnotations.Letters] = []

  /// An open box, or the line.
  private struct Level {
    let box: Int?
    let strut: FlowStrut
    var extent: LineBox
    /// The parts aligned to its top or bottom edge once its extent is known.
    var waiting: [Waiting] = []
  }

  private struct Waiting {
    let part: LineStack.Part
    /// The parent box, whose own offset the part follows, as in browsers.
    let around: Int?
    let extent: LineBox
    let isTop: Bool
  }

  /// The distance of a part's baseline below its parent's.
  struct Place {
    let part: LineStack.Part
    let anchor: Int?
    let drop: Double
  }

  private init(_ paragraph: PreparedParagraph, _ flow: InlineFlow) {
    self.paragraph = paragraph
    self.flow = flow
    open = [Level(box: nil, strut: flow.root, extent: flow.root.box)]
  }

  /// Returns the stack of a line.
  ///
  /// - Complexity: O(runs and edges of the line + nesting).
  static func stack(
    _ line: LineSpan, of paragraph: PreparedParagraph, _ flow: InlineFlow
  ) -> LineStack {
    var stacker = LineStacker(paragraph, flow)
    stacker.add(line.whole)
    if let rest = line.rest, rest.range.lowerBound >= line.whole.range.upperBound {
      while stacker.open.count > 1 { stacker.close() }
      stacker.add(rest)
    }
    if let token = line.edges?.token {
      stacker.open[stacker.open.count - 1].extent.include(token.box)
    }
    while stacker.open.count > 1 { stacker.close() }
    stacker.settle()
    var stack = LineStack(stacker.open[0].extent, stacker.places)
    if flow.hasRuby {
      let pieces = flow.pieces(on: line.whole, of: paragraph)
      stack.annotations = LineAnnotations(stacker.letters, pieces, on: stack, flow)
    }
    return stack
  }

  private mutating func add(_ line: LineSpan) {
    let edges = flow.wholeEdges(of: line, count: paragraph.count)
    var around: [Int] = []
    flow.forEachBox(around: edges.lowerBound) { around.append($0) }
    for box in around.reversed() { enter(box) }
    var unit = line.range.lowerBound
    var run = line.firstRun
    for index in edges {
      let edge = flow.edges[index]
      let place = min(edge.unit, max(unit, line.range.upperBound))
      add(unit..<max(unit, place), from: &run)
      unit = max(unit, place)
      if edge.opens { enter(edge.box) } else { close() }
    }
    add(unit..<max(unit, paragraph.collapsedStart(of: line)), from: &run)
  }

  private mutating func enter(_ box: Int) {
    let strut = flow.boxes[box].strut
    open.append(Level(box: box, strut: strut, extent: strut.box))
  }

  /// Adds text and attachments to the innermost box.
  private mutating func add(_ units: Range<Int>, from run: inout Int) {
    guard !units.isEmpty else { return }
    while run < paragraph.runs.count, paragraph.runs[run].start < units.upperBound {
      let shaped = paragraph.runs[run]
      if shaped.end > units.lowerBound { add(shaped) }
      if shaped.end > units.upperBound { return }
      run += 1
    }
  }

  private mutating func add(_ run: ShapedRun) {
    if run.item.isControl {
      guard let attachment = flow.attachment(at: run.start) else { return }
      if flow.hasRuby {
        letters.append(
          LineAnnotations.Letters(
            unit: run.start, part: .attachment(run.start), outer: attachment.box,
            inner: attachment.box))
      }
      return place(
        .attachment(run.start), attachment.box, attachment.attachment.verticalAlignment,
        lineHeight: 0)
    }
    guard !run.item.range.allSatisfy(paragraph.isAdded) else { return }
    let level = open.count - 1
    let lineHeight = open[level].strut.lineHeight
    let style = paragraph.styles[run.item.style].style
    if flow.hasRuby { note(run, style) }
    let face =
      lineHeight.followsFallback
      ? paragraph.faces[run.item.face] : paragraph.firstFaces[run.item.style]
    open[level].extent.include(
      LineBox(
        face: face, size: style.drawnSize, lineHeight: lineHeight,
        isCentral: open[level].strut.isCentral
          && !(lineHeight.followsFallback && style.orientation == .sideways)
      )
      .raised(by: style.drawnShift))
  }

  /// Records the em extent of a run.
  private mutating func note(_ run: ShapedRun, _ style: TextStyle) {
    let ems = EmExtent(
      face: paragraph.faces[run.item.face], primary: paragraph.firstFaces[run.item.style],
      size: style.drawnSize, isCentral: open[open.count - 1].strut.isCentral)
    letters.append(
      LineAnnotations.Letters(
        unit: run.start, part: open[open.count - 1].box.map { .box($0) },
        outer: ems.outer.raised(by: style.drawnShift),
        inner: ems.inner.raised(by: style.drawnShift)))
  }

  private mutating func close() {
    settle()
    let level = open.removeLast()
    guard let index = level.box else { return }
    place(
      .box(index), level.extent, flow.boxes[index].box.verticalAlignment,
      lineHeight: level.strut.box.height)
  }

  /// Aligns a part in the innermost open box.
  private mutating func place(
    _ part: LineStack.Part, _ extent: LineBox, _ alignment: VerticalAlignment,
    lineHeight: Double
  ) {
    let level = open.count - 1
    let around = open[level].strut
    let rise: Double
    switch alignment {
    case .baseline: rise = 0
    case .sub: rise = -(around.size / 5 + 1)
    case .superscript: rise = around.size / 3 + 1
    case .middle: rise = around.halfXHeight - (extent.ascent - extent.descent) / 2
    case .textTop: rise = around.content.ascent - extent.ascent
    case .textBottom: rise = extent.descent - around.content.descent
    case .raised(let distance): rise = distance.limited(to: Limit.textSize)
    case .raisedByShare(let share): rise = (share * lineHeight).limited(to: Limit.textSize)
    case .top, .bottom:
      let holder = open.lastIndex { $0.box.map { flow.boxes[$0].standsAtEdge } ?? true } ?? 0
      open[holder].waiting.append(
        Waiting(
          part: part, around: open[level].box, extent: extent, isTop: alignment == .top))
      return
    }
    open[level].extent.include(extent.raised(by: rise))
    places.append(Place(part: part, anchor: open[level].box, drop: -rise))
  }

  /// Places the parts that wait for the extent of the innermost open box, which grows to hold them:
  /// downwards for parts at its top, upwards for the rest.
  private mutating func settle() {
    let level = open.count - 1
    for waiting in open[level].waiting {
      let more = waiting.extent.height - open[level].extent.height
      guard more > 0 else { continue }
      if waiting.isTop {
        open[level].extent.descent += more
      } else {
        open[level].extent.ascent += more
      }
    }
    let extent = open[level].extent
    for waiting in open[level].waiting {
      let drop =
        waiting.isTop
        ? waiting.extent.ascent - extent.ascent : extent.descent - waiting.extent.descent
      places.append(Place(part: waiting.part, anchor: waiting.around, drop: drop))
    }
    open[level].waiting = []
  }
}

extension FlowBox {
  /// Whether the box is aligned to the line's top or bottom, and so contains nested boxes that are.
  var standsAtEdge: Bool { box.verticalAlignment == .top || box.verticalAlignment == .bottom }
}

/// The vertical positions of a line's ruby annotations and their effect on line spacing, in layout
/// points.
///
/// As in browsers, annotations stand beside the em boxes of the letters, regardless of line height.
/// Lines move apart only if the room between their letters is too small.
struct LineAnnotations: Sendable {
  /// The distance of the upper annotations' baseline above the line's.
  private(set) var rise = 0.0
  /// The distance of the lower annotations' baseline below the line's.
  private(set) var drop = 0.0
  /// The overflow of annotations out of the line box, above and below.
  private(set) var overflow = LineBox(ascent: 0, descent: 0)
  /// The free room in the line box, above and below.
  private(set) var space = LineBox(ascent: 0, descent: 0)

  /// The letters of one font, or an attachment.
  struct Letters: Sendable {
    /// The first unit.
    let unit: Int
    /// The part that moves them; `nil` for text in no box.
    let part: LineStack.Part?
    /// The extent that annotations avoid, and the extent that other lines may not use.
    let outer: LineBox
    let inner: LineBox
  }

  /// Places the annotations of pairs beside the letters of a line.
  init(_ letters: [Letters], _ pieces: [RubyPiece], on stack: LineStack, _ flow: InlineFlow) {
    let box = stack.box
    var content = LineBox(ascent: 0, descent: 0)
    for letters in letters { content.include(stack.moved(letters.inner, with: letters.part)) }
    let over = Self.extent(.over, letters, pieces, on: stack, flow)
    let under = Self.extent(.under, letters, pieces, on: stack, flow)
    if let over {
      rise = over.base + over.annotation.descent
      content.ascent = max(content.ascent, rise + over.annotation.ascent)
    }
    if let under {
      drop = under.base + under.annotation.ascent
      content.descent = max(content.descent, drop + under.annotation.descent)
    }
    if content.height < flow.root.size {
      let leading = max(0, (box.height - flow.root.size) / 2)
      content = LineBox(ascent: box.ascent - leading, descent: box.descent - leading)
    }
    if over == nil { content.ascent = min(content.ascent, box.ascent) }
    if under == nil { content.descent = min(content.descent, box.descent) }
    overflow = LineBox(
      ascent: max(0, content.ascent - box.ascent), descent: max(0, content.descent - box.descent))
    space = LineBox(
      ascent: max(0, box.ascent - content.ascent), descent: max(0, box.descent - content.descent))
  }

  /// The extent of the bases on one side, and of the annotations from their own baseline; `nil` if
  /// there are none.
  private static func extent(
    _ position: RubyPosition, _ letters: [Letters], _ pieces: [RubyPiece], on stack: LineStack,
    _ flow: InlineFlow
  ) -> (base: Double, annotation: LineBox)? {
    var base = LineBox(ascent: 0, descent: 0)
    var annotation = LineBox(ascent: 0, descent: 0)
    var hasOne = false
    var next = letters[...]
    for piece in pieces where piece.annotation != nil {
      let pair = flow.rubies[piece.pair].ruby
      guard pair.position == position else { continue }
      hasOne = true
      annotation.include(pair.em)
      while let first = next.first, first.unit < piece.units.upperBound {
        if first.unit >= pair.units.lowerBound {
          base.include(stack.moved(first.outer, with: first.part))
        }
        next.removeFirst()
      }
    }
    guard hasOne else { return nil }
    if base.height == 0 { base = stack.box }
    return (position == .over ? base.ascent : base.descent, annotation)
  }

  /// The distance that the line moves away from the previous one, given the room at the latter's
  /// end.
  ///
  /// - Parameters:
  ///   - before: The free room at the end of the line before; negative for overflow.
  ///   - flips: Whether the upper side of letters faces the following lines.
  func shift(after before: Double, flips: Bool) -> Double {
    let overflow = flips ? overflow.descent : overflow.ascent
    let space = flips ? space.descent : space.ascent
    if before < 0, space > 0 { return -min(-before, space) }
    return overflow > 0 && before > 0 ? max(0, overflow - before) : overflow
  }

  /// The overflow at the end of the line.
  func endOverflow(flips: Bool) -> Double { flips ? overflow.ascent : overflow.descent }

  /// The free room at the end of the line; negative for overflow.
  func room(flips: Bool) -> Double {
    let overflow = endOverflow(flips: flips)
    return overflow > 0 ? -overflow : flips ? space.ascent : space.descent
  }
}

extension LineStack {
  /// An extent moved with a part, relative to the line's baseline.
  fileprivate func moved(_ box: LineBox, with part: Part?) -> LineBox {
    switch part {
    case .box(let index): box.raised(by: -drop(of: index))
    case .attachment(let unit): box.raised(by: -drop(ofAttachment: unit))
    case nil: box
    }
  }
}
