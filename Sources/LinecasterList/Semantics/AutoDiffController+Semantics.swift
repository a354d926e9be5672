import LinecasterBase
import LinecasterCells

extension AutoDiffController {
  /// What can be seen of the list, for people who do not see it: rows and what is in them, with
  /// where they are and what can be done to them.
  ///
  ///     let tree = controller.semantics()
  ///     let changes = tree.changes(since: shown)
  ///
  /// A row whose pixels have not come yet says that it is busy; it is another one once they have.
  ///
  /// - Parameter viewport: What is meant instead of what the host shows; rows out of its range are
  ///   busy.
  /// - Complexity: O(log rows + regions and texts in sight).
  public func semantics(in viewport: Viewport? = nil) -> SemanticTree {
    guard let viewport = viewport ?? host?.viewport(in: snapshot) else {
      return SemanticTree(rows: [], rowCount: snapshot.rowCount)
    }
    let header = snapshot.stickyHeader(at: viewport.offset)
    var nodes = header.map { [node(ofRow: $0.row, $0.frame, viewport)] } ?? []
    for row in snapshot.geometry.rows(in: viewport.range) where row != header?.row {
      nodes.append(node(ofRow: row, snapshot.frame(ofRow: row), viewport))
    }
    return SemanticTree(rows: nodes.compactMap(\.self), rowCount: snapshot.rowCount)
  }

  private func node(ofRow row: Int, _ frame: Rect?, _ viewport: Viewport) -> SemanticNode? {
    guard let identity = snapshot.identity(ofRow: row), let item = snapshot.item(atRow: row),
      let frame = frame?.offset(x: 0, y: -viewport.offset)
    else { return nil }
    guard let arrangement = rows.arrangements[identity] else {
      return RowSemantics.unknown(identity, frame)
    }
    return RowSemantics(
      identity, frame, item.actions, touch.state(of: identity), arrangement
    ).node
  }

  /// Does something to a part of the list, as the newest model has it.
  ///
  /// - Returns: Whether there was anything to do.
  @discardableResult
  public func perform(_ action: SemanticNode.Action, on id: SemanticNode.ID) -> Bool {
    let identity = id.row
    var regions: [Region] = []
    switch id {
    case .row: break
    case .text: return false
    case .region(_, let index):
      guard let known = rows.arrangements[identity]?.regions, known.indices.contains(index)
      else { return false }
      regions = [known[index]]
    }
    switch action {
    case .press: return activate(identity, regions)
    case .longPress: return longPress(identity)
    case .delete: return delete(identity)
    case .focus: return focus(identity, regions.first?.part ?? .row)
    }
  }
}
