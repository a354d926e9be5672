import Foundation

/// Cuts bytes that come in pieces into lines; never holds more than a piece and one line.
struct LineSplitter {
  /// A line without its line feed.
  struct Line {
    /// Counted from 1.
    let number: Int
    let bytes: [UInt8]
  }

  /// The number of the line that is being gathered.
  private(set) var number = 1

  private let lengthLimit: Int
  private var gathered: [UInt8] = []

  init(lengthLimit: Int) {
    self.lengthLimit = lengthLimit
  }

  /// The lines that end in `piece`; what is left of it starts the next line.
  ///
  /// - Complexity: O(bytes of the piece).
  mutating func cut(_ piece: Data) throws(FeedLine.Fault) -> [Line] {
    var lines: [Line] = []
    var rest = [UInt8](piece)[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      try gather(rest[..<end])
      lines.append(takeLine())
      rest = rest[(end + 1)...]
    }
    try gather(rest)
    return lines
  }

  /// The bytes after the last line feed, as a line.
  mutating func takeLine() -> Line {
    defer {
      gathered = []
      number += 1
    }
    return Line(number: number, bytes: gathered)
  }

  private mutating func gather(_ bytes: ArraySlice<UInt8>) throws(FeedLine.Fault) {
    guard gathered.count + bytes.count <= lengthLimit else {
      throw FeedLine.Fault(
        reason: "longer than \(lengthLimit) bytes; feeds have one message a line")
    }
    gathered += bytes
  }
}
