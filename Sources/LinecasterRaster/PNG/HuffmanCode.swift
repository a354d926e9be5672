import LinecasterBase

/// A prefix code whose words are as short as the frequencies of their symbols allow.
struct HuffmanCode: ~Copyable {
  /// The code word of a symbol.
  struct Word {
    /// The bits in the order of the stream, the first in the lowest.
    var value: UInt64 = 0
    var count: UInt64 = 0
  }

  /// The word of each symbol; owned until `deinit`, and only read at symbols of the code.
  private let words: UnsafeMutablePointer<Word>
  let symbolCount: Int

  /// Creates the code for symbols of some frequencies.
  ///
  /// - Parameters:
  ///   - frequencies: The frequency of each symbol; at least two symbols.
  ///   - limit: The maximum bits of a word.
  init(_ frequencies: [UInt32], limit: Int) {
    symbolCount = frequencies.count
    words = .allocate(capacity: symbolCount)
    words.initialize(repeating: Word(), count: symbolCount)
    var used = frequencies.indices.filter { frequencies[$0] > 0 }
    // Decoders expect complete codes.
    for symbol in 0..<2 where used.count < 2 && !used.contains(symbol) { used.append(symbol) }
    used.sort { (frequencies[$0], $0) < (frequencies[$1], $1) }
    let counts = Self.counts(used.map { Int(frequencies[$0]) }, limit: limit)
    var index = 0
    for length in stride(from: limit, to: 0, by: -1) {
      for _ in 0..<counts[length] {
        words[used[index]].count = UInt64(length)
        index += 1
      }
    }
    assign(counts, limit: limit)
  }

  deinit { words.deallocate() }

  @inline(__always)
  subscript(symbol: Int) -> Word { words[symbol] }

  /// Returns the bits of all symbols with their frequencies.
  func bitCount(_ frequencies: [UInt32]) -> Int {
    frequencies.indices.reduce(0) { $0 + Int(frequencies[$1]) * Int(words[$1].count) }
  }

  /// Returns the number of words of each length, for frequencies in ascending order.
  private static func counts(_ frequencies: [Int], limit: Int) -> [Int] {
    let depths = innerDepths(frequencies)
    var counts = [Int](repeating: 0, count: limit + 1)
    var (free, depth) = (1, 0)
    var inner = depths.count - 1
    while free > 0 {
      var nodes = 0
      while inner >= 0, depths[inner] == depth {
        nodes += 1
        inner -= 1
      }
      counts[min(depth, limit)] += free - nodes
      free = 2 * nodes
      depth += 1
    }
    shorten(&counts, limit: limit)
    return counts
  }

  /// Lengthens short words until those cut off at the limit fit.
  private static func shorten(_ counts: inout [Int], limit: Int) {
    var sum = (1...limit).reduce(0) { $0 + counts[$1] << (limit - $1) }
    while sum > 1 << limit {
      var length = limit - 1
      while counts[length] == 0 { length -= 1 }
      counts[length] -= 1
      counts[length + 1] += 2
      counts[limit] -= 1
      sum -= 1
    }
  }

  /// Returns the depths of the inner nodes of a Huffman tree, the root's last.
  ///
  /// Moffat and Katajainen, "In-Place Calculation of Minimum-Redundancy Codes" (1995).
  private static func innerDepths(_ frequencies: [Int]) -> [Int] {
    var a = frequencies
    let n = a.count
    a[0] += a[1]
    var (root, leaf) = (0, 2)
    for next in stride(from: 1, to: n - 1, by: 1) {
      if leaf >= n || a[root] < a[leaf] {
        a[next] = a[root]
        a[root] = next
        root += 1
      } else {
        a[next] = a[leaf]
        leaf += 1
      }
      if leaf >= n || (root < next && a[root] < a[leaf]) {
        a[next] += a[root]
        a[root] = next
        root += 1
      } else {
        a[next] += a[leaf]
        leaf += 1
      }
    }
    a[n - 2] = 0
    for next in stride(from: n - 3, through: 0, by: -1) { a[next] = a[a[next]] + 1 }
    a.removeLast()
    return a
  }

