import LinecasterBase

extension LineBreaker {
  /// Goes on behind the edges up to a unit; the least room that they take.
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

  /// The width of a line that has to fit, in layout points: as in browsers without the edges that
  /// boxes have again where it ends inside of them.
  func fittingWidth(of line: LineSpan) -> Double {
    guard !paragraph.isPlain, let flow = paragraph.flow, flow.clones else { return line.width }
    let edge = flow.firstEdge(from: line.range.upperBound, count: view.count)
    return line.width - flow.cloneWidths(around: edge).end
  }

  /// The least that an edge takes of a line that starts at a unit: the end of a pair that the line
  /// starts inside of takes what is left.
  private func least(ofEdge index: Int, from start: Int, among flow: InlineFlow) -> Double {
    let edge = flow.edges[index]
    guard !edge.opens, let pair = flow.boxes[edge.box].pair,
      flow.rubies[pair].ruby.units.lowerBound < start
    else { return flow.width(ofEdges: index..<index + 1) }
    return -flow.rubies[pair].ruby.reachAfter
  }
}
