import CLinecaster
import LinecasterCSupport
import Testing

/// The selected text of a list is an event.
@Suite(.timeLimit(.minutes(60))) struct ListCopyTests {
  private let list: TestList

  init() throws {
    list = try TestList()
    try list.show((0..<40).map { ("k\($0)", "Größe \($0)") })
    try list.settle()
  }

  private func copy() throws -> Bool {
    var handled: UInt32 = 9
    try succeed(lc_list_copy(list.pointer, &handled))
    return handled == 1
  }

  /// The next events, once a worker has sent some.
  private func nextEvents() throws -> [TestList.Event] {
    while true {
      try list.frame()
      let events = try list.events()
      guard events.isEmpty else { return events }
      try succeed(lc_list_wait(list.pointer, 10))
    }
  }

  @Test func aSelectionOverRowsIsCopied() throws {
    let rows = try list.visible.map(\.frame)
    _ = try list.point(LC_POINTER_DOWN, 1, rows[0].y + 14)
    _ = try list.point(LC_POINTER_MOVE, 30, rows[1].y + 14)
    _ = try list.point(LC_POINTER_MOVE, 199, rows[2].y + 14)
    _ = try list.point(LC_POINTER_UP, 199, rows[2].y + 14)
    #expect(try copy())
    // The texts of buttons cannot be selected.
    let text = "Größe 0\nGröße 1\nGröße 2"
    #expect(try nextEvents() == [.init(LC_EVENT_COPY, "", text)])
    // Changes of the list after the call do not change the copied selection.
    #expect(try copy())
    try list.show(100..<140)
    try list.settle()
    #expect(try nextEvents() == [.init(LC_EVENT_COPY, "", text)])
    #expect(lc_list_copy(list.pointer, nil) == LC_OK)
  }

  @Test func withoutASelectionNothingIsCopied() throws {
    #expect(try !copy())
    try list.settle()
    #expect(try list.events().isEmpty)
  }

  @Test func aListMayBeDestroyedMeanwhile() throws {
    for _ in 0..<20 {
      let list = try TestList()
      try list.show(0..<40)
      try list.settle()
      _ = try list.point(LC_POINTER_DOWN, 1, 14)
      _ = try list.point(LC_POINTER_MOVE, 199, 200)
      var handled: UInt32 = 0
      try succeed(lc_list_copy(list.pointer, &handled))
      #expect(handled == 1)
      try succeed(lc_list_destroy(list.pointer))
      #expect(lc_list_copy(list.pointer, nil) == LC_ERROR_HANDLE)
    }
  }
}
