import ArgumentParser
import LinecasterBase
import LinecasterFeed
import LinecasterScenes

/// How the requests of a batch, and the answers to them, follow each other.
enum BatchFraming: String, CaseIterable, ExpressibleByArgument {
  /// A JSON object a line.
  case lines
  /// The length of a JSON object in four bytes, the most significant first, and the object.
  case frames
}

/// What stands in the input for one card.
struct BatchRow: Sendable {
  /// The line, or the frame, counted from 1.
  let number: Int
  /// The bytes of its JSON, or why there are none.
  let content: Result<[UInt8], BatchFault>

  var byteCount: Int { (try? content.get())?.count ?? 0 }
}

/// Cuts the input of a batch, which comes in pieces, into rows; never holds more than a piece and
/// one row.
struct BatchRows {
  private var splitter: Splitter

  private enum Splitter {
    case lines(LineSplitter)
    case frames(FrameSplitter)
  }

  /// The most bytes of a row: those of a scene.
  static let lengthLimit = Scene.byteLimit

  /// - Parameters:
  ///   - framing: How rows follow each other.
  ///   - lengthLimit: The most bytes of a row. Longer ones are passed over, and are faults.
  init(_ framing: BatchFraming, lengthLimit: Int = Self.lengthLimit) {
    splitter =
      switch framing {
      case .lines: .lines(LineSplitter(lengthLimit: lengthLimit))
      case .frames: .frames(FrameSplitter(lengthLimit: lengthLimit))
      }
  }

  /// The rows that end in a piece; blank lines are none.
  ///
  /// - Complexity: O(bytes of the piece).
  mutating func cut(_ piece: [UInt8]) -> [BatchRow] {
    switch splitter {
    case .lines(var lines):
      // Not held twice, or appending would copy what was gathered.
      splitter = .frames(FrameSplitter(lengthLimit: 0))
      defer { splitter = .lines(lines) }
      return lines.cut(piece).compactMap { Self.row($0, limit: lines.lengthLimit) }
    case .frames(var frames):
      splitter = .frames(FrameSplitter(lengthLimit: 0))
      defer { splitter = .frames(frames) }
      return frames.cut(piece)
    }
  }

  /// What is left at the end of the input.
  mutating func end() -> BatchRow? {
    switch splitter {
    case .lines(var lines):
      defer { splitter = .lines(lines) }
      return Self.row(lines.takeLine(), limit: lines.lengthLimit)
    case .frames(let frames): return frames.rest
    }
  }

  private static func row(_ line: LineSplitter.Line, limit: Int) -> BatchRow? {
    if line.isCut { return BatchRow(number: line.number, content: .failure(.tooLong(limit))) }
    guard !line.bytes.allSatisfy(blanks.contains) else { return nil }
    return BatchRow(number: line.number, content: .success(line.bytes))
  }

  /// The white space of JSON (RFC 8259 §2).
  private static let blanks: [UInt8] = [0x20, 0x09, 0x0D]
}

/// Cuts bytes that come in pieces into frames: the length in four bytes, and as many bytes.
private struct FrameSplitter {
  let lengthLimit: Int
  private var number = 1
  private var gathered: [UInt8] = []
  /// The bytes of the frame; nil as long as its length is not known.
  private var length: Int?
  /// The bytes of a frame that is too long which are still to come.
  private var passedOver = 0

  private static let headLength = 4

  init(lengthLimit: Int) {
    self.lengthLimit = lengthLimit
  }

  mutating func cut(_ piece: [UInt8]) -> [BatchRow] {
    var rows: [BatchRow] = []
    var rest = piece[...]
    while !rest.isEmpty {
      if passedOver > 0 {
        let count = min(passedOver, rest.count)
        passedOver -= count
        rest = rest.dropFirst(count)
        continue
      }
      let wanted = length ?? Self.headLength
      let taken = rest.prefix(wanted - gathered.count)
      gathered += taken
      rest = rest.dropFirst(taken.count)
      guard gathered.count == wanted else { continue }
      if let row = take() { rows.append(row) }
    }
    return rows
  }

  /// What was gathered as a frame, if it is one, and not its length.
  private mutating func take() -> BatchRow? {
    defer { gathered = [] }
    guard length == nil else {
      length = nil
      return row(.success(gathered))
    }
    let count = gathered.reduce(0) { $0 << 8 | Int($1) }
    if count == 0 { return row(.success([])) }
    guard count <= lengthLimit else {
      passedOver = count
      return row(.failure(.tooLong(lengthLimit)))
    }
    length = count
    return nil
  }

  private mutating func row(_ content: Result<[UInt8], BatchFault>) -> BatchRow {
    defer { number += 1 }
    return BatchRow(number: number, content: content)
  }

  /// A frame that the end of the input cut off; nil where that is between frames.
  var rest: BatchRow? {
    guard !gathered.isEmpty || length != nil else { return nil }
    let fault = BatchFault(
      code: "malformed", reason: "the input ends in the midst of a frame")
    return BatchRow(number: number, content: .failure(fault))
  }
}
