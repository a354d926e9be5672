public import Foundation
public import LinecasterBase
import LinecasterDisplay
import LinecasterFiles
import LinecasterList
import LinecasterRaster
import LinecasterScenes
import LinecasterText

/// Reads feeds in JSON Lines: one object per line with `id`, `author`, `time` and `body`.
///
/// Optional members are `avatar` (a colour like `#4361EE`), `image` (the path of a PNG file) and
/// `language` (a BCP 47 tag for author and body).
///
/// Lines end in LF or CRLF, empty ones are skipped, and a byte order mark may come first. Image
/// paths that are absolute or lead out of the folder are errors.
///
///     let reader = FeedReader(imageFolder: "images")
///     let line = #"{"id": 1, "author": "Ada", "time": "today", "body": "Hello"}"#
///     let content = reader.read(Data(line.utf8), source: "sample")
///     for error in content.errors { print(error) }
///     let model = TableModel(feed: content.items)
public struct FeedReader: Sendable {
  /// The base folder of image paths.
  public var imageFolder: String
  /// The limits of a message's text, and of the reading time.
  public var budget: RenderBudget

  /// The maximum length of a line, in bytes; far above any message.
  public static let lineLengthLimit = 4 << 20
  /// The maximum bytes of a feed, because input may be endless.
  public static let byteLimit = 1 << 30
  /// The maximum number of errors; reading stops there.
  public static let errorLimit = 1000

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - imageFolder: The base folder of image paths.
  ///   - budget: The limits of a message's text, and of the reading time; an excess ends the
  ///     reading, and is the feed's `excess`.
  public init(imageFolder: String, budget: RenderBudget = RenderBudget()) {
    (self.imageFolder, self.budget) = (imageFolder, budget)
  }

  /// Reads a file, a pipe or, for the path `-`, standard input, to the end.
  ///
  /// - Complexity: O(bytes); holds one line at a time besides the messages.
  public func read(path: String) -> FeedContent {
    WorkScope.finish { scope throws(CancellationError) in try read(path: path, scope) }
  }

  /// Reads a file, a pipe or, for the path `-`, standard input, to the end, unless it is cancelled.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - isCancelled: Polled immediately, then twice a millisecond or more often, except while the
  ///     system has no bytes to give or an image is looked at.
  /// - Throws: `CancellationError` if `isCancelled` returns true.
  public func read(
    path: String, isCancelled: () -> Bool
  ) throws(CancellationError) -> FeedContent {
    try WorkScope.run(isCancelled) { scope throws(CancellationError) in
      try read(path: path, scope)
    }
  }

  private func read(
    path: String, _ scope: WorkScope
  ) throws(CancellationError) -> FeedContent {
    let source = path == "-" ? "standard input" : path
    let file: FileHandle
    do {
      file =
        path == "-"
        ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    } catch {
      return FeedContent(source: source, unreadable: error)
    }
    return try read(source: source, scope) { try file.read(upToCount: Self.pieceLength) }
  }

  /// Reads the bytes of a feed; `source` names them in error messages.
  ///
  /// - Complexity: O(bytes).
  public func read(_ data: Data, source: String) -> FeedContent {
    WorkScope.finish { scope throws(CancellationError) in
      try read(data, source: source, scope)
    }
  }

  /// Reads the bytes of a feed, unless it is cancelled.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - source: The name of the data in error messages.
  ///   - isCancelled: Polled immediately, then twice a millisecond or more often, except while an
  ///     image is looked at.
  /// - Throws: `CancellationError` if `isCancelled` returns true.
  public func read(
    _ data: Data, source: String, isCancelled: () -> Bool
  ) throws(CancellationError) -> FeedContent {
    try WorkScope.run(isCancelled) { scope throws(CancellationError) in
      try read(data, source: source, scope)
    }
  }

  private func read(
    _ data: Data, source: String, _ scope: WorkScope
  ) throws(CancellationError) -> FeedContent {
    var start = data.startIndex
    return try read(source: source, scope) {
      let piece = data[start...].prefix(Self.pieceLength)
      start = piece.endIndex
      return piece
    }
  }

  /// The bytes of a chunk.
  private static let pieceLength = 1 << 16

