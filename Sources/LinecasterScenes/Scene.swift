import Foundation
public import LinecasterBase
public import LinecasterCells
public import LinecasterDisplay
import LinecasterText

/// A layout tree as data: read from JSON, written to JSON, and laid out as any other.
///
/// The names are those of the Swift interface: layouts with their arguments, modifiers beside them,
/// and the properties of `BoxStyle`, `TextStyle` and `ParagraphStyle`. A scene may name colours,
/// with one for each theme, text styles, and parts that it uses more than once.
///
///     let scene = try Scene(
///       json: """
///         {"body": {"Column": [{"Text": "Hello"}, {"Text": "नमस्ते"}], "padding": 12}}
///         """)
///     let arrangement = try arranger.arrange(
///       scene.layout(in: .light), in: LayoutEnvironment(width: scene.width))
///
/// An immutable value; two scenes are equal where their texts say the same. As a cell a scene is a
/// row of a list.
public struct Scene: Hashable, Sendable {
  /// The width to lay out in, in layout points; 360 where the scene does not say.
  public var width: Double { document.width }
  /// The height that its body has unless it says one of its own, in layout points; nil where the
  /// scene does not say, for that of what is in it.
  public var height: Double? { document.height }
  /// The theme to show the scene in; light where it does not say.
  public var theme: Theme { document.theme }
  /// How the scene's letters are to be drawn; as the scale asks for where it does not say.
  public var rendering: TextRendering { document.rendering }

  /// The most bytes of a scene's JSON, and of its text once parts are put in.
  public static let byteLimit = 16 << 20
  /// The most nodes of a scene once parts are put in.
  static let nodeLimit = 100_000
  /// The most shadows of a scene once parts are put in; each is a blur of its own.
  static let shadowLimit = 4_096
  /// The widths and heights that a scene may ask for, in layout points.
  public static let widths = 1.0...10_000

  let value: JSONValue
  /// The fonts that the scene brings along, in their order.
  var fonts: [SceneFont] { document.fonts }
  private let document: SceneDocument

  /// Reads a scene.
  ///
  /// - Parameters:
  ///   - json: The text (RFC 8259).
  ///   - source: What stands for the text in error messages, such as the path of its file.
  /// - Throws: `SceneError` with the place of the first fault that is met: names that scenes do not
  ///   have are faults, and so are values of the wrong kind and what goes over the limits.
  ///   `faults(json:source:)` tells all of them.
  /// - Complexity: O(bytes). May run on any thread.
  public init(json: String, source: String = "scene") throws(SceneError) {
    try self.init(json: Array(json.utf8), source: source)
  }

  /// Reads a scene from bytes in UTF-8.
  ///
  /// - Parameters:
  ///   - json: The text (RFC 8259).
  ///   - source: What stands for the text in error messages, such as the path of its file.
  /// - Throws: `SceneError` with the place of the first fault.
  /// - Complexity: O(bytes). May run on any thread.
  public init(json: [UInt8], source: String = "scene") throws(SceneError) {
    let text = try JSONDocument(json, named: source)
    do throws(SceneFault) {
      try self.init(text.value)
    } catch {
      throw text.error(error)
    }
  }

  /// Reads a scene from bytes in UTF-8, unless it is cancelled.
  ///
  /// - Parameters:
  ///   - json: The text (RFC 8259).
  ///   - source: What stands for the text in error messages, such as the path of its file.
  ///   - budget: How many nodes and how much text it may have once parts are put in, and how long
  ///     reading may take.
  ///   - isCancelled: Asked at once, and then, where the text is long, twice a millisecond or more
  ///     often; the calling thread is free within a millisecond after it has turned true.
  /// - Throws: `SceneError` with the place of the first fault; `RenderBudget.Excess` with the place
  ///   where the scene has more than the budget; `CancellationError` where `isCancelled` says so.
  /// - Complexity: O(bytes). May run on any thread.
  public init(
    json: [UInt8], source: String = "scene", budget: RenderBudget = RenderBudget(),
    isCancelled: () -> Bool
  ) throws {
    self = try WorkScope.run(by: Deadline(budget), of: source, isCancelled: isCancelled) { scope in
      let text = try JSONDocument(json, named: source, scope)
      return try Scene(text.value, of: text, budget: budget, scope)
    }
  }

  /// Takes a scene out of a text.
  ///
  /// - Throws: As `init(json:source:budget:isCancelled:)`.
  init(
    _ value: JSONValue, of text: JSONDocument, budget: RenderBudget, _ scope: WorkScope
  ) throws {
    self = try text.reading(scope) { scope throws(SceneFault) in
      try Scene(value, scope, budget: budget)
    }
  }

