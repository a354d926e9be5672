public import Foundation
import LinecasterDisplay
import LinecasterGeometry
import LinecasterImages
import LinecasterList
import LinecasterRaster

/// Reads feeds in JSON Lines: one object a line with `id`, `author`, `time`, `body` and, if wanted,
/// `avatar` (a colour like `#4361EE`) and `image` (the path of a PNG file).
///
/// Lines end in LF or CRLF, empty ones are passed over, and a byte order mark may come first.
/// Paths of images that are absolute or lead out of the folder are faults.
///
///     let reader = FeedReader(imageFolder: "images")
///     let line = #"{"id": 1, "author": "Ada", "time": "today", "body": "Hello"}"#
///     let content = reader.read(Data(line.utf8), source: "sample")
///     for error in content.errors { print(error) }
///     let model = TableModel(feed: content.items)
public struct FeedReader: Sendable {
  /// The folder that paths of images start from.
  public var imageFolder: String

  /// The longest line, in bytes: far beyond messages, far from exhausting memory.
  public static let lineLengthLimit = 4 << 20
  /// The most bytes of a feed; endless input has to end somewhere.
  public static let byteLimit = 1 << 30
  /// The most faults gathered; reading stops there.
  public static let errorLimit = 1000

  /// Makes a reader.
  public init(imageFolder: String) {
    self.imageFolder = imageFolder
  }

  /// Reads a file, a pipe or, for the path `-`, standard input, to its end.
  ///
  /// - Complexity: O(bytes); besides the messages it holds a line at a time.
  public func read(path: String) -> FeedContent {
    let source = path == "-" ? "standard input" : path
    do {
      let file =
        path == "-"
        ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      return read(source: source) { try file.read(upToCount: Self.pieceLength) }
    } catch {
      return FeedContent(source: source, unreadable: error)
    }
  }

  /// Reads the bytes of a feed; `source` stands for them in error messages.
  ///
  /// - Complexity: O(bytes).
  public func read(_ data: Data, source: String) -> FeedContent {
    var start = data.startIndex
    return read(source: source) {
      let piece = data[start...].prefix(Self.pieceLength)
      start = piece.endIndex
      return piece
    }
  }

  /// The bytes read at once.
  private static let pieceLength = 1 << 20

  private func read(source: String, nextPiece: () throws -> Data?) -> FeedContent {
    let decoder = FeedLineDecoder(imageFolder: imageFolder)
    var content = FeedContent()
    var lines = LineSplitter(lengthLimit: Self.lineLengthLimit)
    var byteCount = 0
    do {
      while let piece = try nextPiece(), !piece.isEmpty {
        byteCount += piece.count
        guard byteCount <= Self.byteLimit else {
          throw FeedLine.Fault(reason: "the feed is larger than \(Self.byteLimit) bytes")
        }
        for line in try lines.cut(piece) where !content.add(line, source, decoder) {
          return content
        }
      }
      _ = content.add(lines.takeLine(), source, decoder)
    } catch let fault as FeedLine.Fault {
      content.addError(source, line: lines.number, fault.reason)
    } catch {
      return FeedContent(source: source, unreadable: error)
    }
    return content
  }
}

extension FeedContent {
  /// Adds the message of a line, or what is wrong with it; false where that was one fault too many.
  fileprivate mutating func add(
    _ line: LineSplitter.Line, _ source: String, _ decoder: FeedLineDecoder
  ) -> Bool {
    var bytes = line.bytes
    if line.number == 1, bytes.starts(with: Self.byteOrderMark) {
      bytes.removeFirst(Self.byteOrderMark.count)
    }
    guard !bytes.allSatisfy(Self.blanks.contains) else { return true }
    do {
      items.append(try decoder.item(bytes))
      return true
    } catch {
      addError(source, line: line.number, error.reason)
    }
    guard errors.count >= FeedReader.errorLimit else { return true }
    addError(source, line: line.number + 1, "too many faults; the rest was not read")
    return false
  }

  /// U+FEFF in UTF-8.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// The white space of JSON (RFC 8259 §2).
  private static let blanks: [UInt8] = [0x20, 0x09, 0x0D]
}

/// What a feed holds: its messages, or all that is wrong with its lines.
public struct FeedContent: Sendable {
  /// The messages in the order of the lines.
  public internal(set) var items: [FeedItem] = []
  /// The faults in the order of the lines; empty where the feed is good.
  public internal(set) var errors: [FeedError] = []

  init() {}

  /// A feed that could not be read.
  init(source: String, unreadable error: any Error) {
    addError(source, line: nil, "cannot be read: \(Self.reason(error))")
  }

  mutating func addError(_ source: String, line: Int?, _ reason: String) {
    errors.append(FeedError(source: source, line: line, reason: reason))
  }