  /// Reads chunks to their end.
  private func read(
    source: String, _ scope: WorkScope, nextPiece: () throws -> Data?
  ) throws(CancellationError) -> FeedContent {
    let decoder = FeedLineDecoder(imageFolder: imageFolder, scope: scope)
    let deadline = Deadline(budget)
    var content = FeedContent()
    var lines = LineSplitter(lengthLimit: Self.lineLengthLimit)
    var byteCount = 0
    do {
      while let piece = try nextPiece(), !piece.isEmpty {
        let isInTime = content.isWithin(source, line: lines.number) {
          place throws(RenderBudget.Excess) in try deadline.check(place)
        }
        guard isInTime else { return content }
        byteCount += piece.count
        guard byteCount <= Self.byteLimit else {
          throw FeedLine.Fault(reason: "the feed is larger than \(Self.byteLimit) bytes")
        }
        try scope.pass(piece.count)
        for line in lines.cut(piece) {
          let goesOn = try content.add(whole(line), source, decoder, budget)
          guard goesOn else { return content }
        }
        // Without a line end, the line is checked before it is complete.
        if lines.isOverLimit { _ = try whole(lines.takeLine()) }
      }
      _ = try content.add(whole(lines.takeLine()), source, decoder, budget)
    } catch let fault as FeedLine.Fault {
      content.addError(source, line: fault.line ?? lines.number, fault.reason)
    } catch let cancellation as CancellationError {
      throw cancellation
    } catch {
      return FeedContent(source: source, unreadable: error)
    }
    return content
  }

  /// Returns a line, or throws if it is too long.
  private func whole(_ line: LineSplitter.Line) throws(FeedLine.Fault) -> LineSplitter.Line {
    guard !line.isCut else {
      throw FeedLine.Fault(
        reason: "longer than \(Self.lineLengthLimit) bytes; feeds have one message per line",
        line: line.number)
    }
    return line
  }
}

extension FeedContent {
  /// Adds the message of a line, or its error; returns false at the limit of errors.
  ///
  /// - Throws: `CancellationError` if reading is no longer wanted.
  fileprivate mutating func add(
    _ line: LineSplitter.Line, _ source: String, _ decoder: FeedLineDecoder,
    _ budget: RenderBudget
  ) throws(CancellationError) -> Bool {
    var bytes = line.bytes
    if line.number == 1, bytes.starts(with: Self.byteOrderMark) {
      bytes.removeFirst(Self.byteOrderMark.count)
    }
    guard !bytes.allSatisfy(Self.blanks.contains) else { return true }
    let item: FeedItem?
    do throws(FeedLine.Fault) {
      item = try decoder.item(bytes)
    } catch {
      addError(source, line: line.number, error.reason)
      return goesOn(line, source)
    }
    guard let item else { throw CancellationError() }
    let fits = isWithin(source, line: line.number) { source throws(RenderBudget.Excess) in
      try budget.check(.textUnits, item.textUnitCount, of: source)
    }
    guard fits else { return false }
    items.append(item)
    return true
  }

  /// Whether reading continues after a faulty line.
  private mutating func goesOn(_ line: LineSplitter.Line, _ source: String) -> Bool {
    guard errors.count >= FeedReader.errorLimit else { return true }
    addError(source, line: line.number + 1, "too many errors; the rest was not read")
    return false
  }

  /// U+FEFF in UTF-8.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// The white space of JSON (RFC 8259 §2).
  private static let blanks: [UInt8] = [0x20, 0x09, 0x0D]
}

/// The content of a feed: its messages, or the errors of its lines.
public struct FeedContent: Sendable {
  /// The messages in the order of the lines.
  public internal(set) var items: [FeedItem] = []
  /// The errors in the order of the lines; empty for a valid feed.
  public internal(set) var errors: [FeedError] = []
  /// The excess over the budget that ended the reading; it is also among the errors.
  public private(set) var excess: RenderBudget.Excess?

  init() {}

  /// Creates the content for a feed that could not be read.
  init(source: String, unreadable error: any Error) {
    addError(source, line: nil, "cannot be read: \(SystemFailure.reason(error))")
  }

  /// Whether the feed is within a budget; otherwise it ends there.
  fileprivate mutating func isWithin(
    _ source: String, line: Int, _ check: (String) throws(RenderBudget.Excess) -> Void
  ) -> Bool {
    let place = FeedError(source: source, line: line, reason: "")
    do throws(RenderBudget.Excess) {
      try check(place.place)
      return true
    } catch {
      excess = error
      addError(source, line: line, error.need)
      return false
    }
  }

  mutating func addError(_ source: String, line: Int?, _ reason: String) {
    errors.append(FeedError(source: source, line: line, reason: reason))
  }
}

/// An error in a line of a feed.
public struct FeedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, or the name of input that is not a file.
  public let source: String
  /// The line, counted from 1; `nil` if the error is not in a line.
  public let line: Int?
  /// A description of the error, without its location.
  public let reason: String

  /// Creates an error with a location.
  public init(source: String, line: Int?, reason: String) {
    self.source = source
    self.line = line
    self.reason = reason
  }

  /// The location as compilers write it, and the reason.
  public var description: String { "\(place): \(reason)" }

  /// The location as compilers write it.
  fileprivate var place: String { line.map { "\(source):\($0)" } ?? source }
}

