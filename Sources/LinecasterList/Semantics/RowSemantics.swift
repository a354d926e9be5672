import LinecasterBase
import LinecasterCells
import LinecasterText

/// Makes the accessibility node of a row: its regions and texts as a tree, in reading order.
struct RowSemantics {
  let identity: RowIdentity
  /// The frame of the row, in layout points from the corner of the viewport.
  let frame: Rect
  let actions: TableItemActions
  let state: CellState
  let arrangement: CellArrangement
  /// The tags of regions with text inputs, which can have keyboard focus without an action.
  let fieldTags: Set<InlinePayload>

  private let texts: [PlacedText]
  /// The strings of the texts, which the labels of the row and its regions share.
  private let strings: [String]
  /// The regions in each region, and those without a parent.
  private let regionsIn: [Int?: [Int]]
  /// The regions that are parts of each text, or stand in it.
  private let piecesOf: [Int: [Int]]

  init(
    _ identity: RowIdentity, _ frame: Rect, _ actions: TableItemActions, _ state: CellState,
    _ arrangement: CellArrangement, fieldTags: Set<InlinePayload>
  ) {
    self.identity = identity
    self.frame = frame
    self.actions = actions
    self.state = state
    self.arrangement = arrangement
    self.fieldTags = fieldTags
    let texts = arrangement.texts
    self.texts = texts
    strings = texts.map { $0.layout.text(from: 0, to: .max) }
    let regions = arrangement.regions
    let pieces = regions.indices.filter { regions[$0].standsInText }
    piecesOf = Dictionary(grouping: pieces) { regions[$0].texts.lowerBound }
    regionsIn = Dictionary(grouping: regions.indices.filter { !regions[$0].standsInText }) {
      regions[$0].parent
    }
  }

  /// Returns the node of a row of which only the frame is known.
  static func unknown(_ identity: RowIdentity, _ frame: Rect) -> SemanticNode {
    SemanticNode(
      id: .row(identity), role: .row, label: "", value: nil, states: .busy, frame: frame,
      actions: [], text: nil, children: [])
  }

  /// The node.
  var node: SemanticNode {
    var states = states(of: .row)
    if state.isSelected { states.insert(.selected) }
    var actions: [SemanticNode.Action] = []
    if self.actions.onTap != nil { actions.append(.press) }
    if self.actions.onLongPress != nil { actions.append(.longPress) }
    if self.actions.onDelete != nil { actions.append(.delete) }
    let hasParts = arrangement.regions.contains {
      self.actions.isStop($0, fieldTags: fieldTags)
    }
    if self.actions.isStop(hasParts: hasParts) {
      actions.append(.focus)
      states.insert(.focusable)
    }
    return SemanticNode(
      id: .row(identity), role: .row, label: string(ofTexts: texts.indices), value: nil,
      states: states, frame: frame, actions: actions, text: nil,
      children: children(of: nil, texts: texts.indices))
  }

  private func states(of part: CellState.Part) -> SemanticNode.States {
    var states: SemanticNode.States = []
    if state.focused == part { states.insert(.focused) }
    if state.pressed == part { states.insert(.pressed) }
    return states
  }

  private func string(ofTexts range: Range<Int>) -> String {
    strings[range.clamped(to: strings.indices)].joined(separator: " ")
  }

  /// Returns the nodes of regions and texts in a region, merged in order.
  private func children(of region: Int?, texts range: Range<Int>) -> [SemanticNode] {
    let inner = regionsIn[region] ?? []
    var nodes: [SemanticNode] = []
    var next = range.lowerBound
    for index in inner {
      let held = arrangement.regions[index].texts
      if next < held.lowerBound {
        nodes += (next..<held.lowerBound).map { node(ofText: $0) }
        next = held.lowerBound
      }
      nodes.append(node(ofRegion: index))
      next = max(next, held.upperBound)
    }
    if next < range.upperBound { nodes += (next..<range.upperBound).map { node(ofText: $0) } }
    return nodes
  }

  private func node(ofText index: Int) -> SemanticNode {
    let placed = texts[index]
    let size = placed.layout.axes.pageSize
    return SemanticNode(
      id: .text(identity, index), role: .text, label: string(ofTexts: index..<index + 1),
      value: nil, states: [],
      frame: Rect(origin: placed.origin, size: size).offset(x: frame.minX, y: frame.minY),
      actions: [], text: placed, children: pieces(ofTexts: index..<index + 1))
  }

  private func pieces(ofTexts range: Range<Int>) -> [SemanticNode] {
    range.flatMap { piecesOf[$0] ?? [] }.map { node(ofRegion: $0) }
  }

  private func node(ofRegion index: Int) -> SemanticNode {
    let region = arrangement.regions[index]
    let part = region.part
    let isStop = self.actions.isStop(region, fieldTags: fieldTags)
    var actions: [SemanticNode.Action] = self.actions.handler(of: region) != nil ? [.press] : []
    if isStop { actions.append(.focus) }
    var states = part.map { self.states(of: $0) } ?? []
    if isStop { states.insert(.focusable) }
    if case .toggle(isOn: true) = region.role { states.insert(.on) }
    // A region with a role has its texts in its label, so they are not children too.
    let children =
      region.standsInText
      ? [] : region.role == nil ? children(of: index, texts: region.texts) : parts(of: index)
    return SemanticNode(
      id: .region(identity, index), role: region.role.map { .region($0) } ?? .group,
      label: region.label ?? (region.texts.isEmpty ? region.tooltip : nil)
        ?? string(ofTexts: region.texts),
      value: region.value, states: states,
      frame: region.frame.offset(x: frame.minX, y: frame.minY),
      actions: actions, text: nil, children: children)
  }

  /// Returns the nodes of regions in a region and in its texts, without the texts.
  private func parts(of index: Int) -> [SemanticNode] {
    let region = arrangement.regions[index]
    let inner = regionsIn[index] ?? []
    let own = region.texts.filter { text in
      !inner.contains { arrangement.regions[$0].texts.contains(text) }
    }
    return own.flatMap { pieces(ofTexts: $0..<$0 + 1) } + inner.map { node(ofRegion: $0) }
  }
}

extension AutoDiffController {
  /// Returns the accessibility tree of the visible rows and their parts, with frames and actions.
  ///
  ///     let tree = controller.semantics()
  ///     let changes = tree.changes(since: shown)
  ///
  /// A row whose pixels have not arrived yet is busy; its node changes once they have. Separators
  /// and space between rows have no nodes. They do count in `rowCount` and in row numbers, which
  /// are those of the snapshot.
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
      !item.isGap, let frame = frame?.offset(x: 0, y: -viewport.offset)
    else { return nil }
    guard let arrangement = rows.arrangements[identity] else {
      return RowSemantics.unknown(identity, frame)
    }
    return RowSemantics(
      identity, frame, item.actions, touch.state(of: identity), arrangement,
      fieldTags: rows.fieldTags
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