  /// Assigns the bits of words (RFC 1951, §3.2.2).
  private func assign(_ counts: [Int], limit: Int) {
    var next = [UInt32](repeating: 0, count: limit + 2)
    for length in 1...limit { next[length + 1] = (next[length] + UInt32(counts[length])) << 1 }
    for symbol in 0..<symbolCount where words[symbol].count > 0 {
      let length = Int(words[symbol].count)
      let reversed = Self.reversed(next[length], length)
      words[symbol].value = UInt64(reversed)
      next[length] += 1
    }
  }

  private static func reversed(_ value: UInt32, _ count: Int) -> UInt32 {
    var (value, result) = (value, UInt32(0))
    for _ in 0..<count {
      result = result << 1 | value & 1
      value >>= 1
    }
    return result
  }
}

/// The lengths of a block's codes as they are written (RFC 1951, §3.2.7).
struct CodeLengths: ~Copyable {
  private let symbols: [(symbol: Int, extra: Int, bits: Int)]
  private let code: HuffmanCode
  private let literalCount: Int
  private let distanceCount: Int
  private let orderCount: Int
  /// The bits of the block's header.
  let bitCount: Int

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  init(_ literals: borrowing HuffmanCode, _ distances: borrowing HuffmanCode) {
    var lengths: [Int] = []
    lengths.reserveCapacity(320)
    for symbol in 0..<literals.symbolCount { lengths.append(Int(literals[symbol].count)) }
    while lengths.count > 257, lengths.last == 0 { lengths.removeLast() }
    literalCount = lengths.count
    for symbol in 0..<distances.symbolCount { lengths.append(Int(distances[symbol].count)) }
    while lengths.count > literalCount + 1, lengths.last == 0 { lengths.removeLast() }
    distanceCount = lengths.count - literalCount
    symbols = Self.symbols(of: lengths)
    var frequencies = [UInt32](repeating: 0, count: 19)
    for symbol in symbols { frequencies[symbol.symbol] += 1 }
    code = HuffmanCode(frequencies, limit: 7)
    var orderCount = 19
    while orderCount > 4, code[Self.order[orderCount - 1]].count == 0 { orderCount -= 1 }
    self.orderCount = orderCount
    var bits = 17 + 3 * orderCount
    for symbol in symbols { bits += Int(code[symbol.symbol].count) + symbol.bits }
    bitCount = bits
  }

  /// Returns lengths as symbols: a length, or repetitions of the last one (16) or of 0 (17, 18).
  private static func symbols(of lengths: [Int]) -> [(symbol: Int, extra: Int, bits: Int)] {
    var symbols: [(symbol: Int, extra: Int, bits: Int)] = []
    var index = 0
    while index < lengths.count {
      let length = lengths[index]
      var end = index + 1
      while end < lengths.count, lengths[end] == length { end += 1 }
      var rest = end - index
      if length == 0 {
        while rest >= 11 {
          let count = min(rest, 138)
          symbols.append((18, count - 11, 7))
          rest -= count
        }
        if rest >= 3 {
          symbols.append((17, rest - 3, 3))
          rest = 0
        }
      } else {
        symbols.append((length, 0, 0))
        rest -= 1
        while rest >= 3 {
          let count = min(rest, 6)
          symbols.append((16, count - 3, 2))
          rest -= count
        }
      }
      for _ in 0..<rest { symbols.append((length, 0, 0)) }
      index = end
    }
    return symbols
  }

  /// Calls `body` with the values of the header and their numbers of bits.
  func forEachCode(_ body: (UInt64, UInt64) -> Void) {
    body(UInt64(literalCount - 257), 5)
    body(UInt64(distanceCount - 1), 5)
    body(UInt64(orderCount - 4), 4)
    for index in 0..<orderCount { body(code[Self.order[index]].count, 3) }
    for symbol in symbols {
      let word = code[symbol.symbol]
      body(word.value, word.count)
      body(UInt64(symbol.extra), UInt64(symbol.bits))
    }
  }
}
