import LinecasterBase
import LinecasterFonts

/// The ruby pairs of a paragraph before shaping.
struct RubyParts: Sendable {
  /// The annotations with the boxes of their pairs, in document order.
  private(set) var annotations: [(box: Int, paragraph: PreparedParagraph)] = []
  /// The line opportunities in the bases, in the same order.
  private(set) var breaks: [[Int]] = []

  /// Collects the pairs of an analyzed text and removes the line opportunities inside them.
  init(
    of marks: InlineMarks, in style: ParagraphStyle, _ boundaries: inout [BoundaryFlags],
    _ prepare: (Paragraph) throws(CancellationError) -> PreparedParagraph
  ) throws(CancellationError) {
    for (box, mark) in marks.boxes.enumerated() {
      guard let ruby = mark.ruby else { continue }
      annotations.append(
        (box, try prepare(Paragraph(ruby.annotation, style: style.ofAnnotations))))
      var breaks: [Int] = []
      for unit in mark.units.dropFirst() where boundaries[unit].contains(.softBreak) {
        breaks.append(unit)
        boundaries[unit].remove(.softBreak)
      }
      self.breaks.append(breaks)
    }
  }
}

extension ParagraphStyle {
  /// The style for the lines of annotations.
  fileprivate var ofAnnotations: ParagraphStyle {
    var style = ParagraphStyle()
    style.baseDirection = baseDirection
    style.writingMode = writingMode
    style.lineBreakRules = lineBreakRules
    style.lineBreakStrictness = lineBreakStrictness
    style.wordBreak = wordBreak
    style.overflowWrap = overflowWrap
    style.autospaces = autospaces
    style.spacingTrim = spacingTrim
    return style
  }
}

/// Measures the ruby pairs of a shaped paragraph.
struct RubyMeasurer {
  private let marks: InlineMarks
  private let paragraph: Paragraph
  private let source: SourceText
  private let boundaries: [BoundaryFlags]
  private let shaped: Shaper.Result
  private let boxes: [FlowBox]
  private let attachments: [FlowAttachment]

  init(
    _ marks: InlineMarks, _ paragraph: Paragraph, _ source: SourceText,
    _ boundaries: [BoundaryFlags], _ shaped: Shaper.Result, boxes: [FlowBox],
    attachments: [FlowAttachment]
  ) {
    self.marks = marks
    self.paragraph = paragraph
    self.source = source
    self.boundaries = boundaries
    self.shaped = shaped
    self.boxes = boxes
    self.attachments = attachments
  }

  /// Returns the pairs with their boxes, in document order.
  ///
  /// - Complexity: O(boxes + units of bases).
  func measure(_ parts: RubyParts) -> [(box: Int, ruby: FlowRuby)] {
    let rooms = rooms
    var rubies: [(box: Int, ruby: FlowRuby)] = []
    for (index, part) in parts.annotations.enumerated() {
      guard let ruby = marks.boxes[part.box].ruby, let place = rooms[part.box] else { continue }
      let units = marks.boxes[part.box].units
      let whole = part.paragraph.line(0..<part.paragraph.count)
      let largest = source.style(at: units.lowerBound).size.rounded()
      let reach = ruby.overhangs ? part.paragraph.strutStyle.drawnSize.rounded() / 2 : 0
      rubies.append(
        (
          part.box,
          FlowRuby(
            index: index, position: ruby.position, alignment: ruby.alignment,
            annotation: part.paragraph, whole: whole, units: units,
            baseWidth: place.inside + width(of: units),
            breaks: staysTogether(units, part.paragraph) ? [] : parts.breaks[index],
            reachBefore: min(
              reach.rounded(.down),
              room(before: units.lowerBound, edge: place.open, largest: largest)),
            reachAfter: min(
              reach.rounded(.down),
              room(after: units.upperBound, edge: place.close, largest: largest)),
            gaps: Justifier.gaps(
              in: units, of: SharedArray(source.units), SharedArray(boundaries)),
            em: part.paragraph.emExtent)
        ))
    }
    return rubies
  }

  /// The edges of the pairs by box, and the width of the edges inside them.
  private var rooms: [Int: (open: Int, close: Int, inside: Double)] {
    var rooms: [Int: (open: Int, close: Int, inside: Double)] = [:]
    var pair: Int?
    for (index, edge) in marks.edges.enumerated() {
      if marks.boxes[edge.box].ruby != nil {
        if edge.opens {
          rooms[edge.box] = (index, index, 0)
        } else {
          rooms[edge.box]?.close = index
        }
        pair = edge.opens ? edge.box : nil
      } else if let pair {
        rooms[pair]?.inside += edge.opens ? boxes[edge.box].startWidth : boxes[edge.box].endWidth
      }
    }
    return rooms
  }

  /// Whether a pair never breaks: it is short, the paragraph does not wrap, or lines are balanced,
  /// as in browsers.
  private func staysTogether(_ units: Range<Int>, _ annotation: PreparedParagraph) -> Bool {
    guard marks.whiteSpace(in: paragraph.style).wraps, paragraph.style.wrapStyle == .greedy else {
      return true
    }
    return glyphCount(of: units) <= Self.fewLetters && annotation.glyphs.count <= Self.manyLetters
  }

  private static let fewLetters = 4
  private static let manyLetters = 8

