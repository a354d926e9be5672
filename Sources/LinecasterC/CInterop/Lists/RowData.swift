import CLinecaster
import LinecasterBase
import LinecasterCells
import LinecasterList
import LinecasterScenes
import LinecasterText

/// A template that rows share.
final class RowTemplate: HandleObject {
  static let handleName: StaticString = "lc_template"

  let template: SceneTemplate

  init(_ template: SceneTemplate) { self.template = template }
}

/// The content of a row: a template and its data, or a scene. Workers read both when they need the
/// row, so an update of many rows costs no more than their bytes.
struct DataCell: Cell {
  let key: String
  let template: RowTemplate?
  /// The data of the template, `nil` for its own; without a template, the scene.
  let data: [UInt8]?
  let events: ListEvents

  static func == (left: DataCell, right: DataCell) -> Bool {
    left.template === right.template && left.data == right.data && left.key == right.key
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(template.map { ObjectIdentifier($0) })
    hasher.combine(data)
  }

  /// Returns the layout of the scene; an empty one if it has a fault, which is an event.
  func body(in environment: LayoutEnvironment) -> LayoutNode {
    do {
      return try source().scene().layout
    } catch {
      events.addFault("\(error)", of: key)
      return LayoutNode(.empty)
    }
  }

  private func source() throws -> SceneSource {
    guard let template else { return try SceneSource(json: data ?? [], named: "scene") }
    guard let data else { return SceneSource(template.template) }
    return try SceneSource(template.template, data: data, names: .missing)
  }
}

/// A row of the caller, copied.
struct RowInput: Sendable {
  let key: String
  let template: RowTemplate?
  let data: [UInt8]?
  let flags: UInt32

  /// Reads a row.
  init(_ row: lc_row) throws(CallError) {
    key = try Self.key(row.key, row.key_length)
    template = try row.template_.map { handle throws(CallError) in
      try HandleTable.shared.object(handle)
    }
    let bytes = try bytes(row.data, row.data_length, "the data")
    data = row.data == nil ? nil : [UInt8](bytes)
    guard template != nil || data != nil else {
      throw CallError(LC_ERROR_ARGUMENT, "the row '\(key)' has neither a template nor data")
    }
    _ = try LinecasterC.flags(
      row.flags, LC_ROW_TAP | LC_ROW_LONG_PRESS | LC_ROW_SECONDARY | LC_ROW_DELETE, "lc_row")
    flags = row.flags
  }

  /// Reads the key of a row.
  static func key(_ start: UnsafePointer<CChar>?, _ length: Int) throws(CallError) -> String {
    let key = try text(start, length, "the key")
    guard !key.isEmpty else { throw CallError(LC_ERROR_ARGUMENT, "the key is empty") }
    return key
  }

  /// The row of a model, which reports what happens to it.
  func item(_ events: ListEvents) -> TableItem {
    let cell = DataCell(key: key, template: template, data: data, events: events)
    let key = key
    var item = TableItem(.name(key), cell: cell)
      .onTags { events.add(LC_EVENT_TAP, key, $0.value as? String ?? "") }
      .onLink { events.add(LC_EVENT_LINK, key, $0) }
    func has(_ flag: Int) -> Bool { Int(flags) & flag != 0 }
    if has(LC_ROW_TAP) { item = item.onTap { events.add(LC_EVENT_TAP, key) } }
    if has(LC_ROW_LONG_PRESS) {
      item = item.onLongPress { events.add(LC_EVENT_LONG_PRESS, key) }
    }
    if has(LC_ROW_SECONDARY) {
      item = item.onSecondaryTap { events.add(LC_EVENT_SECONDARY, key, at: $0) }
    }
    if has(LC_ROW_DELETE) { item = item.onDelete { events.add(LC_EVENT_DELETE, key) } }
    return item
  }
}

/// An edit of the caller, copied.
enum RowEdit: Sendable {
  case insert(RowInput, at: TablePlace)
  case replace(RowInput)
  case remove(String)

  /// The section of all rows.
  static let section: ItemIdentifier = "main"

  /// Reads an edit, and applies it to the keys of the rows so far.
  init(_ edit: lc_row_edit, _ keys: inout RowKeys) throws(CallError) {
    switch edit.kind {
    case LC_EDIT_APPEND.rawValue:
      self = .insert(try Self.new(edit.row, &keys), at: .end(of: Self.section))
    case LC_EDIT_INSERT_ABOVE.rawValue, LC_EDIT_INSERT_BELOW.rawValue:
      let place = try RowInput.key(edit.place, edit.place_length)
      try keys.check(place)
      let isAbove = edit.kind == LC_EDIT_INSERT_ABOVE.rawValue
      self = .insert(
        try Self.new(edit.row, &keys), at: isAbove ? .above(.name(place)) : .below(.name(place)))
    case LC_EDIT_REPLACE.rawValue:
      let row = try RowInput(edit.row)
      try keys.check(row.key)
      self = .replace(row)
    case LC_EDIT_REMOVE.rawValue:
      let key = try RowInput.key(edit.row.key, edit.row.key_length)
      try keys.remove(key)
      self = .remove(key)
    default: throw CallError(LC_ERROR_ARGUMENT, "\(edit.kind) is not an lc_edit_kind")
    }
  }

  private static func new(_ row: lc_row, _ keys: inout RowKeys) throws(CallError) -> RowInput {
    let row = try RowInput(row)
    try keys.insert(row.key)
    return row
  }

  func edit(_ events: ListEvents) -> TableEdit {
    switch self {
    case .insert(let row, let place): .insert([row.item(events)], at: place)
    case .replace(let row): .replace(row.item(events))
    case .remove(let key): .remove(.name(key))
    }
  }
}

/// The keys of the rows of the newest update, and the steps that take back the latest changes.
struct RowKeys: Sendable {
  /// The keys by their bytes, as rows have them: equal characters of other bytes are another key.
  private var keys: Set<[UInt8]> = []
  private var undo: [(key: [UInt8], wasThere: Bool)] = []

  var count: Int { keys.count }

  init() {}

  /// Takes the keys of rows, which must differ.
  init(_ rows: [RowInput]) throws(CallError) {
    keys.reserveCapacity(rows.count)
    for row in rows where !keys.insert(Array(row.key.utf8)).inserted { throw Self.isThere(row.key) }
  }

  func check(_ key: String) throws(CallError) {
    guard keys.contains(Array(key.utf8)) else {
      throw CallError(LC_ERROR_RANGE, "no row has the key '\(key)'")
    }
  }

  mutating func insert(_ key: String) throws(CallError) {
    let bytes = Array(key.utf8)
    guard keys.insert(bytes).inserted else { throw Self.isThere(key) }
    undo.append((bytes, false))
  }

  mutating func remove(_ key: String) throws(CallError) {
    try check(key)
    let bytes = Array(key.utf8)
    keys.remove(bytes)
    undo.append((bytes, true))
  }

  /// Keeps the changes.
  mutating func commit() { undo = [] }

  /// Takes the changes since the last commit back.
  mutating func rollBack() {
    for (key, wasThere) in undo.reversed() {
      if wasThere { keys.insert(key) } else { keys.remove(key) }
    }
    undo = []
  }

  private static func isThere(_ key: String) -> CallError {
    CallError(LC_ERROR_ARGUMENT, "two rows have the key '\(key)'")
  }
}
