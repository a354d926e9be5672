/// Text as an input takes it: its line terminators made fit, and no longer than there is room for.
struct InputText {
  private(set) var units: [UInt16] = []
  /// Whether a part of it was left out.
  private(set) var isCut = false

  /// Reads no more of a text than there is room for.
  ///
  /// - Complexity: O(units that fit).
  init(_ text: String, kind: TextInput.Kind, room: Int) {
    let room = max(0, room)
    let terminator: UInt16 = kind == .area ? 0x0A : 0x20
    units.reserveCapacity(min(text.utf8.count, room + 2))
    var last: UInt16 = 0
    for unit in text.utf16 {
      defer { last = unit }
      if unit == 0x0A, last == 0x0D { continue }
      // A unit more says whether the last grapheme goes on, and with a pair it is two.
      guard units.count < room + 2 else { break }
      let isReplaced = kind == .area ? unit == 0x0D : LineTerminator.isOne(unit)
      units.append(isReplaced ? terminator : unit)
    }
    guard units.count > room else { return }
    isCut = true
    units.removeSubrange(GraphemeFinder(units).boundary(upTo: room)...)
  }
}