  private func glyphCount(of units: Range<Int>) -> Int {
    var count = 0
    forEachRun(of: units) { run, _ in count += run.glyphs.count }
    return count
  }

  /// The width of text and attachments, in layout points.
  private func width(of units: Range<Int>) -> Double {
    var width = 0.0
    forEachRun(of: units) { run, part in
      let end = part.upperBound >= run.end ? run.advance : Int(shaped.positions[part.upperBound])
      width += Double(end - Int(shaped.positions[part.lowerBound])) * run.scale
    }
    var index = attachments.bisect { units.lowerBound <= $0.unit }
    while index < attachments.count, attachments[index].unit < units.upperBound {
      width += attachments[index].advance
      index += 1
    }
    return width
  }

  private func forEachRun(of units: Range<Int>, _ body: (ShapedRun, Range<Int>) -> Void) {
    guard !units.isEmpty else { return }
    var index = shaped.runs.bisect { units.lowerBound < $0.end }
    while index < shaped.runs.count, shaped.runs[index].start < units.upperBound {
      body(shaped.runs[index], shaped.runs[index].item.range.clamped(to: units))
      index += 1
    }
  }

  /// The maximum overhang of an annotation over the text before a pair: half of that text at most.
  private func room(before unit: Int, edge: Int, largest: Double) -> Double {
    guard unit > 0 else { return 0 }
    var last = edge - 1
    while last >= 0, marks.edges[last].unit == unit { last -= 1 }
    guard mayBeCovered(unit - 1, in: last >= 0 ? marks.edges[last].inside : nil, largest) else {
      return 0
    }
    var start = last >= 0 ? marks.edges[last].unit : 0
    let next = attachments.bisect { unit <= $0.unit }
    if next > 0 { start = max(start, attachments[next - 1].unit + 1) }
    return width(of: start..<unit) / 2
  }

  /// The maximum overhang of an annotation over the text after a pair.
  private func room(after unit: Int, edge: Int, largest: Double) -> Double {
    guard unit < source.units.count else { return 0 }
    var next = edge + 1
    while next < marks.edges.count, marks.edges[next].unit == unit { next += 1 }
    guard mayBeCovered(unit, in: marks.edges[next - 1].inside, largest) else { return 0 }
    var end = next < marks.edges.count ? marks.edges[next].unit : source.units.count
    let attachment = attachments.bisect { unit <= $0.unit }
    if attachment < attachments.count { end = min(end, attachments[attachment].unit) }
    return width(of: unit..<end) / 2
  }

  /// Whether annotations may overhang a unit: it is in no other pair and its letters are not
  /// larger.
  private func mayBeCovered(_ unit: Int, in box: Int?, _ largest: Double) -> Bool {
    var around = box
    while let index = around {
      if marks.boxes[index].ruby != nil { return false }
      around = marks.boxes[index].parent
    }
    let next = attachments.bisect { unit <= $0.unit }
    if next < attachments.count, attachments[next].unit == unit { return false }
    return !boundaries[unit].contains(.control)
      && source.style(at: unit).size.rounded() <= largest
  }
}

extension SourceText {
  /// The style of a unit; the last style beyond the end.
  fileprivate func style(at unit: Int) -> TextStyle {
    runs[min(runs.bisect { unit < $0.end }, runs.count - 1)].style
  }
}

extension PreparedParagraph {
  /// The extent of all letters' em boxes from the baseline.
  fileprivate var emExtent: LineBox {
    var extent = LineBox(ascent: 0, descent: 0)
    for run in runs where !run.item.isControl {
      let style = styles[run.item.style].style
      let ems = EmExtent(
        face: faces[run.item.face], primary: firstFaces[run.item.style], size: style.drawnSize,
        isCentral: isCentral)
      extent.include(ems.outer)
    }
    return extent
  }
}

/// The extent of letters' em boxes from their baseline, in layout points.
///
/// Fonts define the baseline's position in the em. Browsers round it outwards for annotations, and
/// inwards for room that other lines may use.
struct EmExtent {
  /// The extent that annotations avoid.
  let outer: LineBox
  /// The part of the content area that is not free room.
  let inner: LineBox

  private static let parts = 64.0

  init(face: FontFace, primary: FontFace, size: Double, isCentral: Bool) {
    let content = LineBox(contentOf: primary, size: size, isCentral: isCentral)
    let middle = content.height / 2
    let edge = isCentral ? LineBox(ascent: middle, descent: middle) : content
    let share = isCentral ? 0.5 : face.metrics.emAscent / Double(face.metrics.unitsPerEm)
    // Browsers use fixed-point fractions of a point here, which matters near whole points.
    let ascent = (share * size * Self.parts).rounded() / Self.parts
    let em = LineBox(
      ascent: ascent, descent: (size * Self.parts).rounded(.down) / Self.parts - ascent)
    let shift = content.ascent - edge.ascent
    outer = LineBox(
      ascent: min(em.ascent.rounded(.up), edge.ascent) + shift,
      descent: min(em.descent.rounded(.up), edge.descent) - shift)
    inner = LineBox(
      ascent: content.ascent - max(0, edge.ascent - em.ascent).rounded(.down),
      descent: content.descent - max(0, edge.descent - em.descent).rounded(.down))
  }
}
