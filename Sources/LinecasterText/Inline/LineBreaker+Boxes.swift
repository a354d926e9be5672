import LinecasterGeometry

extension LineBreaker {
  /// The last unit that text from `start` can reach within a limit among boxes, or the next forced
  /// end; the edges of boxes that close behind it may still not fit.
  func reach(
    from start: Int, in first: Int, head: LineEdges.Edge?, limit: Double, among flow: InlineFlow
  ) -> Int {
    var x = paragraph.indent(at: start) + headCorrection(head)
    var edge = flow.firstEdge(from: start, count: view.count)
    if flow.clones {
      flow.forEachBox(around: edge) { box in
        if flow.boxes[box].clones { x += flow.boxes[box].startWidth }
      }
    }
    var from = start
    var index = first
    while index < view.runs.count {
      let run = view.runs[index]
      while edge < flow.edges.count, flow.edges[edge].unit <= from {
        x += least(ofEdge: edge, from: start, among: flow)
        edge += 1
      }
      if run.isTab {
        from = passTabs(from: from, in: run, at: &x, limit: limit)
        if from < run.end { return from }
      } else {
        let advance = view.width(from: from, to: run.end, in: run)
        guard x + advance <= limit else {
          return lastFitting(from: from, in: run, room: limit - x)
        }
        x += advance
        from = run.end
      }
      if view.isForced(from) { return from }
      index += 1
    }
    return view.count
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
