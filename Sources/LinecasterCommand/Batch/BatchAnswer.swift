import Foundation
import Linecaster
import LinecasterBase
import LinecasterCommandSupport
import LinecasterScenes

/// The answer to a row, as bytes of the output.
struct BatchAnswer: Sendable {
  /// The outcome of a row.
  enum Outcome: Sendable {
    case drawn
    case skipped
    case failed
  }

  /// The number of the row.
  let number: Int
  /// The id of the row; `nil` if it could not be read.
  let id: ItemIdentifier?
  let outcome: Outcome
  let bytes: [UInt8]
}

/// Answers the rows of a batch: draws each picture, writes it to a file if requested, and reports
/// the outcome.
///
/// Thread-safe.
struct BatchAnswerer: Sendable {
  private let painter: PicturePainter
  /// The template for rows without one.
  private let template: SceneTemplate?
  /// The default options of rows.
  private let options: PictureOptions
  private let framing: BatchFraming
  /// The common start of the keys of all cards.
  private let context: SHA256
  /// The folder for pictures; `nil` to include them in the answers.
  var folder: String? {
    didSet { names = folder.map { _ in BatchFileNames() } }
  }
  /// The files of the rows so far; `nil` without a folder.
  private var names: BatchFileNames?
  /// Whether each picture is on the disk before its answer.
  var isFlushed = false
  /// Whether rows whose output file exists are skipped.
  var isResumed = false
  /// Whether answers include the time they took.
  var hasTimes = true
  /// The names of data that are faults.
  var nameCheck = SceneTemplate.NameCheck.all

  /// The members of rows that do not affect pictures.
  private static let others: [ExactText] = ["id"]

  /// Creates an answerer.
  ///
  /// - Parameters:
  ///   - template: The bytes of the template for rows without one, and its name.
  /// - Throws: `SceneError` if the template is invalid, or `FontError`.
  init(
    _ painter: PicturePainter, template: (bytes: [UInt8], source: String)?,
    options: PictureOptions, framing: BatchFraming
  ) throws {
    self.template = try template.map { try SceneTemplate(json: $0.bytes, source: $0.source) }
    (self.painter, self.options, self.framing) = (painter, options, framing)
    var context = SHA256()
    context.add(counted: PicturePainter.engine)
    context.add(counted: try painter.fontDigest())
    context.add(counted: "\(options)")
    context.add(counted: template.map { SHA256.hexadecimal($0.bytes) } ?? "")
    self.context = context
  }

  /// Draws a row, and returns the answer.
  func answer(to row: BatchRow) -> BatchAnswer {
    let start = ContinuousClock.now
    let order: RowOrder
    do {
      order = try claim(for: row)
    } catch let failure {
      return answer(row, failure.id, failure.fault)
    }
    do {
      return try answer(to: row, order, since: start)
    } catch let error as SceneError {
      return answer(row, order.id, BatchFault(order.request.source.faults) ?? BatchFault(error))
    } catch {
      return answer(row, order.id, BatchFault(error))
    }
  }

  /// A row that was read, and the file for its picture; `nil` to include it in the answer.
  private struct RowOrder {
    let id: ItemIdentifier
    let text: JSONDocument
    let request: PictureRequest
    let file: String?
  }

  /// A row that cannot be read, and its id if that is known.
  private struct RowFailure: Error {
    let id: ItemIdentifier?
    let fault: BatchFault
  }

  /// Reads a row, and claims its file name.
  private func claim(for row: BatchRow) throws(RowFailure) -> RowOrder {
    let order: RowOrder
    do throws(RowFailure) {
      order = try self.order(of: row)
    } catch {
      _ = names?.claim(nil, for: row)
      throw error
    }
    guard let owner = names?.claim(order.file, for: row) else { return order }
    let file = order.file ?? ""
    throw RowFailure(
      id: order.id,
      fault: BatchFault(
        code: "duplicate", path: "id",
        reason: "the file '\(file)' has the picture of line \(owner); give each row another id "
          + "(1 and \"1\" name the same file)"))
  }

  private func order(of row: BatchRow) throws(RowFailure) -> RowOrder {
    var id: ItemIdentifier?
    do {
      let text = try JSONDocument(row.content.get(), named: BatchFault.request)
      let name = try text.rowIdentifier()
      id = name
      let request = try PictureRequest(
        text, template: template, options: options, others: Self.others, names: nameCheck)
      let file = try folder.map { _ in
        try Self.fileName(of: name, request.options.encoding.format)
      }
      return RowOrder(id: name, text: text, request: request, file: file)
    } catch {
      throw RowFailure(id: id, fault: BatchFault(error))
    }
  }

