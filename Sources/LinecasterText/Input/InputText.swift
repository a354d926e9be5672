import LinecasterBase

/// Text normalized for an input: line terminators are converted and the length is limited.
struct InputText {
  private(set) var units: [UInt16] = []
  /// Whether the text was truncated.
  private(set) var isCut = false

  /// Reads a text up to the available room.
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
      // One more unit shows whether the last grapheme continues; a surrogate pair needs two.
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
  /// Decodes UTF-16 units; unpaired surrogates become U+FFFD. It is many times faster than the
  /// generic decoding of the standard library.
  ///
  /// - Complexity: O(units), in two passes.
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

  /// Writes a non-ASCII character in UTF-8 and returns the number of bytes.
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
