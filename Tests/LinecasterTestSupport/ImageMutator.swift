/// Damages image files, as transfer errors, disks and attackers do.
package struct ImageMutator {
  package var random: SeededGenerator

  package init(_ random: SeededGenerator) {
    self.random = random
  }

  /// Returns a damaged copy of a file.
  package mutating func mutate(_ file: [UInt8]) -> [UInt8] {
    var bytes = file
    for _ in 0..<Int.random(in: 1...3, using: &random) { damage(&bytes) }
    // A wrong checksum would keep the decoder from reading most changed bytes.
    if Bool.random(using: &random) { PNGChecksum.repair(&bytes) }
    return bytes
  }

  private mutating func damage(_ bytes: inout [UInt8]) {
    guard bytes.count > 40 else { return }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
    case 1: claimSize(&bytes)
    case 2: overwrite(&bytes, with: [0xFF, 0xFF, 0xFF, 0xFF])
    case 3: overwrite(&bytes, with: [0, 0, 0, 0])
    case 4: repeatPart(&bytes)
    case 5: bytes.removeSubrange(part(of: bytes))
    default: flipBits(&bytes)
    }
  }

  private mutating func flipBits(_ bytes: inout [UInt8]) {
    // Headers are short, so half of the changes go there.
    let end = Bool.random(using: &random) ? min(bytes.count, 200) : bytes.count
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      bytes[Int.random(in: 0..<end, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
  }

  private mutating func overwrite(_ bytes: inout [UInt8], with new: [UInt8]) {
    let start = Int.random(in: 0...bytes.count - new.count, using: &random)
    bytes.replaceSubrange(start..<start + new.count, with: new)
  }

  private mutating func repeatPart(_ bytes: inout [UInt8]) {
    let part = part(of: bytes)
    let copies = (0..<Int.random(in: 1...20, using: &random)).flatMap { _ in bytes[part] }
    bytes.insert(contentsOf: copies, at: part.upperBound)
  }

  private mutating func part(of bytes: [UInt8]) -> Range<Int> {
    let start = Int.random(in: 0..<bytes.count, using: &random)
    return start..<min(bytes.count, start + Int.random(in: 1...200, using: &random))
  }

  /// Overwrites the dimensions in the header of a format.
  private mutating func claimSize(_ bytes: inout [UInt8]) {
    func sides(_ random: inout SeededGenerator) -> [UInt8] {
      let small = UInt8.random(in: 0...255, using: &random)
      return [0, random.oneIn(4) ? small : 0, UInt8.random(in: 0...255, using: &random), small]
    }
    if bytes.starts(with: [0x89]) {
      bytes.replaceSubrange(16..<24, with: sides(&random) + sides(&random))
      PNGChecksum.repair(&bytes)
    } else if bytes.starts(with: "RIFF".utf8) {
      bytes.replaceSubrange(24..<30, with: random.bytes(6))
    } else if bytes.starts(with: "GIF".utf8) {
      bytes.replaceSubrange(6..<10, with: random.bytes(4))
    } else if let size = bytes.indices.dropLast(16).first(where: {
      bytes[$0...].starts(with: "ispe".utf8)
    }) {
      bytes.replaceSubrange(size + 8..<size + 16, with: sides(&random) + sides(&random))
    } else if let frame = bytes.indices.dropLast(9).first(where: {
      bytes[$0] == 0xFF && [0xC0, 0xC2].contains(bytes[$0 + 1])
    }) {
      bytes.replaceSubrange(frame + 5..<frame + 9, with: random.bytes(4))
    }
  }
}
