import ArgumentParser
import Foundation
import Linecaster
import LinecasterCommandSupport
import LinecasterFeed
import LinecasterScenes

/// A file to draw, or standard input.
struct DrawingInput {
  let path: String
  let kind: InputKind
  /// The file with the data of a template; `nil` without one.
  var data: String?
  /// The names of data that are faults.
  var names = SceneTemplate.NameCheck.all
  /// An open pipe, whose bytes can be read only once; `nil` for files that are not open yet.
  private let pipe: OpenedPipe?
  /// Whether the kind is explicit: from an option or the file name.
  private let isNamed: Bool

  /// The bytes for detecting the kind of a file.
  private static let headLength = 1 << 16

  /// Determines the kind of a file: from the option, its name or its first bytes.
  ///
  /// - Parameters:
  ///   - path: The file, or `-` for standard input.
  ///   - kind: The kind from the option; `nil` to detect it.
  init(_ path: String, kind: InputKind?) {
    self.path = path
    let isJSON = path.hasSuffix(anyOf: [".json"])
    let said = kind ?? InputKind(path: path)
    isNamed = said != nil
    if let kind = said {
      (self.kind, pipe) = (kind, nil)
    } else if path != "-", Self.isRegularFile(path) {
      let file = FileHandle(forReadingAtPath: path)
      let head = (try? file?.read(upToCount: Self.headLength)) ?? Data()
      (self.kind, pipe) = (InputKind(content: head, isJSON: isJSON), nil)
    } else if let opened = try? OpenedPipe(path, headLength: Self.headLength) {
      (self.kind, pipe) = (InputKind(content: opened.head, isJSON: isJSON), opened)
    } else {
      (self.kind, pipe) = (.feed, nil)
    }
  }

  /// The name of the file in messages.
  var name: String { path == "-" ? "standard input" : path }

  /// Whether line ends in a text become spaces.
  var isMarkdown: Bool { path.hasSuffix(anyOf: [".md", ".markdown"]) }

  /// The base folder of image names.
  var imageFolder: String {
    path == "-" ? "." : URL(fileURLWithPath: path).deletingLastPathComponent().path
  }

  /// Reads the messages of a feed.
  func feed(_ budget: RenderBudget) -> FeedContent {
    let reader = FeedReader(imageFolder: imageFolder, budget: budget)
    guard let pipe, let content = try? pipe.content(limit: FeedReader.byteLimit) else {
      return reader.read(path: path)
    }
    return reader.read(content, source: name)
  }

  /// Reads a scene or a text.
  ///
  /// - Parameter size: The font size of a text in layout points; `nil` for the default.
  /// - Throws: As `scene` and `text`.
  func source(size: Double?) throws -> PictureSource {
    if kind == .scene { return .scene(try scene()) }
    return .markup(try text(), lineBreaks: isMarkdown ? .spaces : .kept, size: size)
  }

  /// Reads a scene, or a template with its data.
  ///
  /// - Throws: `SceneError` if a file cannot be read or is not JSON.
  func scene() throws -> SceneSource {
    let json = try Self.json(path, pipe).bytes
    guard let data else { return try SceneSource(json: json, named: name) }
    let (values, source) = try Self.json(data)
    return try SceneSource(
      SceneTemplate(json: json, source: name), data: values, named: source,
      names: names)
  }

  /// The bytes of a file or of standard input, up to one beyond the limit of scenes, and its name
  /// in messages.
  static func json(_ path: String) throws(CommandFailure) -> (bytes: [UInt8], source: String) {
    try json(path, nil)
  }

  private static func json(
    _ path: String, _ pipe: OpenedPipe?
  ) throws(CommandFailure) -> (bytes: [UInt8], source: String) {
    let source = path == "-" ? "standard input" : path
    do {
      let content = try (pipe ?? OpenedPipe(path, headLength: 0)).content(limit: Scene.byteLimit)
      return (Array(content), source)
    } catch {
      throw CommandFailure(
        description: "\(source): cannot be read: \(SystemFailure.reason(error))")
    }
  }

  /// Reads a text; invalid UTF-8 becomes U+FFFD.
  ///
  /// - Throws: `CommandFailure` if it cannot be read, is too long, or is not text.
  func text() throws(CommandFailure) -> String {
    do {
      let opened = try pipe ?? OpenedPipe(path, headLength: 0)
      let bytes = try opened.content(limit: Self.textLimit)
      guard bytes.count <= Self.textLimit else {
        throw CommandFailure(description: "\(name): more than \(Self.textLimit) bytes")
      }
      if let fault = BinaryFile.fault(of: bytes.prefix(Self.headLength), isNamed: isNamed) {
        throw CommandFailure(description: "\(name): \(fault)")
      }
      return String(decoding: bytes, as: UTF8.self)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(
        description: "\(name): cannot be read: \(SystemFailure.reason(error))")
    }
  }