  private static func reason(_ error: any Error) -> String {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
    guard cause.domain == NSPOSIXErrorDomain, let number = Int32(exactly: cause.code) else {
      return "the system does not say why (\(cause.code))"
    }
    return switch number {
    case ENOENT: "no such file"
    case EACCES, EPERM: "permission denied"
    case EISDIR: "is a folder"
    default: unsafe String(cString: strerror(number))
    }
  }
}

/// What is wrong with a line of a feed.
public struct FeedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, or a name for input that is none.
  public let source: String
  /// The line, counted from 1; nil where the fault is not in one.
  public let line: Int?
  /// What exactly was found, for people.
  public let reason: String

  /// Makes an error about a place.
  public init(source: String, line: Int?, reason: String) {
    self.source = source
    self.line = line
    self.reason = reason
  }

  /// The place as compilers write it, and the reason.
  public var description: String {
    line.map { "\(source):\($0): \(reason)" } ?? "\(source): \(reason)"
  }
}

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

/// Makes messages from the lines of a feed.
struct FeedLineDecoder {
  /// The folder that paths of images start from.
  let imageFolder: String

  private let json = JSONDecoder()

  /// As long as a path may be in Linux (`PATH_MAX`), in bytes.
  private static let pathLimit = 4096

  init(imageFolder: String) {
    self.imageFolder = imageFolder
  }

  /// The message of a line.
  func item(_ line: [UInt8]) throws(FeedLine.Fault) -> FeedItem {
    guard String(validating: line, as: UTF8.self) != nil else {
      throw FeedLine.Fault(reason: "invalid UTF-8")
    }
    // Foundation takes zeros as a sign of UTF-16 or UTF-32, which RFC 8259 §8.1 does not allow.
    guard !line.contains(0) else { throw FeedLine.Fault(reason: "not JSON: a zero byte") }
    let fields = try fields(line)
    return FeedItem(
      identifier: fields.id.identifier, author: fields.author, time: fields.time,
      body: fields.body, avatar: try fields.avatarColor(), image: try image(fields.image))
  }

  private func fields(_ line: [UInt8]) throws(FeedLine.Fault) -> FeedLine {
    do {
      return try json.decode(FeedLine.self, from: Data(line))
    } catch let error as DecodingError {
      throw FeedLine.Fault(error)
    } catch {
      throw FeedLine.Fault(reason: error.localizedDescription)
    }
  }

  private func image(_ path: String?) throws(FeedLine.Fault) -> FeedImage? {
    guard let path else { return nil }
    guard Self.staysInside(path) else {
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

  /// Whether a path leads to a place in the folder it starts from: feeds come from anywhere, and
  /// must not show files of the machine that draws them.
  private static func staysInside(_ path: String) -> Bool {
    !path.isEmpty && path.utf8.count <= pathLimit && !path.hasPrefix("/") && !path.contains("\0")
      && !path.split(separator: "/").contains("..")
  }
}

/// A line of a feed as its JSON says it.
struct FeedLine: Decodable {
  let id: Identifier
  let author: String
  let time: FeedTime
  let body: String
  let avatar: String?
  let image: String?

  /// A number or a string.
  struct Identifier: Decodable {
    let identifier: ItemIdentifier

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        identifier = .number(number)
      } else if let name = try? container.decode(String.self) {
        identifier = .name(name)
      } else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "is neither a whole number of 64 bits nor a string")
      }
    }
  }

  /// The colour of the avatar, if the line has one.
  func avatarColor() throws(Fault) -> Color? {
    guard let avatar else { return nil }
    guard let color = Color(hex: avatar) else {
      throw Fault(reason: "field 'avatar' is not a colour such as #4361EE")
    }
    return color
  }
}

extension FeedLine {
  /// What is wrong with a line.
  struct Fault: Error {
    let reason: String

    init(reason: String) {
      self.reason = reason
    }

    /// What a decoder found wrong.
    init(_ error: DecodingError) {
      switch error {
      case .keyNotFound(let key, _):
        reason = "missing field '\(key.stringValue)'"
      case .typeMismatch(_, let context) where context.codingPath.isEmpty:
        reason = "not a JSON object"
      case .typeMismatch(_, let context):
        reason = "field '\(Self.name(context))' is not a string"
      case .valueNotFound(_, let context):
        reason = "field '\(Self.name(context))' is null"
      case .dataCorrupted(let context) where context.codingPath.isEmpty:
        reason = "not JSON"
      case .dataCorrupted(let context):
        reason = "field '\(Self.name(context))' \(context.debugDescription)"
      @unknown default:
        reason = "\(error)"
      }
    }

    private static func name(_ context: DecodingError.Context) -> String {
      context.codingPath.map(\.stringValue).joined(separator: ".")
    }
  }
}
