import ArgumentParser
import LinecasterBase
import LinecasterFeed
import LinecasterScenes

/// The framing of requests and answers in a batch.
enum BatchFraming: String, CaseIterable, ExpressibleByArgument {
  /// One JSON object on each line.
  case lines
  /// The length of a JSON object in four big-endian bytes, then the object.
  case frames
}

/// The input of one card.
struct BatchRow: Sendable {
  /// The number of the line or the frame, from 1.
  let number: Int
  /// The bytes of its JSON, or the fault of reading them.
  let content: Result<[UInt8], BatchFault>
  /// Its place among the rows, from 0 without gaps; set when it enters the window.
  var place = 0

  var byteCount: Int { (try? content.get())?.count ?? 0 }
}

/// Splits the input of a batch, which arrives in chunks, into rows; holds at most a chunk and one
/// row.
struct BatchRows {
  private var splitter: Splitter

  private enum Splitter {
    case lines(LineSplitter)
    case frames(FrameSplitter)
  }

  /// The maximum bytes of a row: those of a scene.
  static let lengthLimit = Scene.byteLimit

  /// - Parameters:
  ///   - framing: The framing of rows.
  ///   - lengthLimit: The maximum bytes of a row; longer rows are skipped, and are faults.
  init(_ framing: BatchFraming, lengthLimit: Int = Self.lengthLimit) {
    splitter =
      switch framing {
      case .lines: .lines(LineSplitter(lengthLimit: lengthLimit))
      case .frames: .frames(FrameSplitter(lengthLimit: lengthLimit))
      }
  }

  /// The rows that end in a chunk; blank lines are skipped.
  ///
  /// - Complexity: O(bytes of the piece).
  mutating func cut(_ piece: [UInt8]) -> [BatchRow] {
    switch splitter {
    case .lines(var lines):
      // Released first, because appending to a shared array would copy it.
      splitter = .frames(FrameSplitter(lengthLimit: 0))
      defer { splitter = .lines(lines) }
      return lines.cut(piece).compactMap { Self.row($0, limit: lines.lengthLimit) }
    case .frames(var frames):
      splitter = .frames(FrameSplitter(lengthLimit: 0))
      defer { splitter = .frames(frames) }
      return frames.cut(piece)
    }
  }

  /// The row at the end of the input.
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

/// Splits bytes that arrive in chunks into frames: a length in four bytes, and the content.
private struct FrameSplitter {
  let lengthLimit: Int
  private var number = 1
  private var gathered: [UInt8] = []
  /// The length of the frame; `nil` until it is known.
  private var length: Int?
  /// The remaining bytes of a frame that is too long, which are skipped.
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

  /// The frame in the gathered bytes; `nil` if they are a length.
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

  /// A frame that the end of the input truncated; `nil` between frames.
  var rest: BatchRow? {
    guard !gathered.isEmpty || length != nil else { return nil }
    let fault = BatchFault(
      code: "malformed", reason: "the input ends inside a frame")
    return BatchRow(number: number, content: .failure(fault))
  }
}