  private func answer(
    to row: BatchRow, _ order: RowOrder, since start: ContinuousClock.Instant
  ) throws -> BatchAnswer {
    let path = order.file.flatMap { file in folder.map { "\($0)/\(file)" } }
    if let file = order.file, let path, isResumed, Self.isFile(path) {
      return answer(row.number, order.id, .skipped) { $0.add("file", file) }
    }
    let read = try painter.read(order.request)
    let picture = try painter.encode(painter.draw(painter.arrange(read)))
    let key = key(of: order.text.value, fonts: try read.fontDigest())
    if let path { try AtomicFileWriter.write(picture.bytes, to: path, isFlushed: isFlushed) }
    return answer(
      row.number, order.id, .drawn, picture: path == nil ? picture.bytes : nil
    ) { line in
      if let file = order.file { line.add("file", file) }
      line.add(picture, key: key)
      if hasTimes {
        let time = (ContinuousClock.now - start).nanoseconds
        line.add("ms", literal: HTMLText.number(Double(time) / 1e6))
      }
    }
  }

  private func answer(
    _ row: BatchRow, _ id: ItemIdentifier?, _ fault: BatchFault
  ) -> BatchAnswer {
    answer(row.number, id, .failed) { $0.add(fault, line: row.number) }
  }

  /// Returns the key of a scene, data, fonts, options and engine, independent of the row's id: 64
  /// hexadecimal digits.
  private func key(of request: JSONValue, fonts: String) -> String {
    var key = context
    key.add(counted: fonts)
    guard case .object(let members) = request.content else { return key.hexadecimal }
    for member in members.sorted(by: { $0.name < $1.name })
    where !Self.others.contains(member.name) {
      key.add(counted: member.name.string, "m")
      key.add(member.value)
    }
    return key.hexadecimal
  }

  /// Assembles an answer.
  ///
  /// - Parameter picture: The bytes of the picture in the answer.
  private func answer(
    _ number: Int, _ id: ItemIdentifier?, _ outcome: BatchAnswer.Outcome, picture: [UInt8]? = nil,
    _ add: (inout JSONLine) -> Void
  ) -> BatchAnswer {
    var line = JSONLine()
    line.add("id", id)
    if outcome == .skipped { line.add("skipped", literal: "true") }
    var tail: [UInt8] = []
    if let picture, framing == .frames {
      line.add("bytes", literal: "\(picture.count)")
      tail = picture
    } else if let picture {
      line.add("picture", base64: picture)
    }
    add(&line)
    var bytes = line.end()
    switch framing {
    case .lines: bytes.append(UInt8(ascii: "\n"))
    case .frames:
      let count = UInt32(truncatingIfNeeded: bytes.count)
      bytes = (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) } + bytes + tail
    }
    return BatchAnswer(number: number, id: id, outcome: outcome, bytes: bytes)
  }
}

extension BatchAnswerer {
  /// The maximum bytes of a file name, without its extension.
  private static let nameLimit = 200

  /// The name of a row's file: letters, digits, `-`, `_` and `.` are literal, other bytes are
  /// percent-encoded. Each id has a unique name inside the folder.
  static func fileName(
    of id: ItemIdentifier, _ format: PictureFormat
  ) throws(BatchFault) -> String {
    var name = ""
    for byte in text(of: id).utf8 {
      let isPlain =
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        case UInt8(ascii: "."): !name.isEmpty
        default: false
        }
      let digits = String(byte, radix: 16, uppercase: true)
      name += isPlain ? "\(UnicodeScalar(byte))" : byte < 16 ? "%0\(digits)" : "%\(digits)"
      guard name.utf8.count <= nameLimit else {
        throw BatchFault(
          code: "tooLarge", path: "id",
          reason: "the file name made of 'id' has more than \(nameLimit) bytes")
      }
    }
    return "\(name.isEmpty ? "%" : name).\(format.endings[0])"
  }

  private static func text(of id: ItemIdentifier) -> String {
    switch id {
    case .number(let number): "\(number)"
    case .name(let name): name
    default: ""
    }
  }

  private static func isFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && !isFolder.boolValue
  }
}

