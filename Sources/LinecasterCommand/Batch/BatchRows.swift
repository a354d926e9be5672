import ArgumentParser
import Linecaster
import LinecasterBase
import LinecasterCommandSupport
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

/// The reason that a row has no picture, for programs and for people.
struct BatchFault: Error, Hashable, Sendable {
  /// The kind of fault: a code of `SceneError`, or `unsupported`, `unusable`, `empty`, `tooSlow` or
  /// `unwritable`.
  var code: String
  /// The path to the invalid value, in the request or the template file.
  var path = ""
  /// The column in the row in characters, from 1; `nil` if the fault has no location in it.
  var column: Int?
  /// The location in the template file, as compilers write it; `nil` if the fault is not in it.
  var place: String?
  /// A description of the fault.
  var reason: String
  /// The other faults of the row, with their locations.
  private(set) var others: [String] = []
  /// The excess over the budget of a card; `nil` for other faults.
  private(set) var excess: RenderBudget.Excess?

  /// The name of a row in messages; never equal to that of a template file, which is a path.
  static let request = "request"

  static func tooLong(_ limit: Int) -> BatchFault {
    BatchFault(code: "tooLarge", reason: "longer than \(limit) bytes")
  }

  init(
    code: String, path: String = "", column: Int? = nil, place: String? = nil, reason: String
  ) {
    (self.code, self.path, self.column) = (code, path, column)
    (self.place, self.reason) = (place, reason)
  }

  /// Creates a fault from an error in a scene, a template or their JSON.
  private init(_ error: SceneError) {
    code = "\(error.code)"
    (path, reason) = (error.path, error.reason)
    if error.source == Self.request {
      // In frames, a row may have lines of its own.
      column = error.line == 1 ? error.column : nil
      if let line = error.line, line > 1 { reason += " (line \(line) of the request)" }
    } else {
      place = ([error.source] + [error.line, error.column].compactMap { $0.map(String.init) })
        .joined(separator: ":")
    }
  }

  /// Creates a fault from all faults of a row's scene; `nil` if there are none.
  init?(_ errors: [SceneError]) {
    guard let first = errors.first else { return nil }
    self.init(first)
    others = errors.dropFirst().prefix(Self.othersShown).map(\.description)
  }

  /// The most faults that an answer has besides the first.
  private static let othersShown = 19

  /// Creates a fault from an error of drawing or writing.
  init(_ error: any Error) {
    switch error {
    case let fault as BatchFault: self = fault
    case let error as SceneError: self.init(error)
    case let error as FontError:
      self.init(
        code: error.code == .unreadable ? "unreadable" : "unusable", reason: error.description)
    case let error as ImageError: self.init(code: Self.code(error.code), reason: error.description)
    case let error as RasterError:
      self.init(code: error.code == .tooLarge ? "tooLarge" : "unusable", reason: error.description)
    case let error as ArrangementError:
      self.init(code: error == .tooDeep ? "tooDeep" : "unusable", reason: error.description)
    case let excess as RenderBudget.Excess:
      self.init(
        code: excess.limit == .time ? "tooSlow" : "tooLarge", reason: excess.description)
      self.excess = excess
    default: self.init(code: "unusable", reason: CommandFailure.message(error))
    }
  }

  private static func code(_ code: ImageErrorCode) -> String {
    switch code {
    case .unreadable: "unreadable"
    case .unwritable: "unwritable"
    case .unsupported: "unsupported"
    case .tooLarge: "tooLarge"
    case .empty: "empty"
    default: "unusable"
    }
  }
}