  /// The maximum bytes of a text: a long book, and about the capacity of an image.
  private static let textLimit = 4 << 20

  private static func isRegularFile(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }
}

/// A file that is read once from start to end, with its first bytes already read.
private struct OpenedPipe {
  /// The first bytes, as many as requested or available.
  let head: Data
  private let file: FileHandle

  /// Opens a file, or standard input, and reads its first bytes.
  init(_ path: String, headLength: Int) throws {
    file = path == "-" ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    head = try Self.read(file, after: Data(), count: headLength)
  }

  /// All bytes; if they exceed a limit, one byte more than that.
  func content(limit: Int) throws -> Data {
    try Self.read(file, after: head, count: limit + 1)
  }

  /// The bytes already read, and further ones up to a total.
  private static func read(_ file: FileHandle, after known: Data, count: Int) throws -> Data {
    var bytes = known
    while bytes.count < count,
      let piece = try file.read(upToCount: min(1 << 20, count - bytes.count)), !piece.isEmpty
    {
      bytes += piece
    }
    return bytes
  }
}

/// The kind of a drawing input.
enum InputKind: String, CaseIterable, ExpressibleByArgument {
  /// Messages in JSON Lines.
  case feed
  /// A layout tree in JSON.
  case scene
  /// Text with light markup.
  case text

  /// The kind from a file name; `nil` if the extension is not decisive.
  init?(path: String) {
    if path.hasSuffix(anyOf: [".jsonl", ".ndjson"]) {
      self = .feed
    } else if path.hasSuffix(anyOf: [".txt", ".text", ".md", ".markdown"]) {
      self = .text
    } else {
      return nil
    }
  }

  /// The kind from the first bytes of a file: a first line with an `id` and an `author` is a feed,
  /// other JSON is a scene, and the rest is text. Empty input is an empty feed.
  ///
  /// - Parameter isJSON: Whether the name claims JSON, so its faults are reported.
  init(content: some Sequence<UInt8>, isJSON: Bool = false) {
    let start = String(decoding: Array(content), as: UTF8.self)
      .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    let line = start.prefix { !$0.isNewline }
    let isMessage = line.contains("\"id\"") && line.contains("\"author\"")
    if start.isEmpty && !isJSON || start.hasPrefix("{") && isMessage {
      self = .feed
    } else {
      self = isJSON || start.hasPrefix("{") ? .scene : .text
    }
  }
}

extension String {
  /// Whether a path ends in one of some extensions, ignoring case.
  func hasSuffix(anyOf endings: [String]) -> Bool {
    let name = lowercased()
    return endings.contains(where: name.hasSuffix)
  }
}

/// Detects files that are not text, if their kind is not explicit.
enum BinaryFile {
  /// Common binary formats, by their first bytes.
  private static let kinds: [(start: [UInt8], kind: String)] = [
    ([0x89, 0x50, 0x4E, 0x47], "a PNG image"), ([0xFF, 0xD8, 0xFF], "a JPEG image"),
    (Array("GIF8".utf8), "a GIF image"), (Array("RIFF".utf8), "a WebP image or a sound"),
    (Array("%PDF-".utf8), "a PDF document"), ([0x50, 0x4B, 3, 4], "a ZIP archive"),
    ([0x1F, 0x8B], "a gzip archive"), ([0x7F, 0x45, 0x4C, 0x46], "a program"),
    ([0, 1, 0, 0], "a font"), (Array("OTTO".utf8), "a font"), (Array("ttcf".utf8), "a font"),
    (Array("wOF".utf8), "a font"), ([0xFF, 0xFE], "text in UTF-16 instead of UTF-8"),
    ([0xFE, 0xFF], "text in UTF-16 instead of UTF-8"),
  ]

  /// The reason that a file cannot be drawn as text; `nil` if it can.
  ///
  /// - Parameters:
  ///   - head: Its first bytes.
  ///   - isNamed: Whether its kind is explicit. Then only what is known to be something
  ///     else is refused.
  static func fault(of head: some Collection<UInt8>, isNamed: Bool) -> String? {
    guard let control = head.first(where: isNoText) else { return nil }
    if let known = kinds.first(where: { head.starts(with: $0.start) }) {
      return "is \(known.kind), not a feed, a scene or a text"
    }
    guard !isNamed else { return nil }
    let digits = String(control, radix: 16, uppercase: true)
    return "is not text: it has bytes such as 0x\(control < 16 ? "0" : "")\(digits); "
      + "use --input text to draw it anyway"
  }

  /// Whether a byte never occurs in text: control codes, except for line, page and terminal
  /// controls.
  private static func isNoText(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x08...0x0D, 0x1B: false
    default: byte < 0x20
    }
  }
}
