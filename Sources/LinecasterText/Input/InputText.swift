import LinecasterBase

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

extension String {
  /// The text of UTF-16 units, where half of a pair is U+FFFD; many times as fast as by the
  /// standard library, whose way is for units of any encoding in any collection.
  ///
  /// - Complexity: O(units), in two walks.
  init(units: ArraySlice<UInt16>) {
    self = units.withUnsafeBufferPointer { units in
      let count = units.reduce(0) { $0 + ($1 < 0x80 ? 1 : $1 < 0x800 ? 2 : 3) }
      return String(unsafeUninitializedCapacity: count) { bytes in
        var (end, next) = (0, 0)
        while next < units.count {
          let unit = units[next]
          next += 1
          if unit < 0x80 {
            bytes[end] = UInt8(truncatingIfNeeded: unit)
            end += 1
            continue
          }
          var value = UInt32(unit)
          if UTF16.isSurrogate(unit) {
            value = 0xFFFD
            if UTF16.isLeadSurrogate(unit), next < units.count,
              UTF16.isTrailSurrogate(units[next])
            {
              value = 0x1_0000 + (UInt32(unit) & 0x3FF) << 10 + UInt32(units[next]) & 0x3FF
              next += 1
            }
          }
          end += Self.write(value, to: bytes, at: end)
        }
        return end
      }
    }
  }

  /// Writes a character that is not of ASCII in UTF-8; how many bytes these are.
  private static func write(
    _ value: UInt32, to bytes: UnsafeMutableBufferPointer<UInt8>, at start: Int
  ) -> Int {
    let count = value < 0x800 ? 2 : value < 0x1_0000 ? 3 : 4
    var rest = value
    for place in stride(from: start + count - 1, to: start, by: -1) {
      bytes[place] = 0x80 | UInt8(truncatingIfNeeded: rest & 0x3F)
      rest >>= 6
    }
    let mark: UInt8 = count == 2 ? 0xC0 : count == 3 ? 0xE0 : 0xF0
    bytes[start] = mark | UInt8(truncatingIfNeeded: rest)
    return count
  }
}