  /// What is wrong with a text that is too long.
  static func lengthFault(_ json: [UInt8], source: String) -> SceneError? {
    guard json.count > byteLimit else { return nil }
    return SceneError(code: .tooLarge, source: source, reason: "more than \(byteLimit) bytes")
  }

  /// Makes a scene of a layout, to write it as JSON.
  ///
  /// The same layout is read from what is written. Colours are written as they are, without names.
  ///
  /// - Throws: `SceneError` where JSON has no such number, such as infinity, or the layout goes
  ///   over the limits of scenes.
  public init(
    _ layout: some Layout, width: Double? = nil, background: Color? = nil
  ) throws(SceneError) {
    do throws(SceneFault) {
      var members: [JSONMember] = []
      if let width { members.append(JSONMember("width", try SceneCoding.number.write(width))) }
      if let background {
        members.append(JSONMember("background", try SceneCoding.color.write(background)))
      }
      let node = layout.node
      members.append(JSONMember("body", try SceneWriter.body(of: node)))
      try self.init(.object(members))
    } catch {
      throw SceneError(code: error.code, source: "layout", reason: error.reason)
    }
  }

  /// Makes a scene of what it says, which was read.
  init(_ value: JSONValue, _ document: SceneDocument) {
    self.value = value
    self.document = document
  }

  init(
    _ value: JSONValue, _ scope: WorkScope = .unlimited, budget: RenderBudget? = nil
  ) throws(SceneFault) {
    self.value = value
    document = try SceneDocument(value, scope, budget: budget)
  }

  /// The scene as JSON for people, with a line feed at its end; reading it gives an equal scene.
  ///
  /// - Complexity: O(bytes).
  public var json: String { JSONWriter.text(of: value) }

  /// The layout in a theme.
  public func layout(in theme: Theme) -> LayoutNode {
    document.looks[theme]?.node ?? LayoutNode(.empty)
  }

  /// The colour behind the layout in a theme; where the scene does not say, white in the light one
  /// and black in the dark one.
  public func background(in theme: Theme) -> Color {
    document.looks[theme]?.background ?? .clear
  }

  /// Whether both say the same, in the same order.
  public static func == (left: Scene, right: Scene) -> Bool { left.value == right.value }

  /// Feeds what the scene says to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Scene: Cell {
  /// The layout in the theme of an environment.
  public func body(in environment: LayoutEnvironment) -> LayoutNode {
    layout(in: environment.theme)
  }
}

extension Scene {
  /// Reads a scene from a file, or from standard input for the path `-`.
  ///
  /// - Throws: `SceneError` that names the file, with code `unreadable` where it cannot be read.
  public init(path: String) throws(SceneError) {
    let source = path == "-" ? "standard input" : path
    try self.init(json: try Self.bytes(path, source: source), source: source)
  }

  /// The bytes of a file, one more than the limit at most.
  private static func bytes(_ path: String, source: String) throws(SceneError) -> [UInt8] {
    do {
      let file =
        path == "-"
        ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      var bytes: [UInt8] = []
      while bytes.count <= byteLimit,
        let piece = try file.read(upToCount: byteLimit + 1 - bytes.count), !piece.isEmpty
      {
        bytes += piece
      }
      return bytes
    } catch {
      throw SceneError(
        code: .unreadable, source: source,
        reason: "cannot be read: \(SystemFailure.reason(error))")
    }
  }
}

extension Scene: Codable {
  /// Reads a scene as part of something else that is decoded.
  ///
  /// Numbers, names and limits are those of `init(json:source:)`; places in the text are not known,
  /// and members come in the order of their names.
  ///
  /// - Throws: `DecodingError.dataCorrupted`, with the `SceneError` under it where what is decoded
  ///   is no deeper than scenes may be.
  public init(from decoder: any Decoder) throws {
    let value = try WorkScope.unlimited.withRoom(forLevels: JSONValue.depthLimit) { _ in
      try JSONValue(from: decoder)
    }
    let json = JSONWriter.text(of: value)
    do {
      try self.init(json: json)
    } catch {
      let reason = error.path.isEmpty ? error.reason : "\(error.path): \(error.reason)"
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: reason, underlyingError: error))
    }
  }

  /// Writes the scene as part of something else that is encoded.
  public func encode(to encoder: any Encoder) throws {
    try WorkScope.unlimited.withRoom(forLevels: value.depth) { _ in
      try value.encode(to: encoder)
    }
  }
}
