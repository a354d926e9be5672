import LinecasterBase

/// A SHA-256 digest (FIPS 180-4 §6.2) of bytes that are added in chunks.
package struct SHA256: Sendable {
  private var state = Self.start
  /// The bytes of an incomplete block.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  private static let blockLength = 64
  /// The square roots of the first eight primes (§5.3.3).
  private static let start: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]

  /// Adds bytes.
  ///
  /// - Complexity: O(bytes).
  mutating func add(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe add($0) }
  }

  /// Adds the UTF-8 bytes of a text.
  mutating func add(_ text: String) { add(Array(text.utf8)) }

  /// Adds a number, as eight bytes.
  mutating func add(_ number: UInt64) {
    add((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) })
  }

  /// Adds bytes in memory, which are read before this returns, within their count.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    byteCount &+= UInt64(bytes.count)
    var index = 0
    if !rest.isEmpty {
      index = min(Self.blockLength - rest.count, bytes.count)
      unsafe rest += bytes[..<index]
      guard rest.count == Self.blockLength else { return }
      unsafe rest.withUnsafeBytes { unsafe state.compress($0) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = (bytes.count - index) / Self.blockLength * Self.blockLength
    if whole > 0 {
      unsafe state.compress(UnsafeRawBufferPointer(rebasing: bytes[index..<index + whole]))
    }
    unsafe rest += bytes[(index + whole)...]
  }

  /// The digest of all added bytes, 32 bytes long.
  var bytes: [UInt8] {
    var last = self
    let bits = byteCount &* 8
    // A set bit, and zeros up to the length at the end of a block (§5.1.1).
    let gap = (2 * Self.blockLength - 9 - rest.count) % Self.blockLength
    last.add([0x80] + [UInt8](repeating: 0, count: gap))
    last.add(bits)
    return last.state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  /// The digest as 64 hexadecimal digits.
  package var hexadecimal: String {
    String(
      decoding: bytes.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] },
      as: UTF8.self)
  }

  private static let digits = Array("0123456789abcdef".utf8)

  package init() {}

  /// The digest of some bytes, as hexadecimal digits.
  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    var digest = SHA256()
    digest.add(bytes)
    return digest.hexadecimal
  }
}

extension SHA256 {
  /// The cube roots of the first 64 primes (§4.2.2).
  fileprivate static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

extension [UInt32] {
  /// Processes whole blocks (§6.2.2); the array is the state of eight words.
  fileprivate mutating func compress(_ blocks: UnsafeRawBufferPointer) {
    // Whole blocks of 64 bytes are read, and 64 words are in both tables.
    unsafe SHA256.constants.withUnsafeBufferPointer { constants in
      unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
        for start in stride(from: 0, to: blocks.count, by: 64) {
          for index in 0..<16 {
            let place = start + 4 * index
            let word = unsafe blocks.loadUnaligned(fromByteOffset: place, as: UInt32.self)
            unsafe words[index] = UInt32(bigEndian: word)
          }
          for index in 16..<64 {
            let (near, far) = unsafe (words[index - 2], words[index - 15])
            let small = far.turned(7) ^ far.turned(18) ^ far >> 3
            let large = near.turned(17) ^ near.turned(19) ^ near >> 10
            unsafe words[index] = words[index - 16] &+ small &+ words[index - 7] &+ large
          }
          unsafe mix(words, constants)
        }
      }
    }
  }

  private mutating func mix(
    _ words: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>
  ) {
    var (a, b, c, d) = (self[0], self[1], self[2], self[3])
    var (e, f, g, h) = (self[4], self[5], self[6], self[7])
    for index in 0..<64 {
      let choice = e & f ^ ~e & g
      let majority = a & b ^ a & c ^ b & c
      let first = h &+ (e.turned(6) ^ e.turned(11) ^ e.turned(25)) &+ choice
      let sum = unsafe first &+ constants[index] &+ words[index]
      let second = (a.turned(2) ^ a.turned(13) ^ a.turned(22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ sum, c, b, a, sum &+ second)
    }
    let mixed = [a, b, c, d, e, f, g, h]
    for index in indices { self[index] &+= mixed[index] }
  }
}

extension UInt32 {
  /// The value rotated to the right.
  fileprivate func turned(_ count: UInt32) -> UInt32 { self &>> count | self &<< (32 &- count) }
}

extension SHA256 {
  /// Adds a JSON value by its meaning, regardless of its formatting: kinds, lengths and contents.
  ///
  /// - Complexity: O(values), without recursion.
  package mutating func add(_ value: JSONValue) {
    var values = [value]
    while let value = values.popLast() {
      switch value.content {
      case .null: add("n")
      case .bool(let isTrue): add(isTrue ? "t" : "f")
      case .number(let number):
        add("d")
        add((number == 0 ? 0 : number).bitPattern)
      case .string(let text): add(counted: text, "s")
      case .array(let elements):
        add("a")
        add(UInt64(elements.count))
        values += elements.reversed()
      case .object(let members):
        add("o")
        add(UInt64(members.count))
        for member in members { add(counted: member.name.string, "m") }
        values += members.reversed().lazy.map(\.value)
      }
    }
  }

  /// Adds a text with its length, so different lists of texts have different bytes.
  package mutating func add(counted text: String, _ kind: String = "s") {
    add(kind)
    add(UInt64(text.utf8.count))
    add(text)
  }
}
