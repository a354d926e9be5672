import CLinecaster
import Foundation
import LinecasterCSupport
import Testing

/// Returns a text of a struct that a call filled.
func string(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
  let bytes = UnsafeBufferPointer(start: start, count: length).map { UInt8(bitPattern: $0) }
  return String(decoding: bytes, as: UTF8.self)
}

/// Rows of the C interface whose texts keep their addresses.
final class TestRows {
  private(set) var rows: [lc_row] = []
  private var texts: [UnsafeMutablePointer<CChar>] = []

  deinit { for text in texts { free(text) } }

  func text(_ string: String) -> UnsafePointer<CChar>? {
    guard let copy = strdup(string) else { return nil }
    texts.append(copy)
    return UnsafePointer(copy)
  }

  func row(
    _ key: String, _ template: OpaquePointer?, _ data: String?, flags: Int = 0
  ) -> lc_row {
    lc_row(
      key: text(key), key_length: key.utf8.count, template_: template,
      data: data.flatMap { text($0) }, data_length: data?.utf8.count ?? 0, flags: UInt32(flags),
      reserved: 0)
  }

  func add(_ key: String, _ template: OpaquePointer?, _ data: String?, flags: Int = 0) {
    rows.append(row(key, template, data, flags: flags))
  }
}

/// A list with a template whose rows have a name and a button.
final class TestList {
  struct Event: Equatable {
    let kind: UInt32
    let key, text: String
    let dropped: UInt32

    init(_ kind: lc_event_kind, _ key: String, _ text: String, dropped: UInt32 = 0) {
      (self.kind, self.key, self.text, self.dropped) = (kind.rawValue, key, text, dropped)
    }

    init(_ event: lc_event) {
      kind = event.kind
      key = string(event.key, event.key_length)
      text = string(event.text, event.text_length)
      dropped = event.dropped
    }
  }

  static let json = #"""
    {"body": {"padding": 8, "Column": [
      {"Text": "{{name}}"},
      {"Text": "Reply", "tag": "reply", "role": "button", "label": "Reply to {{name}}"}]}}
    """#

  let list: Handle
  let template: Handle
  private let typesetter: Handle
  var pointer: OpaquePointer? { list.pointer }

  init(height: Double = 400, scale: Double = 1, flags: Int = LC_LIST_STILL) throws {
    let typesetter = try Handle.typesetter()
    self.typesetter = typesetter
    template = try Handle(lc_template_destroy) {
      lc_template_create(Self.json, Self.json.utf8.count, $0)
    }
    list = try Handle(lc_list_destroy) { place in
      var options = Self.options(height: height, scale: scale, flags: flags)
      return lc_list_create(typesetter.pointer, nil, 0, &options, place)
    }
  }

  static func options(
    width: Double = 200, height: Double = 400, scale: Double = 1, flags: Int = LC_LIST_STILL
  ) -> lc_list_options {
    var options = lc_list_options.sized
    (options.width, options.height, options.scale) = (width, height, scale)
    options.flags = UInt32(flags)
    return options
  }

  /// Shows rows with a name each, all of which report taps.
  func show(_ names: [(key: String, name: String)], flags: Int = LC_ROW_TAP) throws {
    let rows = TestRows()
    for (key, name) in names {
      rows.add(key, template.pointer, #"{"name": "\#(name)"}"#, flags: flags)
    }
    try succeed(lc_list_update(pointer, rows.rows, rows.rows.count))
  }

  func show(_ range: Range<Int>) throws { try show(range.map { ("k\($0)", "Name \($0)") }) }

  @discardableResult
  func frame(budget: Double = 1) throws -> lc_list_info {
    try lc_list_info.filled { lc_list_frame(pointer, budget, $0) }
  }

  /// Runs frames until nothing is left to do.
  @discardableResult
  func settle() throws -> lc_list_info {
    let end = ContinuousClock.now + .seconds(600)
    while ContinuousClock.now < end {
      let info = try frame()
      let (isIdle, isBusy) = (
        Int(info.flags) & LC_LIST_IDLE != 0, Int(info.flags) & LC_LIST_BUSY != 0
      )
      if isIdle, !isBusy { return info }
      try succeed(lc_list_wait(pointer, 0.05))
    }
    throw CallFailure(status: LC_ERROR_OTHER, message: "the list does not settle")
  }

  /// The keys of the rows in sight.
  var keys: [String] {
    get throws { try visible.map { string($0.key, $0.key_length) } }
  }

  /// The rows in sight, whose texts are valid until the next call.
  var visible: [lc_visible_row] {
    get throws {
      var rows = [lc_visible_row](repeating: lc_visible_row(), count: 256)
      let count = try count { lc_list_visible(pointer, &rows, rows.count, $0) }
      return Array(rows.prefix(count))
    }
  }

  func point(
    _ kind: lc_pointer_kind, _ x: Double, _ y: Double, wheel: Double = 0, isTouch: Bool = false
  ) throws -> Bool {
    var event = lc_pointer_event.sized
    (event.x, event.y, event.wheel, event.kind) = (x, y, wheel, kind.rawValue)
    event.is_touch = isTouch ? 1 : 0
    var handled: UInt32 = 9
    try succeed(lc_list_pointer(pointer, &event, &handled))
    return handled == 1
  }

  /// The events so far.
  func events() throws -> [Event] {
    var events: [Event] = []
    while true {
      let event = try lc_event.filled { lc_list_next_event(pointer, $0) }
      guard event.kind != LC_EVENT_NONE.rawValue else { return events }
      events.append(Event(event))
    }
  }

  /// The pixels of the last frame.
  func pixels(width: Int, height: Int, stride: Int? = nil) throws -> [UInt8] {
    let stride = stride ?? 4 * width
    var pixels = [UInt8](repeating: 0xEE, count: stride * height)
    try succeed(lc_list_draw(pointer, &pixels, stride, width, height, nil))
    return pixels
  }
}
