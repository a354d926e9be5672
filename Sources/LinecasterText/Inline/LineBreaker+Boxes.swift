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
        x += flow.width(ofEdges: edge..<edge + 1)
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
}
