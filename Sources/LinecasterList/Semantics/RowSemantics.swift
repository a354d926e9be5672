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
  static func unknown(
    _ identity: RowIdentity, _ frame: Rect, position: Int
  ) -> SemanticNode {
    SemanticNode(
      id: .row(identity), role: .row, position: position, label: "", value: nil, states: .busy,
      frame: frame, actions: [], text: nil, children: [])
  }

  /// Returns the node of the row at a position.
  func node(position: Int) -> SemanticNode {
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
      id: .row(identity), role: .row, position: position, label: string(ofTexts: texts.indices),
      value: nil, states: states, frame: frame, actions: actions, text: nil,
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
  /// and space between rows have no nodes, and count neither in `rowCount` nor in positions. The
  /// first call counts them on the main thread; later updates do so on workers.
  ///
  /// - Parameter viewport: The viewport to use instead of the host's; rows outside the range that
  ///   the host shows are busy.
  /// - Complexity: O(log rows + visible regions and texts), after O(rows) for the first call.
  public func semantics(in viewport: Viewport? = nil) -> SemanticTree {
    let gaps = rows.countedGaps()
    let rowCount = snapshot.rowCount - gaps.count
    guard let viewport = viewport ?? host?.viewport(in: snapshot) else {
      return SemanticTree(rows: [], rowCount: rowCount)
    }
    let header = snapshot.stickyHeader(at: viewport.offset)
    var nodes = header.map { [node(ofRow: $0.row, $0.frame, viewport, gaps)] } ?? []
    for row in snapshot.geometry.rows(in: viewport.range) where row != header?.row {
      nodes.append(node(ofRow: row, snapshot.frame(ofRow: row), viewport, gaps))
    }
    return SemanticTree(rows: nodes.compactMap(\.self), rowCount: rowCount)
  }

  private func node(
    ofRow row: Int, _ frame: Rect?, _ viewport: Viewport, _ gaps: GapRows
  ) -> SemanticNode? {
    guard let identity = snapshot.identity(ofRow: row), let item = snapshot.item(atRow: row),
      let position = gaps.position(ofRow: row),
      let frame = frame?.offset(x: 0, y: -viewport.offset)
    else { return nil }
    guard let arrangement = rows.arrangements[identity] else {
      return RowSemantics.unknown(identity, frame, position: position)
    }
    return RowSemantics(
      identity, frame, item.actions, touch.state(of: identity), arrangement,
      fieldTags: rows.fieldTags
    ).node(position: position)
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

extension ListRows {
  /// Returns the separators and spaces of the shown state, which updates count from then on.
  ///
  /// - Complexity: O(rows) on the first call, and after an update that was on its way by then.
  fileprivate func countedGaps() -> GapRows {
    if let gaps { return gaps }
    let counted = GapRows(snapshot)
    gaps = counted
    return counted
  }
}

/// The separators and spaces of a state, which are no items to screen readers.
struct GapRows: Hashable, Sendable {
  /// The rows, ascending.
  private let rows: [Int]

  /// Counts the rows of a state.
  ///
  /// - Complexity: O(rows).
  init(_ snapshot: TableSnapshot) { rows = Self.gaps(in: 0..<snapshot.rowCount, of: snapshot) }

  private init(ascending rows: [Int]) { self.rows = rows }

  /// The number of separators and spaces.
  var count: Int { rows.count }

  /// Returns the number of a row among those with content, from 1; `nil` for a gap.
  ///
  /// - Complexity: O(log gaps).
  func position(ofRow row: Int) -> Int? {
    let above = rows.bisect { $0 >= row }
    return above < rows.count && rows[above] == row ? nil : row - above + 1
  }

  /// Returns those after an update.
  ///
  /// - Parameters:
  ///   - mapping: The mapping from the rows before.
  ///   - updated: The rows with new content, counted after the update.
  ///   - snapshot: The state after the update.
  /// - Complexity: O(gaps + changes · log rows), or O(rows) if gaps become rows with content.
  func after(_ mapping: RowMapping, updated: [Int], in snapshot: TableSnapshot) -> GapRows {
    var gaps: [Int] = []
    gaps.reserveCapacity(rows.count)
    var next = 0
    for stretch in mapping.stretches {
      gaps += Self.gaps(in: next..<stretch.newStart, of: snapshot)
      let first = rows.bisect { $0 >= stretch.oldRows.lowerBound }
      let end = rows.bisect { $0 >= stretch.oldRows.upperBound }
      gaps += rows[first..<end].lazy.map { $0 - stretch.oldStart + stretch.newStart }
      next = stretch.newRows.upperBound
    }
    gaps += Self.gaps(in: next..<snapshot.rowCount, of: snapshot)
    let moved = GapRows(ascending: gaps)
    let isSame = updated.allSatisfy {
      (moved.position(ofRow: $0) == nil) == (snapshot.item(atRow: $0)?.isGap ?? false)
    }
    return isSame ? moved : GapRows(snapshot)
  }

  private static func gaps(in rows: Range<Int>, of snapshot: TableSnapshot) -> [Int] {
    let numbering = snapshot.rows.numbering
    var gaps: [Int] = []
    numbering.forEachSection(of: rows) { section, rows in
      let (itemRows, items) = (
        numbering.items(ofSection: section), snapshot.model.sections[section].items
      )
      for row in rows {
        let isGap =
          itemRows.contains(row)
          ? items[row - itemRows.lowerBound].isGap : snapshot.item(atRow: row)?.isGap ?? false
        if isGap { gaps.append(row) }
      }
    }
    return gaps
  }
}
