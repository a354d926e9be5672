import LinecasterBase

extension LineBreaker {
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
    let edges = flow.edges(of: line.range, count: view.count)
    let first = max(edges.lowerBound, flow.edges.bisect { $0.unit > line.contentEnd })
    guard first < edges.upperBound else { return false }
    let rest = width - flow.width(ofEdges: first..<edges.upperBound)
    let hanging = line.contentEnd..<flow.edges[first].unit
    return rest <= room
      && (rest + paragraph.width(of: hanging) > room
        || !keepsSpaces(in: hanging, flow) && followsBase(first..<edges.upperBound, flow))
  }

  /// Whether the boxes of some edges have the direction of the paragraph. At the end of others,
  /// browsers treat white space that collapses as kept.
  private func followsBase(_ edges: Range<Int>, _ flow: InlineFlow) -> Bool {
    let isRightToLeft = paragraph.baseLevel(at: flow.edges[edges.lowerBound].unit) & 1 == 1
    return edges.allSatisfy { flow.boxes[flow.edges[$0].box].isRightToLeft == isRightToLeft }
  }

  /// Whether a line at the end of the text fits without the edges of the empty boxes there.
  private func fitsBeforeEmptyBoxes(
    _ line: LineSpan, _ width: Double, in room: Double, _ flow: InlineFlow
  ) -> Bool {
    guard line.range.upperBound == view.count else { return false }
    let edges = flow.edges(of: line.range, count: view.count)
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
