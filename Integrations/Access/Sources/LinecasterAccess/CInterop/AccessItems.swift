internal import CAccess
import Linecaster

/// Nodes as plain C structs, with their strings in one buffer.
struct AccessItems {
  /// The maximum length of a name, in code points; longer texts are exposed as text.
  static let nameLimit = 4096

  /// The offsets of an item's strings.
  private struct Places {
    var name: Int
    var description: Int
    var text: Int?
  }

  private var items: [AccessItem] = []
  private var places: [Places] = []
  private var bytes: [CChar] = []

  /// Adds the item around all lists, with its name and visible size.
  init(ofList name: String, size: Size, rowCount: Int) {
    var item = AccessItem()
    item.id = AccessTree.list
    item.parent = -1
    item.role = ACCESS_ROLE_LIST
    item.count = Int32(clamping: rowCount)
    item.states = UInt32(ACCESS_STATE_SHOWING)
    item.frame = AccessRect(Rect(origin: .zero, size: size))
    items.append(item)
    places.append(
      Places(name: append(SpokenText.spoken(name, limit: Self.nameLimit)), description: append("")))
  }

  /// Adds the item of a node.
  mutating func append(_ node: AccessNode) {
    let (list, meaning) = (items[0], node.node)
    var item = AccessItem()
    item.id = node.number
    item.parent = Int32(clamping: (node.parent ?? -1) + 1)
    (item.role, item.level) = meaning.role.inC
    item.position = Int32(clamping: meaning.position ?? 0)
    item.count = Int32(clamping: node.rowCount)
    item.frame = AccessRect(node.frame)
    item.states = meaning.statesInC
    if item.frame.touches(list.frame) { item.states |= UInt32(ACCESS_STATE_SHOWING) }
    item.actions = meaning.actions.reduce(0) { $0 | $1.bit }
    let text =
      meaning.role == .region(.textField)
      ? SpokenText.spoken(meaning.value ?? "", limit: SpokenText.limit)
      : meaning.text.map { SpokenText($0, frame: node.frame).string }
    let value = meaning.role == .region(.textField) ? "" : meaning.value ?? ""
    items.append(item)
    places.append(
      Places(
        name: append(SpokenText.spoken(meaning.label, limit: Self.nameLimit)),
        description: append(SpokenText.spoken(value, limit: Self.nameLimit)),
        text: text.map { append($0) }))
  }

  private mutating func append(_ string: String) -> Int {
    let start = bytes.count
    bytes += string.utf8.map { CChar(bitPattern: $0) } + [0]
    return start
  }

  /// Passes the items to a window.
  func send(to window: OpaquePointer) {
    var items = items
    // C copies the strings before it returns, so the buffer outlives all reads.
    bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      for index in items.indices {
        items[index].name = start + places[index].name
        items[index].description = start + places[index].description
        items[index].text = places[index].text.map { start + $0 }
      }
      access_update(window, items, items.count)
    }
  }
}

extension AccessRect {
  fileprivate func touches(_ other: AccessRect) -> Bool {
    let across = max(x, other.x) < min(x + width, other.x + other.width)
    let down = max(y, other.y) < min(y + height, other.y + other.height)
    return across && down
  }
}

extension SemanticNode.Role {
  /// The role, and the level of a heading.
  fileprivate var inC: (AccessRole, Int32) {
    switch self {
    case .row: (ACCESS_ROLE_ROW, 0)
    case .text: (ACCESS_ROLE_TEXT, 0)
    case .group: (ACCESS_ROLE_GROUP, 0)
    case .region(.button): (ACCESS_ROLE_BUTTON, 0)
    case .region(.link): (ACCESS_ROLE_LINK, 0)
    case .region(.image): (ACCESS_ROLE_IMAGE, 0)
    case .region(.heading(let level)): (ACCESS_ROLE_HEADING, Int32(clamping: level))
    case .region(.textField): (ACCESS_ROLE_FIELD, 0)
    case .region(.toggle): (ACCESS_ROLE_TOGGLE, 0)
    }
  }
}

extension SemanticNode {
  fileprivate var statesInC: UInt32 {
    let bits: [(States, Int)] = [
      (.focused, ACCESS_STATE_FOCUSED), (.focusable, ACCESS_STATE_FOCUSABLE),
      (.pressed, ACCESS_STATE_PRESSED), (.selected, ACCESS_STATE_SELECTED),
      (.on, ACCESS_STATE_CHECKED), (.busy, ACCESS_STATE_BUSY),
    ]
    return bits.reduce(0) { states.contains($1.0) ? $0 | UInt32($1.1) : $0 }
  }
}
