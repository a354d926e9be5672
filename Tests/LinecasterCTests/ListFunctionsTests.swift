import CLinecaster
import Dispatch
import Foundation
import LinecasterCSupport
import Synchronization
import Testing

/// Lists of the C interface, on threads other than the main actor's.
@Suite(.timeLimit(.minutes(60))) struct ListFunctionsTests {
  @Test func showsRows() throws {
    let list = try TestList()
    #expect(try list.settle().row_count == 0)
    try list.show(0..<20_000)
    let info = try list.settle()
    #expect(info.row_count == 20_000 && info.offset == 0 && info.blank_count == 0)
    let visible = try list.visible
    #expect(try list.keys == visible.indices.map { "k\($0)" })
    #expect(visible.map(\.index) == Array(visible.indices))
    #expect(visible.allSatisfy { $0.is_ready == 1 && $0.frame.width == 200 })
    var y = 0.0
    for row in visible {
      #expect(row.frame.y == y)
      y += row.frame.height
    }
    #expect(y >= 400 && info.content_height > 19_000 * visible[0].frame.height)
    #expect(try !list.events().contains { $0.kind == LC_EVENT_FAULT.rawValue })
  }

  @Test func updatesKeepWhatIsRead() throws {
    let list = try TestList()
    try list.show(100..<300)
    try list.settle()
    try succeed(lc_list_scroll(list.pointer, 1_000, 0))
    try list.settle()
    let before = try list.keys
    try list.show(0..<300)
    let info = try list.settle()
    #expect(try list.keys == before)
    #expect(info.offset > 1_000 && info.row_count == 300)
  }

  @Test func followsTheEnd() throws {
    let list = try TestList(flags: LC_LIST_STILL | LC_LIST_FOLLOWS_END)
    try list.show(0..<100)
    try list.settle()
    try succeed(lc_list_scroll_to_end(list.pointer, 0))
    try list.settle()
    #expect(try list.keys.last == "k99")
    try list.show(0..<120)
    let info = try list.settle()
    #expect(try list.keys.last == "k119")
    #expect(Int(info.flags) & LC_LIST_AT_END != 0)
    // A reader that has left the end stays.
    #expect(try list.point(LC_POINTER_WHEEL, 9, 9, wheel: -500))
    while try list.frame().offset > info.offset - 400 { usleep(1_000) }
    try list.settle()
    let keys = try list.keys
    try list.show(0..<140)
    try list.settle()
    #expect(try list.keys == keys)
  }

  @Test func editsRows() throws {
    let list = try TestList()
    // Edits of an empty list.
    try edit(list, [("a", "", LC_EDIT_APPEND), ("c", "", LC_EDIT_APPEND)])
    try list.settle()
    try edit(
      list,
      [
        ("b", "a", LC_EDIT_INSERT_BELOW), ("z", "a", LC_EDIT_INSERT_ABOVE),
        ("c", "", LC_EDIT_REPLACE), ("z", "", LC_EDIT_REMOVE), ("z", "c", LC_EDIT_INSERT_BELOW),
      ])
    try list.settle()
    #expect(try list.keys == ["a", "b", "c", "z"])
    // A failed call applies none of its edits and leaves the keys unchanged.
    let failures: [([(String, String, lc_edit_kind)], lc_status)] = [
      ([("d", "", LC_EDIT_APPEND), ("a", "", LC_EDIT_APPEND)], LC_ERROR_ARGUMENT),
      ([("z", "", LC_EDIT_REMOVE), ("z", "", LC_EDIT_REMOVE)], LC_ERROR_RANGE),
      ([("d", "none", LC_EDIT_INSERT_ABOVE)], LC_ERROR_RANGE),
      ([("none", "", LC_EDIT_REPLACE)], LC_ERROR_RANGE),
      ([("d", "", lc_edit_kind(rawValue: 9))], LC_ERROR_ARGUMENT),
    ]
    for (edits, status) in failures {
      let failure = #expect(throws: CallFailure.self) { try edit(list, edits) }
      #expect(failure?.status == status, "\(edits)")
    }
    try edit(list, [("d", "", LC_EDIT_APPEND), ("z", "", LC_EDIT_REMOVE)])
    #expect(try list.settle().row_count == 4)
    #expect(try list.keys == ["a", "b", "c", "d"])
  }

  private func edit(
    _ list: TestList, _ edits: [(key: String, place: String, kind: lc_edit_kind)]
  ) throws {
    let rows = TestRows()
    let all = edits.map { edit in
      lc_row_edit(
        row: rows.row(edit.key, list.template.pointer, #"{"name": "edited"}"#),
        place: rows.text(edit.place), place_length: edit.place.utf8.count, kind: edit.kind.rawValue,
        reserved: 0)
    }
    try withExtendedLifetime(rows) { try succeed(lc_list_edit(list.pointer, all, all.count)) }
  }

  @Test func scrollsToRows() throws {
    let list = try TestList()
    try list.show(0..<1_000)
    // Before the update is shown.
    try succeed(lc_list_scroll_to(list.pointer, "k500", 4, LC_SCROLL_TOP.rawValue, 0))
    try list.settle()
    #expect(try list.keys.first == "k500" && list.visible[0].frame.y == 0)
    try succeed(lc_list_scroll_to(list.pointer, "k700", 4, LC_SCROLL_BOTTOM.rawValue, 0))
    try list.settle()
    #expect(try list.keys.last == "k700")
    #expect(lc_list_scroll_to(list.pointer, "k9999", 5, 0, 0) == LC_ERROR_RANGE)
    try succeed(lc_list_scroll(list.pointer, 1e9, 0))
    #expect(try Int(list.settle().flags) & LC_LIST_AT_END != 0)
    // Animated, frame by frame.
    let moving = try TestList(flags: 0)
    try moving.show(0..<1_000)
    try moving.settle()
    try succeed(lc_list_scroll(moving.pointer, 3_000, 1))
    var offsets: Set<Double> = []
    while try moving.frame().offset < 2_999 {
      offsets.insert(try moving.frame().offset)
      usleep(2_000)
    }
    #expect(offsets.count > 5)
  }

  /// A scroll bar that only stands there keeps no host busy: it is due when it fades.
  @Test func aScrollBarThatStandsIsNotBusy() throws {
    let list = try TestList()
    try list.show(0..<200)
    try list.settle()
    try succeed(lc_list_scroll(list.pointer, 500, 0))
    let info = try list.settle()
    #expect(info.next_frame > 0 && info.next_frame < 2)
    while try list.frame().next_frame < .infinity { try succeed(lc_list_wait(list.pointer, 0.05)) }
  }

  @Test func tapsAreEvents() throws {
    let list = try TestList()
    try list.show([("first", "Ada"), ("second", "Bob")])
    try list.settle()
    let rows = try list.visible
    let button = rows[1].frame.y + rows[1].frame.height - 14
    #expect(try !list.point(LC_POINTER_DOWN, 20, 14) || true)
    #expect(try list.point(LC_POINTER_UP, 20, 14))
    _ = try list.point(LC_POINTER_DOWN, 20, button)
    #expect(try list.point(LC_POINTER_UP, 20, button))
    #expect(
      try list.events() == [
        .init(LC_EVENT_TAP, "first", ""), .init(LC_EVENT_TAP, "second", "reply"),
      ])
    // Keys: the first row, its button, the second row.
    var handled: UInt32 = 0
    for _ in 0..<2 { try succeed(lc_list_key(list.pointer, LC_KEY_TAB.rawValue, &handled)) }
    try succeed(lc_list_key(list.pointer, LC_KEY_ACTIVATE.rawValue, &handled))
    #expect(try handled == 1 && list.events() == [.init(LC_EVENT_TAP, "first", "reply")])
    try list.show(
      [("only", "Ada")], flags: LC_ROW_DELETE | LC_ROW_SECONDARY | LC_ROW_LONG_PRESS)
    try list.settle()
    #expect(try list.point(LC_POINTER_SECONDARY, 20, 14))
    for key in [LC_KEY_ESCAPE, LC_KEY_TAB, LC_KEY_DELETE] {
      try succeed(lc_list_key(list.pointer, key.rawValue, &handled))
    }
    _ = try list.point(LC_POINTER_DOWN, 20, 14, isTouch: true)
    usleep(600_000)
    try list.frame()
    #expect(try !list.point(LC_POINTER_UP, 20, 14))
    #expect(
      try list.events() == [
        .init(LC_EVENT_SECONDARY, "only", ""), .init(LC_EVENT_DELETE, "only", ""),
        .init(LC_EVENT_LONG_PRESS, "only", ""),
      ])
  }

  @Test func findsWhatIsAtAPoint() throws {
    let list = try TestList()
    try list.show([("first", "Ada"), ("second", "Bob")])
    try list.settle()
    let row = try list.visible[1].frame
    let hit = try lc_list_hit.filled {
      lc_list_hit_test(list.pointer, 20, row.y + row.height - 14, $0)
    }
    #expect(string(hit.key, hit.key_length) == "second")
    #expect(string(hit.tag, hit.tag_length) == "reply")
    #expect(string(hit.path, hit.path_length) == "reply")
    // The column, its first text, its second text.
    #expect(hit.node == 2 && hit.is_interactive == 1 && hit.link_length == 0)
    #expect(hit.x == 20 && hit.y == row.height - 14)
    let name = try lc_list_hit.filled { lc_list_hit_test(list.pointer, 20, 12, $0) }
    #expect(name.node == 1 && name.tag_length == 0 && name.is_interactive == 1)
    let edge = try lc_list_hit.filled { lc_list_hit_test(list.pointer, 1, 1, $0) }
    #expect(edge.node == 0)
    let none = try lc_list_hit.filled { lc_list_hit_test(list.pointer, 20, 399, $0) }
    #expect(none.key_length == 0 && none.node == -1 && none.is_interactive == 0)
  }

  @Test func describesRowsToAssistiveTechnologies() throws {
    let list = try TestList()
    try list.show([("first", "Ada"), ("second", "Bob")])
    try list.settle()
    var nodes = [lc_semantic_node](repeating: lc_semantic_node(), count: 16)
    let total = try count { lc_list_semantics(list.pointer, &nodes, 16, $0) }
    #expect(total == 6)
    let roles = nodes.prefix(total).map(\.role)
    let (row, text, button) = (
      LC_ROLE_ROW.rawValue, LC_ROLE_TEXT.rawValue, LC_ROLE_BUTTON.rawValue
    )
    #expect(roles == [row, text, button, row, text, button])
    #expect(string(nodes[5].label, nodes[5].label_length) == "Reply to Bob")
    #expect(string(nodes[5].key, nodes[5].key_length) == "second" && nodes[5].depth == 1)
    #expect(nodes[5].actions & 1 << LC_ACTION_PRESS.rawValue != 0)
    #expect(nodes[5].frame.y > nodes[3].frame.y)
    var handled: UInt32 = 0
    try succeed(lc_list_perform(list.pointer, 5, LC_ACTION_PRESS.rawValue, &handled))
    #expect(try handled == 1 && list.events() == [.init(LC_EVENT_TAP, "second", "reply")])
    #expect(lc_list_perform(list.pointer, 99, 0, nil) == LC_ERROR_RANGE)
    #expect(lc_list_perform(list.pointer, 0, 9, nil) == LC_ERROR_ARGUMENT)
  }
}

