/// What takes room on a line, in text order.
struct LineSegments: Sendable {
  private(set) var segments: [LineSegment] = []

  /// The sum of the widths, in layout points.
  var width: Double { segments.reduce(0) { $0 + $1.width } }

  init(_ paragraph: ShapedParagraph, _ line: LineSpan) {
    let content = line.range.lowerBound..<line.contentEnd
    if !content.isEmpty {
      var index = paragraph.runIndex(containing: content.lowerBound)
      segments.reserveCapacity(
        paragraph.runIndex(containing: content.upperBound - 1) - index + 3)
      while index < paragraph.runs.count, paragraph.runs[index].start < content.upperBound {
        let run = paragraph.runs[index]
        add(paragraph, run, run.item.range.clamped(to: content), line)
        index += 1
      }
    }
    if let ellipsis = line.ellipsis {
      let level = paragraph.baseLevel(at: line.range.lowerBound)
      segments.append(LineSegment(ellipsis, level: level))
    }
  }

  /// Adds the part of a run that is on the line: the head, what was not touched, the tail.
  private mutating func add(
    _ paragraph: ShapedParagraph, _ run: ShapedRun, _ units: Range<Int>, _ line: LineSpan
  ) {
    var middle = units
    if let head = line.head, head.range.overlaps(units) {
      append(run, head, head.range.clamped(to: units))
      middle = min(head.range.upperBound, units.upperBound)..<units.upperBound
    }
    let tail = line.tail.flatMap { $0.range.overlaps(units) ? $0 : nil }
    if let tail {
      middle =
        middle.lowerBound..<max(middle.lowerBound, min(tail.range.lowerBound, units.upperBound))
    }
    if !middle.isEmpty {
      let glyphs = paragraph.glyphs(of: middle, in: run)
      segments.append(LineSegment(run, glyphs, width: paragraph.width(of: middle, in: run)))
    }
    if let tail { append(run, tail, tail.range.clamped(to: units)) }
  }

  private mutating func append(
    _ run: ShapedRun, _ stretch: LineSpan.Stretch, _ units: Range<Int>
  ) {
    let glyphs =
      units == stretch.range
      ? stretch.glyphs : stretch.glyphs.filter { units.contains(Int($0.cluster)) }
    let width = Double(stretch.advance(in: units)) * run.scale
    segments.append(LineSegment(run, glyphs[...], width: width))
  }
}

extension TextItem {
  /// The units of the item.
  var range: Range<Int> { start..<end }
}

extension LineSegment {
  fileprivate init(_ run: ShapedRun, _ glyphs: ArraySlice<ShapedGlyph>, width: Double) {
    self.init(
      face: run.face, glyphs: glyphs, size: run.size, scale: run.scale, width: width,
      level: run.item.level, style: run.item.style, isEllipsis: false, box: run.box)
  }

  fileprivate init(_ ellipsis: Ellipsis, level: UInt8) {
    self.init(
      face: ellipsis.face, glyphs: ellipsis.glyphs[...], size: ellipsis.size,
      scale: ellipsis.scale, width: ellipsis.width, level: level, style: ellipsis.style,
      isEllipsis: true, box: ellipsis.box)
  }
}
