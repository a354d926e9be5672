/// The checksums of the chunks of PNG files (third edition, annex D).
package enum PNGChecksum {
  /// Corrects the checksums of all complete chunks.
  package static func repair(_ file: inout [UInt8]) {
    guard file.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return }
    var position = 8
    while position + 12 <= file.count {
      let count = file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = position + 8 + count
      guard end + 4 <= file.count else { return }
      file.replaceSubrange(end..<end + 4, with: checksum(file[position + 4..<end]))
      position = end + 4
    }
  }

  /// Whether a file consists of complete chunks with correct checksums.
  package static func areRight(_ file: [UInt8]) -> Bool {
    var position = 8
    while position + 12 <= file.count {
      let count = file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = position + 8 + count
      guard end + 4 <= file.count,
        file[end..<end + 4].elementsEqual(checksum(file[position + 4..<end]))
      else { return false }
      position = end + 4
    }
    return position == file.count
  }

  /// A chunk with its length and checksum.
  package static func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    let data = Array(kind.utf8) + content
    return bigEndian(UInt32(content.count)) + data + checksum(data[...])
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return bigEndian(~sum)
  }

  private static func bigEndian(_ word: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
  }
}
