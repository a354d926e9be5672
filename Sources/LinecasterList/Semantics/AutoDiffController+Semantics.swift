import LinecasterBase
import LinecasterCells

extension AutoDiffController {
  /// Returns the accessibility tree of the visible rows and their parts, with frames and actions.
  ///
  ///     let tree = controller.semantics()
  ///     let changes = tree.changes(since: shown)
  ///
  /// A row whose pixels have not arrived yet is busy; its node changes once they have.
  ///
  /// - Parameter viewport: The viewport to use instead of the host's; rows outside the range that
  ///   the host shows are busy.
  /// - Complexity: O(log rows + visible regions and texts).
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

  /// Performs an action on a part of the list, as the newest model defines it.
  ///
  /// - Returns: Whether there was an action to run.
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
