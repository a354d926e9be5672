import ArgumentParser
import Foundation
import Linecaster
import LinecasterFeed

/// A file to draw, or standard input.
struct DrawingInput {
  let path: String
  let kind: InputKind
  /// A pipe that is open, as it gives its bytes once; nil for what is still to be opened.
  private let pipe: OpenedPipe?

  /// The bytes that tell what a file is.
  private static let headLength = 1 << 16

  /// Finds out what a file is: by what is asked for, its name or its first bytes.
  ///
  /// - Parameters:
  ///   - path: The file, or `-` for standard input.
  ///   - kind: What it is, where somebody says so.
  init(_ path: String, kind: InputKind?) {
    self.path = path
    let isJSON = path.hasSuffix(anyOf: [".json"])
    if let kind = kind ?? InputKind(path: path) {
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

  /// What stands for the file in messages.
  var name: String { path == "-" ? "standard input" : path }

  /// Whether the ends of a text's lines are spaces.
  var isMarkdown: Bool { path.hasSuffix(anyOf: [".md", ".markdown"]) }

  /// The folder that the names of images start from.
  var imageFolder: String {
    path == "-" ? "." : URL(fileURLWithPath: path).deletingLastPathComponent().path
  }

  /// Reads messages.
  func feed() -> FeedContent {
    let reader = FeedReader(imageFolder: imageFolder)
    guard let pipe, let content = try? pipe.content(limit: FeedReader.byteLimit) else {
      return reader.read(path: path)
    }
    return reader.read(content, source: name)
  }

  /// Reads a scene.
  func scene() throws(SceneError) -> Scene {
    guard let pipe, let content = try? pipe.content(limit: Scene.byteLimit) else {
      return try Scene(path: path)
    }
    return try Scene(json: Array(content), source: name)
  }

  /// Reads a text; bytes that are no UTF-8 become U+FFFD.
  func text() throws(CommandFailure) -> String {
    do {
      let opened = try pipe ?? OpenedPipe(path, headLength: 0)
      let bytes = try opened.content(limit: Self.textLimit)
      guard bytes.count <= Self.textLimit else {
        throw CommandFailure(description: "\(name): more than \(Self.textLimit) bytes")
      }
      return String(decoding: bytes, as: UTF8.self)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(
        description: "\(name): cannot be read: \(SystemFailure.reason(error))")
    }
  }

  /// The most bytes of a text: a long book, and about as much as an image has room for.
  private static let textLimit = 4 << 20

  private static func isRegularFile(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }
}

/// A file that is read once, from its start to its end, and whose first bytes are known.
private struct OpenedPipe {
  /// The first bytes, as many as were asked for where it has as many.
  let head: Data
  private let file: FileHandle

  /// Opens a file, or standard input, and reads its first bytes.
  init(_ path: String, headLength: Int) throws {
    file = path == "-" ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    head = try Self.read(file, after: Data(), count: headLength)
  }

  /// All bytes; where there are more than a limit, one more than that.
  func content(limit: Int) throws -> Data {
    try Self.read(file, after: head, count: limit + 1)
  }

  /// The bytes known, and those that follow up to a number of bytes in all.
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

/// What a file to draw is.
enum InputKind: String, CaseIterable, ExpressibleByArgument {
  /// Messages in JSON Lines.
  case feed
  /// A layout tree in JSON.
  case scene
  /// Plain text with marks.
  case text

  /// What the name of a file says; nil where it says nothing.
  init?(path: String) {
    if path.hasSuffix(anyOf: [".jsonl", ".ndjson"]) {
      self = .feed
    } else if path.hasSuffix(anyOf: [".txt", ".text", ".md", ".markdown"]) {
      self = .text
    } else {
      return nil
    }
  }

  /// What the first bytes of a file say: a first line with an `id` and an `author` is that of a
  /// feed, other JSON is a scene, and what is no JSON is a text. Nothing at all is an empty feed.
  ///
  /// - Parameter isJSON: Whether the name says that it is JSON, so that faults in it are told.
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
  /// Whether a path ends in one of these, in letters of either case.
  func hasSuffix(anyOf endings: [String]) -> Bool {
    let name = lowercased()
    return endings.contains(where: name.hasSuffix)
  }
}
