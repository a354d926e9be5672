/// Splits bytes that arrive in chunks into lines; holds at most a chunk and one line.
package struct LineSplitter {
  /// A line without its line feed.
  package struct Line {
    /// The number of the line, from 1.
    package let number: Int
    /// The bytes of the line; only the first ones if it is too long.
    package let bytes: [UInt8]
    /// Whether it is too long.
    package let isCut: Bool
  }

  /// The maximum bytes of a line.
  package let lengthLimit: Int
  /// The number of the current line.
  private(set) var number = 1
  /// Whether the current line is too long; the rest of it is skipped.
  private(set) var isOverLimit = false

  private var gathered: [UInt8] = []

  /// Creates a splitter for lines of at most so many bytes.
  package init(lengthLimit: Int) {
    self.lengthLimit = lengthLimit
  }

  /// The lines that end in `piece`; the rest of it starts the next line.
  ///
  /// - Complexity: O(bytes of the piece).
  package mutating func cut(_ piece: some Sequence<UInt8>) -> [Line] {
    var lines: [Line] = []
    var rest = Array(piece)[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      gather(rest[..<end])
      lines.append(takeLine())
      rest = rest[(end + 1)...]
    }
    gather(rest)
    return lines
  }

  /// The bytes after the last line feed, as a line.
  package mutating func takeLine() -> Line {
    defer {
      gathered = []
      isOverLimit = false
      number += 1
    }
    return Line(number: number, bytes: gathered, isCut: isOverLimit)
  }

  private mutating func gather(_ bytes: ArraySlice<UInt8>) {
    isOverLimit = isOverLimit || gathered.count + bytes.count > lengthLimit
    gathered += bytes.prefix(lengthLimit - gathered.count)
  }
}