/// Decodes messages from the lines of a feed.
struct FeedLineDecoder {
  /// The base folder of image paths.
  let imageFolder: String
  /// Whether reading is still wanted.
  let scope: WorkScope

  /// The message of a line; `nil` if reading is no longer wanted.
  func item(_ line: [UInt8]) throws(FeedLine.Fault) -> FeedItem? {
    guard String(validating: line, as: UTF8.self) != nil else {
      throw FeedLine.Fault(reason: "invalid UTF-8")
    }
    guard !line.contains(0) else { throw FeedLine.Fault(reason: "not JSON: a zero byte") }
    guard let fields = try fields(line) else { return nil }
    let identifier = try fields.identifier()
    let author = try fields.text("author")
    let time = try fields.time()
    let body = try fields.text("body")
    return FeedItem(
      identifier: identifier, author: author, time: time, body: body,
      avatar: try fields.color("avatar"), image: try image(fields.optionalText("image")),
      language: try fields.optionalText("language"))
  }

  private func fields(_ line: [UInt8]) throws(FeedLine.Fault) -> FeedLine? {
    let value: JSONValue
    do throws(SceneFault) {
      value = try JSONValue(json: line, scope)
    } catch {
      guard !error.isCancelled else { return nil }
      throw FeedLine.Fault(reason: error.code == .wrongValue ? error.reason : "not JSON")
    }
    guard case .object(let members) = value.content else {
      throw FeedLine.Fault(reason: "not a JSON object")
    }
    return FeedLine(text: line, members: members)
  }

  private func image(_ path: String?) throws(FeedLine.Fault) -> FeedImage? {
    guard let path else { return nil }
    // Feeds are untrusted input, and must not show other files of the machine.
    guard InnerPath.staysInside(path) else {
      throw FeedLine.Fault(reason: "field 'image' is not a path inside the folder of the feed")
    }
    do {
      let size = try ImageDecoder().info(path: "\(imageFolder)/\(path)").size
      return FeedImage(
        reference: ImageReference(path),
        size: Size(width: Double(size.width), height: Double(size.height)))
    } catch {
      throw FeedLine.Fault(reason: "field 'image': \(error.description)")
    }
  }
}

/// The JSON object of a line.
struct FeedLine {
  /// The bytes of the line, for numbers that a `Double` cannot represent.
  let text: [UInt8]
  let members: [JSONMember]

  /// An error in a line.
  struct Fault: Error {
    let reason: String
    /// The number of the line, if it is not the current one.
    var line: Int?
  }

  private func value(_ name: ExactText) -> JSONValue? {
    members.first { $0.name == name }?.value
  }

  /// The value of a required field.
  private func field(_ name: ExactText) throws(Fault) -> JSONValue {
    guard let value = value(name) else { throw Fault(reason: "missing field '\(name)'") }
    return value
  }

  /// The text of a required field.
  func text(_ name: ExactText) throws(Fault) -> String {
    guard let text = try text(of: field(name), name) else {
      throw Fault(reason: "field '\(name)' is null")
    }
    return text
  }

  /// The text of an optional field.
  func optionalText(_ name: ExactText) throws(Fault) -> String? {
    guard let value = value(name) else { return nil }
    return try text(of: value, name)
  }

  private func text(of value: JSONValue, _ name: ExactText) throws(Fault) -> String? {
    switch value.content {
    case .string(let text): return text
    case .null: return nil
    default: throw Fault(reason: "field '\(name)' is not a string")
    }
  }

  /// The colour of an optional field.
  func color(_ name: ExactText) throws(Fault) -> Color? {
    guard let text = try optionalText(name) else { return nil }
    guard let color = Color(hex: text) else {
      throw Fault(reason: "field '\(name)' is not a colour such as #4361EE")
    }
    return color
  }

  /// The identity of the message: a number or a string.
  func identifier() throws(Fault) -> ItemIdentifier {
    let value = try field("id")
    switch value.content {
    case .number: if let number = value.integer(in: text) { return .number(number) }
    case .string(let name): return .name(name)
    default: break
    }
    throw Fault(reason: "field 'id' must be a 64-bit integer or a string")
  }

  /// The time: seconds, rounded down to an integer, or words.
  func time() throws(Fault) -> FeedTime {
    let value = try field("time")
    switch value.content {
    case .number(let seconds): return FeedTime(seconds: seconds)
    case .string(let words): return .words(words)
    default: throw Fault(reason: "field 'time' must be a number of seconds or a string")
    }
  }
}

extension FeedItem {
  /// The displayed text of a message, in UTF-16 units.
  fileprivate var textUnitCount: Int {
    var count = author.utf16.count + body.utf16.count
    if case .words(let words) = time { count += words.utf16.count }
    return count
  }
}

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
