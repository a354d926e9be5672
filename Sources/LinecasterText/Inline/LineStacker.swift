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
    let edges = flow.edges(of: line.range, count: paragraph.count)
    var around: [Int] = []
    flow.forEachBox(around: edges.lowerBound) { around.append($0) }
    for box in around.reversed() { enter(box) }
    var unit = line.range.lowerBound
    var run = line.firstRun
    for index in edges {
      let edge = flow.edges[index]
      add(unit..<max(unit, edge.unit), from: &run)
      unit = max(unit, edge.unit)
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