// MARK: - Pixels

extension ListFunctionsTests {
  @Test(arguments: [1.0, 2.0]) func drawsThePixelsOfPictures(scale: Double) throws {
    let list = try TestList(height: 40, scale: scale)
    let json = #"{"width": 200, "body": {"padding": 8, "Text": "Größe"}}"#
    let rows = TestRows()
    rows.add("only", nil, json)
    try succeed(lc_list_update(list.pointer, rows.rows, 1))
    try list.settle()
    let painter = try Handle.painter()
    let picture = try Handle(lc_picture_destroy) { place in
      var options = lc_picture_options.sized
      options.scale = scale
      return lc_picture_draw(painter.pointer, json, json.utf8.count, &options, place)
    }
    let info = try lc_picture_info.filled { lc_picture_read_info(picture.pointer, $0) }
    var bytes: UnsafeRawPointer?
    var count = 0
    try succeed(lc_picture_bytes(picture.pointer, &bytes, &count))
    let expected = Array(UnsafeRawBufferPointer(start: bytes, count: count))
    let (width, height) = (info.width, info.height)
    #expect(try list.pixels(width: width, height: height) == expected)
    // The stride may exceed the width; bytes behind the pixels of a row are left alone.
    let wide = try list.pixels(width: width, height: height, stride: 4 * width + 12)
    for row in 0..<height {
      let line = wide[(row * (4 * width + 12))...].prefix(4 * width + 12)
      #expect(
        Array(line.prefix(4 * width)) == Array(expected[(row * 4 * width)...].prefix(4 * width)))
      #expect(line.suffix(12).allSatisfy { $0 == 0xEE })
    }
    // Pixels beyond the list are transparent.
    let more = try list.pixels(width: width, height: Int(40 * scale) + 5)
    #expect(more.suffix(5 * 4 * width).allSatisfy { $0 == 0 })
  }

  @Test func saysWhetherPixelsChanged() throws {
    let list = try TestList()
    try list.show(0..<50)
    try list.settle()
    func changes(_ work: () throws -> Void) throws -> Bool {
      try work()
      var changes = false
      let end = ContinuousClock.now + .seconds(300)
      while ContinuousClock.now < end {
        let info = try list.frame()
        if Int(info.flags) & LC_LIST_CHANGED != 0 { changes = true }
        if Int(info.flags) & LC_LIST_IDLE != 0 { break }
        try succeed(lc_list_wait(list.pointer, 0.05))
      }
      return changes
    }
    #expect(try !changes {})
    #expect(try !changes { try list.show(0..<50) })
    #expect(try !changes { try list.show(0..<60) }, "rows are added out of sight")
    let before = try list.pixels(width: 200, height: 400)
    #expect(
      try changes { try list.show([("k0", "Other")] + (1..<50).map { ("k\($0)", "Name \($0)") }) })
    #expect(try before != list.pixels(width: 200, height: 400))
    #expect(try changes { try succeed(lc_list_scroll(list.pointer, 30, 0)) })
    var options = TestList.options(width: 150)
    options.theme = LC_THEME_DARK.rawValue
    #expect(try changes { try succeed(lc_list_set_options(list.pointer, &options)) })
    #expect(try list.pixels(width: 1, height: 1).prefix(3).allSatisfy { $0 < 80 })
  }

  /// Rows whose pixels are not ready are counted and reported.
  @Test func namesRowsThatAreNotReady() throws {
    let list = try TestList()
    try list.show(0..<5_000)
    try list.settle()
    try succeed(lc_list_scroll(list.pointer, 50_000, 0))
    // Without a budget the frame takes no results in, so no row there can be ready.
    let info = try list.frame(budget: 0)
    let visible = try list.visible
    #expect(info.blank_count == visible.count && visible.allSatisfy { $0.is_ready == 0 })
    var (pixels, blank) = ([UInt8](repeating: 0, count: 16), 0)
    try succeed(lc_list_draw(list.pointer, &pixels, 8, 2, 2, &blank))
    #expect(blank == info.blank_count && pixels == [UInt8](repeating: 255, count: 16))
    #expect(try list.settle().blank_count == 0)
  }
}

