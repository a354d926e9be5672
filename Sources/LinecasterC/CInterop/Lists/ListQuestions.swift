import CLinecaster
import LinecasterBase
import LinecasterCells
import LinecasterList
import LinecasterSurface
import LinecasterText

/// Memory for the texts of structs that a call fills, valid until the next call.
@MainActor
final class TextArena {
  private var texts: [UnsafeMutableBufferPointer<CChar>] = []

  /// Copies a text.
  func copy(_ text: String) -> (UnsafePointer<CChar>?, Int) {
    guard !text.isEmpty else { return (nil, 0) }
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count)
    _ = copy.initialize(fromContentsOf: text.utf8.lazy.map { CChar(bitPattern: $0) }.map { $0 })
    texts.append(copy)
    return (UnsafePointer(copy.baseAddress), copy.count)
  }

  /// Frees the texts.
  func removeAll() {
    for text in texts { text.deallocate() }
    texts.removeAll(keepingCapacity: true)
  }
}

extension RowIdentity {
  /// The key of the row.
  var key: String {
    if case .name(let key) = identifier { key } else { "" }
  }
}

extension lc_rect {
  init(_ rect: Rect) {
    self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
  }
}

extension ListState {
  /// The places of the rows in sight.
  private var rowsInSight: Range<Int> {
    snapshot.geometry.rows(in: host.viewport(in: snapshot).range)
  }

  /// Copies the rows in sight, and returns their number.
  func copyVisible(to target: UnsafeMutableBufferPointer<lc_visible_row>) -> Int {
    var count = 0
    for index in rowsInSight {
      guard let identity = snapshot.identity(ofRow: index),
        let frame = snapshot.frame(ofRow: index)
      else { continue }
      if count < target.count {
        let key = texts.copy(identity.key)
        target[count] = lc_visible_row(
          key: key.0, key_length: key.1, frame: lc_rect(frame.offset(x: 0, y: -host.offset)),
          index: index, is_ready: host.hasPixels(of: identity) ? 1 : 0, reserved: 0)
      }
      count += 1
    }
    return count
  }

  /// Finds the row and its parts at a point.
  func hit(_ point: Point) -> lc_list_hit {
    var result = lc_list_hit()
    // SIZE_MAX, by its bits.
    result.node = -1
    guard let hit = controller.hit(at: point) else { return result }
    (result.key, result.key_length) = texts.copy(hit.identity.key)
    let tags = hit.cell.regions.compactMap { $0.tag?.value as? String }
    (result.tag, result.tag_length) = texts.copy(tags.first ?? "")
    (result.link, result.link_length) = texts.copy(hit.cell.link ?? "")
    (result.path, result.path_length) = texts.copy(tags.reversed().joined(separator: "/"))
    result.node = node(at: hit.point, of: hit.identity) ?? -1
    (result.x, result.y) = (hit.point.x, hit.point.y)
    let isTappable = controller.isInteractive(at: point) || hasTap(hit.identity)
    result.is_interactive = isTappable ? 1 : 0
    return result
  }

  /// The number of the innermost node at a point of a row: the last of those around it.
  private func node(at point: Point, of row: RowIdentity) -> Int? {
    guard let index = controller.row(of: row), let item = snapshot.item(atRow: index) else {
      return nil
    }
    let environment = controller.environment
    let placements = try? controller.arranger.placements(
      of: item.cell.layout(in: environment), in: environment)
    return placements?.lastIndex { $0.isShown && $0.frame.contains(point) }
  }

  private func hasTap(_ row: RowIdentity) -> Bool {
    controller.row(of: row).flatMap { snapshot.item(atRow: $0) }?.hasTap ?? false
  }

  /// Copies the nodes of the rows in sight, and returns their number.
  func copySemantics(to target: UnsafeMutableBufferPointer<lc_semantic_node>) -> Int {
    nodes = []
    func add(_ node: SemanticNode, depth: UInt32) {
      if nodes.count < target.count { target[nodes.count] = self.node(node, depth) }
      nodes.append(node)
      for child in node.children { add(child, depth: depth + 1) }
    }
    for row in controller.semantics().rows { add(row, depth: 0) }
    return nodes.count
  }

  private func node(_ node: SemanticNode, _ depth: UInt32) -> lc_semantic_node {
    let (key, label, value) = (
      texts.copy(node.id.row.key), texts.copy(node.label), texts.copy(node.value ?? "")
    )
    let (role, level) = node.role.number
    let actions = node.actions.compactMap { Self.actions.firstIndex(of: $0) }
    return lc_semantic_node(
      key: key.0, key_length: key.1, label: label.0, label_length: label.1, value: value.0,
      value_length: value.1, frame: lc_rect(node.frame), depth: depth, role: role.rawValue,
      level: level, states: UInt32(truncatingIfNeeded: node.states.rawValue),
      actions: actions.reduce(0) { $0 | 1 << $1 }, reserved: 0)
  }

  private static let actions: [SemanticNode.Action] = [.press, .longPress, .delete, .focus]

  /// Performs an action on a node of the last tree.
  ///
  /// - Returns: Whether it had an effect.
  func perform(_ action: UInt32, onNode index: Int) throws(CallError) -> Bool {
    let node = try element(index, of: nodes, "nodes")
    return controller.perform(try enumerator(action, Self.actions, "lc_action"), on: node.id)
  }

  /// Takes the oldest event.
  func nextEvent() -> lc_event {
    var result = lc_event()
    guard let event = events.next() else { return result }
    (result.key, result.key_length) = texts.copy(event.key)
    (result.text, result.text_length) = texts.copy(event.text)
    (result.x, result.y) = (event.point.x, event.point.y)
    result.kind = event.kind.rawValue
    result.dropped = UInt32(clamping: event.dropped)
    return result
  }
}

extension SemanticNode.Role {
  /// The number of the role, and the level of a heading.
  fileprivate var number: (lc_role, UInt32) {
    switch self {
    case .row: (LC_ROLE_ROW, 0)
    case .text: (LC_ROLE_TEXT, 0)
    case .group: (LC_ROLE_GROUP, 0)
    case .region(.button): (LC_ROLE_BUTTON, 0)
    case .region(.link): (LC_ROLE_LINK, 0)
    case .region(.image): (LC_ROLE_IMAGE, 0)
    case .region(.heading(let level)): (LC_ROLE_HEADING, UInt32(clamping: level))
    case .region(.textField): (LC_ROLE_TEXT_FIELD, 0)
    case .region(.toggle): (LC_ROLE_TOGGLE, 0)
    }
  }
}