extension JSONDocument {
  /// The id of a row: a 64-bit integer, or a string.
  ///
  /// - Throws: `SceneError`.
  fileprivate func rowIdentifier() throws(SceneError) -> ItemIdentifier {
    guard case .object = value.content else {
      let example = #"{"id": 1, "scene": {"body": {"Text": "Hello"}}}"#
      throw error(SceneFault(value, isNot: "a request, such as \(example)"))
    }
    guard let id = value.member("id") else {
      throw error(SceneFault(.missing, at: value.offset, "'id' is missing"))
    }
    switch id.content {
    case .string(let name): return .name(name)
    case .number:
      if let number = id.integer(in: bytes) { return .number(number) }
    default: break
    }
    throw error(SceneFault(id, isNot: "a 64-bit integer or a string"))
  }
}

/// A JSON object on one line (RFC 8259), built member by member.
struct JSONLine {
  private var bytes: [UInt8] = []

  /// Adds a member whose value is already JSON.
  mutating func add(_ name: String, literal: String) {
    bytes += bytes.isEmpty ? "{\"\(name)\":".utf8 : ",\"\(name)\":".utf8
    bytes += literal.utf8
  }

  mutating func add(_ name: String, _ text: String) { add(name, literal: HTMLText.json(text)) }

  mutating func add(_ name: String, _ texts: [String]) {
    add(name, literal: "[\(texts.map(HTMLText.json).joined(separator: ","))]")
  }

  /// Adds bytes as base64 (RFC 4648 §4).
  mutating func add(_ name: String, base64 data: [UInt8]) {
    add(name, literal: "\"")
    bytes += Data(data).base64EncodedData()
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func add(_ name: String, _ id: ItemIdentifier?) {
    switch id {
    case .number(let number): add(name, literal: "\(number)")
    case .name(let text): add(name, text)
    default: add(name, literal: "null")
    }
  }

  /// The whole object.
  mutating func end() -> [UInt8] {
    bytes += bytes.isEmpty ? "{}".utf8 : "}".utf8
    defer { bytes = [] }
    return bytes
  }
}

extension JSONLine {
  /// Adds the members that describe a picture.
  fileprivate mutating func add(_ picture: Picture, key: String) {
    add("sha256", SHA256.hexadecimal(picture.bytes))
    add("key", key)
    add("width", literal: "\(picture.width)")
    add("height", literal: "\(picture.height)")
    add("missing", picture.missingCharacters.map(\.codePoint))
    add("faults", (picture.imageFaults + picture.warnings).map(\.description))
  }

  /// Adds the reason for the missing picture.
  fileprivate mutating func add(_ fault: BatchFault, line: Int) {
    var error = JSONLine()
    error.add("code", fault.code)
    error.add("path", fault.path)
    error.add("line", literal: "\(line)")
    if let column = fault.column { error.add("column", literal: "\(column)") }
    if let place = fault.place { error.add("place", place) }
    error.add("reason", CommandFailure.printable(fault.reason))
    if !fault.others.isEmpty { error.add("others", fault.others.map(CommandFailure.printable)) }
    if let excess = fault.excess {
      error.add("limit", excess.limit.rawValue)
      error.add("needed", literal: "\(excess.needed)")
      error.add("allowed", literal: "\(excess.allowed)")
    }
    add("error", literal: String(decoding: error.end(), as: UTF8.self))
  }
}

/// The names of the files that a batch writes, so no row replaces the picture of another one.
///
/// Rows claim their names in the order of the input, so the first one wins on any number of
/// workers. Thread-safe.
final class BatchFileNames: @unchecked Sendable {
  // The condition's lock guards all other properties.
  private let condition = NSCondition()
  private var nextPlace = 0
  /// The number of the row that has a file, by the hash of the file's name, which takes less memory
  /// than the name.
  private var rows: [Int: UInt32] = [:]

  /// Claims a file name for a row, after all earlier rows have had their turns.
  ///
  /// - Parameters:
  ///   - name: The file name; `nil` to end the turn of a row without a file.
  ///   - row: Each row must claim once, and rows that are drawn at the same time must be
  ///     neighbours.
  /// - Returns: The number of the row that has the name already; `nil` if it was free.
  func claim(_ name: String?, for row: BatchRow) -> Int? {
    condition.lock()
    defer { condition.unlock() }
    while nextPlace < row.place { condition.wait() }
    nextPlace += 1
    condition.broadcast()
    guard let key = name?.hashValue else { return nil }
    if let owner = rows[key] { return Int(owner) }
    rows[key] = UInt32(clamping: row.number)
    return nil
  }
}