// MARK: - Bad input

extension ListFunctionsTests {
  @Test func faultsOfRowsAreEvents() throws {
    let list = try TestList()
    let rows = TestRows()
    rows.add("good", list.template.pointer, #"{"name": "Ada"}"#)
    rows.add("missing", list.template.pointer, #"{"nmae": "Ada"}"#)
    rows.add("broken", list.template.pointer, "{")
    rows.add("scene", nil, #"{"body": {"Txt": "a"}}"#)
    try succeed(lc_list_update(list.pointer, rows.rows, rows.rows.count))
    #expect(try list.settle().row_count == 4)
    let events = try list.events()
    #expect(events.allSatisfy { $0.kind == LC_EVENT_FAULT.rawValue })
    #expect(Set(events.map(\.key)) == ["missing", "broken", "scene"])
    #expect(events.contains { $0.key == "scene" && $0.text.contains("Txt") })
    #expect(events.contains { $0.key == "broken" && $0.text.contains("data:1:") })
    // Rows with faults have no height.
    #expect(try list.keys == ["good"])
  }

  @Test func wrongRowsAreErrors() throws {
    let list = try TestList()
    try list.show(0..<3)
    try list.settle()
    let rows = TestRows()
    let template = list.template.pointer
    func status(_ changed: lc_row) -> lc_status {
      lc_list_update(list.pointer, [rows.row("a", template, nil), changed], 2)
    }
    #expect(status(rows.row("a", template, nil)) == LC_ERROR_ARGUMENT)
    #expect(String(cString: lc_error_message()).contains("'a'"))
    #expect(status(rows.row("", template, nil)) == LC_ERROR_ARGUMENT)
    #expect(status(rows.row("b", nil, nil)) == LC_ERROR_ARGUMENT)
    #expect(status(rows.row("b", template, nil, flags: 64)) == LC_ERROR_ARGUMENT)
    #expect(status(rows.row("b", list.pointer, nil)) == LC_ERROR_HANDLE)
    #expect(status(rows.row("b", OpaquePointer(bitPattern: 77), nil)) == LC_ERROR_HANDLE)
    var cut = rows.row("ä", template, nil)
    cut.key_length = 1
    #expect(status(cut) == LC_ERROR_UTF8)
    var long = rows.row("b", template, "{}")
    long.data_length = -1
    #expect(status(long) == LC_ERROR_ARGUMENT)
    for count in [1, -1, .max] {
      #expect(lc_list_update(list.pointer, nil, count) == LC_ERROR_ARGUMENT)
      #expect(lc_list_edit(list.pointer, nil, count) == LC_ERROR_ARGUMENT)
    }
    #expect(try list.settle().row_count == 3)
    #expect(try list.keys == ["k0", "k1", "k2"])
    #expect(lc_list_update(list.pointer, nil, 0) == LC_OK)
    #expect(try list.settle().row_count == 0)
  }

  @Test func wrongNumbersAreErrors() throws {
    let list = try TestList()
    for number in [Double.nan, .infinity, -.infinity, -1] {
      #expect(lc_list_frame(list.pointer, number, nil) == LC_ERROR_ARGUMENT)
      #expect(lc_list_wait(list.pointer, number) == LC_ERROR_ARGUMENT)
      var options = TestList.options(width: number)
      #expect(lc_list_set_options(list.pointer, &options) == LC_ERROR_ARGUMENT)
      guard number != -1 else { continue }
      #expect(lc_list_scroll(list.pointer, number, 0) == LC_ERROR_ARGUMENT)
      var hit = lc_list_hit.sized
      #expect(lc_list_hit_test(list.pointer, 0, number, &hit) == LC_ERROR_ARGUMENT)
      var event = lc_pointer_event.sized
      event.wheel = number
      #expect(lc_list_pointer(list.pointer, &event, nil) == LC_ERROR_ARGUMENT)
    }
    #expect(lc_list_scroll(list.pointer, 0, 2) == LC_ERROR_ARGUMENT)
    #expect(lc_list_key(list.pointer, 99, nil) == LC_ERROR_ARGUMENT)
    var pixel: UInt32 = 7
    for (stride, width, height) in [(3, 1, 1), (-4, 1, 1), (4, -1, 1), (1 << 62, 1 << 60, 1)] {
      #expect(lc_list_draw(list.pointer, &pixel, stride, width, height, nil) == LC_ERROR_ARGUMENT)
    }
    #expect(lc_list_draw(list.pointer, nil, 4, 1, 1, nil) == LC_ERROR_ARGUMENT)
    #expect(lc_list_draw(list.pointer, &pixel, 1 << 22, 1 << 20, 1 << 20, nil) == LC_ERROR_IMAGE)
    #expect(pixel == 7 && lc_list_draw(list.pointer, &pixel, 4, 1, 0, nil) == LC_OK)
  }

  @Test func threadsOtherThanTheListsAreErrors() throws {
    let list = try TestList()
    try list.show(0..<10)
    let handle = Passed(list.pointer)
    let results = Mutex<[(lc_status, String)]>([])
    let thread = Thread {
      let status = lc_list_frame(handle.pointer, 1, nil)
      results.withLock { $0.append((status, String(cString: lc_error_message()))) }
      // Another list is used at the same time.
      let isFine = (try? Self.scrollThrough(TestList())) ?? false
      results.withLock { $0.append((isFine ? LC_OK : LC_ERROR_OTHER, "")) }
      // Only destruction is allowed on any thread.
      results.withLock { $0.append((lc_list_destroy(handle.pointer), "")) }
    }
    thread.start()
    while results.withLock({ $0.count }) < 3 {
      let status = lc_list_frame(list.pointer, 1, nil)
      guard status == LC_OK || status == LC_ERROR_HANDLE else { break }
      usleep(100)
    }
    let found = results.withLock { $0 }
    #expect(found.map(\.0) == [LC_ERROR_THREAD, LC_OK, LC_OK])
    #expect(found.first?.1.contains("belongs to the thread") == true)
    #expect(lc_list_frame(list.pointer, 1, nil) == LC_ERROR_HANDLE)
  }

  private static func scrollThrough(_ list: TestList) throws -> Bool {
    try list.show(0..<500)
    try list.settle()
    for offset in stride(from: 0.0, through: 3_000, by: 100) {
      try succeed(lc_list_scroll(list.pointer, offset, 0))
      try list.settle()
    }
    return try list.frame().blank_count == 0
  }

  /// Memory and work stay bounded for a host that never polls, and the list can be destroyed.
  /// Results wait for a frame and its budget, unless the host has none.
  @Test func editsBetweenFramesTakeNothingIn() throws {
    let list = try TestList()
    let end = ContinuousClock.now + .seconds(60)
    func rowCount() throws -> Int {
      try lc_list_info.filled { lc_list_read_info(list.pointer, $0) }.row_count
    }
    /// Edits nothing, after results have arrived.
    func edit() throws -> (before: Int, after: Int) {
      try succeed(lc_list_wait(list.pointer, 0.1))
      let before = try rowCount()
      try succeed(lc_list_edit(list.pointer, nil, 0))
      return (before, try rowCount())
    }
    try list.show(0..<2_000)
    while try rowCount() < 2_000, ContinuousClock.now < end {
      // One step at most.
      try list.frame(budget: 1e-9)
      let (before, after) = try edit()
      #expect(before == after)
    }
    #expect(try rowCount() == 2_000)
    try list.show(0..<2_500)
    while try edit().after < 2_500, ContinuousClock.now < end {}
    #expect(try rowCount() == 2_500)
  }

  @Test func aHostThatNeverPollsIsNoHarm() throws {
    let list = try TestList()
    for round in 0..<200 { try list.show(round..<round + 300) }
    for _ in 0..<3_000 {
      var handled: UInt32 = 0
      try succeed(lc_list_key(list.pointer, LC_KEY_TAB.rawValue, &handled))
    }
    #expect(try list.settle().row_count == 300)
    // At most 1,024 events wait; the oldest are dropped.
    let rows = try list.visible
    let y = rows[0].frame.y + 12
    for _ in 0..<1_500 {
      _ = try list.point(LC_POINTER_DOWN, 20, y)
      _ = try list.point(LC_POINTER_UP, 20, y)
    }
    let events = try list.events()
    #expect(events.count == 1_024 && events[0].dropped == 476 && events[1].dropped == 0)
  }
}

/// A handle for another thread; safe because it is a number.
private struct Passed: @unchecked Sendable {
  let pointer: OpaquePointer?
  init(_ pointer: OpaquePointer?) { self.pointer = pointer }
}
