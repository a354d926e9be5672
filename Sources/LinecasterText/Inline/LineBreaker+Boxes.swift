import LinecasterBase

/// The box edges on a line that are usually on the other one of two lines.
struct EdgeCut: Sendable {
  /// The first edge on the line if the line before took some; `nil` if it did not.
  let start: Int?
  /// The edge after the last one on the line if it took some of the next line; `nil` if it did not.
  let end: Int?
}

/// The start of a line as far as it depends on the line before.
struct LineCarry {
  /// The first annotation unit if the line starts inside a ruby pair; 0 if it does not.
  let annotationStart: Int
  /// The first box edge if the line before took some; `nil` if it did not.
  let firstEdge: Int?

  /// Creates the start of the line after one with some edges; that of a first line without them.
  init(behind edges: LineEdges? = nil) {
    annotationStart = edges?.ruby?.end ?? 0
    firstEdge = edges?.edgeCut?.end
  }

  /// Whether the start does not depend on the line before.
  var isEmpty: Bool { annotationStart == 0 && firstEdge == nil }
}

extension LineBreaker {
  /// A line with the box edges behind it up to the last that closes a box, if its last white space
  /// does not fit. As in browsers, that white space lets everything follow but text, and only boxes
  /// that open last start on the next line.
  func takingEdges(_ line: LineSpan) -> LineSpan {
    let end = line.range.upperBound
    guard line.contentEnd < end, end < view.count, !view.isForced(end), let flow = paragraph.flow
    else { return line }
    let edges = flow.wholeEdges(of: line, count: view.count)
    var last = flow.lastEdge(at: end)
    while last > edges.upperBound, flow.edges[last - 1].opens { last -= 1 }
    guard last > edges.upperBound, !fitsWithSpaces(line) else { return line }
    return ending(line, beforeEdge: last)
  }

  /// A line without the boxes that open behind its content; as in browsers, a lone word keeps them.
  func leavingEdges(_ line: LineSpan) -> LineSpan {
    let inside = line.range.lowerBound + 1..<max(line.range.lowerBound + 1, line.contentEnd)
    guard let flow = paragraph.flow,
      inside.contains(where: { view.boundaries[$0].contains(.softBreak) })
    else { return line }
    let edges = flow.wholeEdges(of: line, count: view.count)
    let last = flow.openedEdges(behind: line.contentEnd, upTo: edges.upperBound).lowerBound
    return last < edges.upperBound && last >= edges.lowerBound
      ? ending(line, beforeEdge: last) : line
  }

  /// A line that ends before a box edge, with the width that this gives it.
  private func ending(_ line: LineSpan, beforeEdge edge: Int) -> LineSpan {
    var changed = line
    changed.edges = .adding(
      edgeCut: EdgeCut(start: line.edges?.edgeCut?.start, end: edge), to: line.edges)
    changed.width = width(of: changed)
    return changed
  }

  /// Whether a line fits with the white space at its end, and without the edges behind that.
  func fitsWithSpaces(_ line: LineSpan) -> Bool {
    guard let flow = paragraph.flow else { return true }
    let end = line.range.upperBound
    let edges = flow.wholeEdges(of: line, count: view.count)
    let behind = flow.edges.bisect { $0.unit >= end }
    let first = min(max(edges.lowerBound, behind), edges.upperBound)
    return fittingWidth(of: line) - flow.width(ofEdges: first..<edges.upperBound)
      + paragraph.width(of: line.contentEnd..<end)
      <= limit + Self.tolerance - paragraph.indent(at: line.range.lowerBound)
  }

  /// Advances past the edges up to a unit; returns their minimum width.
  func passEdges(
    _ edge: inout Int, upTo unit: Int, ofLineFrom start: Int, in flow: InlineFlow
  ) -> Double {
    var room = 0.0
    while edge < flow.edges.count, flow.edges[edge].unit <= unit {
      room += least(ofEdge: edge, from: start, among: flow)
      edge += 1
    }
    return room
  }

  /// The width of a line that has to fit, in layout points. As in browsers it excludes edges that
  /// boxes repeat at the line's end.
  func fittingWidth(of line: LineSpan) -> Double {
    guard !paragraph.isPlain, let flow = paragraph.flow, flow.clones else { return line.width }
    let edge = flow.firstEdge(from: line.range.upperBound, count: view.count)
    return line.width - flow.cloneWidths(around: edge).end
  }

  /// Whether a line fits without the edges behind its content. As in browsers, those behind white
  /// space that collapses do not count, nor those behind kept white space that overflows, nor those
  /// of empty boxes at the end of the text.
  ///
  /// - Parameters:
  ///   - line: A line that is too wide with all its edges.
  ///   - width: Its width with them, in layout points.
  ///   - room: The width that it has to fit.
  ///   - flow: The boxes.
  func hangsBeforeEdges(
    of line: LineSpan, _ width: Double, in room: Double, _ flow: InlineFlow
  ) -> Bool {
    if fitsBeforeEmptyBoxes(line, width, in: room, flow) { return true }
    let edges = flow.wholeEdges(of: line, count: view.count)
    let first = max(edges.lowerBound, flow.edges.bisect { $0.unit > line.contentEnd })
    guard first < edges.upperBound else { return false }
    let rest = width - flow.width(ofEdges: first..<edges.upperBound)
    let hanging = line.contentEnd..<flow.edges[first].unit
    return rest <= room
      && (rest + paragraph.width(of: hanging) > room
        || !keepsSpaces(in: hanging, flow) && followsBase(first..<edges.upperBound, flow))
  }

  /// Whether the boxes of some edges have the direction of the paragraph or open there. At the end
  /// of others, browsers treat white space that collapses as kept.
  private func followsBase(_ edges: Range<Int>, _ flow: InlineFlow) -> Bool {
    let isRightToLeft = paragraph.baseLevel(at: flow.edges[edges.lowerBound].unit) & 1 == 1
    return edges.allSatisfy {
      let box = flow.edges[$0].box
      return flow.boxes[box].isRightToLeft == isRightToLeft || edges.contains(flow.openEdges[box])
    }
  }

  /// Whether a line at the end of the text fits without the edges of the empty boxes there.
  private func fitsBeforeEmptyBoxes(
    _ line: LineSpan, _ width: Double, in room: Double, _ flow: InlineFlow
  ) -> Bool {
    guard line.range.upperBound == view.count else { return false }
    let edges = flow.wholeEdges(of: line, count: view.count)
    let last = max(edges.lowerBound, flow.edges.bisect { $0.unit >= view.count })
    guard let first = (last..<edges.upperBound).first(where: { flow.edges[$0].opens }) else {
      return false
    }
    return width - flow.width(ofEdges: first..<edges.upperBound) <= room
  }

  /// Whether any white space in a range is kept.
  private func keepsSpaces(in units: Range<Int>, _ flow: InlineFlow) -> Bool {
    units.contains { !(flow.whiteSpace(at: $0) ?? paragraph.style.whiteSpace).collapses }
  }

  /// The minimum width of an edge on a line that starts at a unit. For the end of a pair in which
  /// the line starts, it is minus the overhang.
  private func least(ofEdge index: Int, from start: Int, among flow: InlineFlow) -> Double {
    let edge = flow.edges[index]
    guard !edge.opens, let pair = flow.boxes[edge.box].pair,
      flow.rubies[pair].ruby.units.lowerBound < start
    else { return flow.width(ofEdges: index..<index + 1) }
    return -flow.rubies[pair].ruby.reachAfter
  }
}
