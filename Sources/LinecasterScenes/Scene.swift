public import LinecasterBase
public import LinecasterCells
public import LinecasterDisplay
import LinecasterText

/// A layout tree as data, which can be read from JSON, written to JSON, and laid out like any other
/// layout.
///
/// The JSON uses the names of the Swift API: layouts with their arguments, modifiers beside them,
/// and the properties of `BoxStyle`, `TextStyle` and `ParagraphStyle`. A scene may define named
/// colours for each theme, text styles, and reusable parts.
///
///     let scene = try Scene(
///       json: """
///         {"body": {"Column": [{"Text": "Hello"}, {"Text": "नमस्ते"}], "padding": 12}}
///         """)
///     let arrangement = try arranger.arrange(
///       scene.layout, in: LayoutEnvironment(width: scene.width))
///
/// A scene is an immutable value. Scenes are equal if their JSON values are equal. A scene is also
/// a cell, for use as a row of a list.
///
/// ## Topics
///
/// ### Read and write scenes
///
/// - ``init(path:)``
/// - ``json``
/// - ``schema``
///
/// ### Find faults
///
/// - ``faults(json:source:)``
/// - ``faultLimit``
/// - ``byteLimit``
/// - ``widths``
///
/// ### Lay out a scene
///
/// - ``layout``
/// - ``body(in:)``
/// - ``fonts(before:folder:)``
///
/// ### Read the properties
///
/// - ``width``
/// - ``height``
/// - ``theme``
/// - ``rendering``
/// - ``background``
public struct Scene: Hashable, Sendable {
  /// The title, which documents show in place of their file names (HTML `title`); `nil` for none.
  public var title: String? { document.title }
  /// The layout width in layout points; defaults to 360.
  public var width: Double { document.width }
  /// The height of its body in layout points, unless the body sets its own; `nil` for the height of
  /// the content. Percentages of the body's own height refer to it.
  public var height: Double? { document.height }
  /// The theme of the scene; defaults to light.
  public var theme: Theme { document.theme }
  /// The language of the scene's own text style, as a BCP 47 tag; `nil` for none.
  var language: String? { document.language }
  /// The text rendering of the scene. By default, the scale decides.
  public var rendering: TextRendering { document.rendering }

  /// The maximum size of a scene in bytes: of its JSON, and of its text after all parts are
  /// expanded.
  public static let byteLimit = 16 << 20
  /// The maximum nodes of a scene with all parts expanded.
  static let nodeLimit = 100_000
  /// The maximum shadows of a scene with all parts expanded; each takes a blur.
  static let shadowLimit = 4_096
  /// The range of a scene's width and height, in layout points.
  public static let widths = 1.0...10_000

  let value: JSONValue
  /// The scene's own fonts, in order.
  var fonts: [SceneFont] { document.fonts }
  private let document: SceneDocument

  /// Reads a scene from JSON.
  ///
  /// - Parameters:
  ///   - json: The text (RFC 8259).
  ///   - source: The name of the text in error messages, for example the path of its file.
  /// - Throws: `SceneError` with the location of the first fault. Unknown names, values of the
  ///   wrong kind and excesses over the limits are faults. `faults(json:source:)` returns all
  ///   faults.
  /// - Complexity: O(bytes). May run on any thread.
  public init(json: String, source: String = "scene") throws(SceneError) {
    try self.init(json: Array(json.utf8), source: source)
  }

  /// Reads a scene from JSON in UTF-8.
  ///
  /// - Parameters:
  ///   - json: The bytes of the text (RFC 8259).
  ///   - source: The name of the text in error messages, for example the path of its file.
  /// - Throws: `SceneError` with the location of the first fault.
  /// - Complexity: O(bytes). May run on any thread.
  public init(json: [UInt8], source: String = "scene") throws(SceneError) {
    let text = try JSONDocument(json, named: source)
    do throws(SceneFault) {
      try self.init(text.value)
    } catch {
      throw text.error(error)
    }
  }

  /// Reads a scene from JSON in UTF-8, unless cancelled.
  ///
  /// - Parameters:
  ///   - json: The bytes of the text (RFC 8259).
  ///   - source: The name of the text in error messages, for example the path of its file.
  ///   - budget: The limits of nodes and text after parts are expanded, and of the time for
  ///     reading.
  ///   - isCancelled: Called at once and, for long texts, twice a millisecond or more often. The
  ///     call returns within a millisecond after it returns true.
  /// - Throws: `SceneError` with the location of the first fault; `RenderBudget.Excess` with the
  ///   location of the excess; `CancellationError` if `isCancelled` returns true.
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

  /// Reads a scene from a value of a text.
  ///
  /// - Throws: As `init(json:source:budget:isCancelled:)`.
  init(
    _ value: JSONValue, of text: JSONDocument, budget: RenderBudget, _ scope: WorkScope
  ) throws {
    self = try text.reading(scope) { scope throws(SceneFault) in
      try Scene(value, scope, budget: budget)
    }
  }

  /// The error of a text that is too long; `nil` within the limit.
  static func lengthFault(_ json: [UInt8], source: String) -> SceneError? {
    guard json.count > byteLimit else { return nil }
    return SceneError(code: .tooLarge, source: source, reason: "more than \(byteLimit) bytes")
  }

  /// Creates a scene from a layout, for writing it as JSON.
  ///
  /// Reading the JSON returns an equal layout. Colours are written as values, without names.
  ///
  /// - Throws: `SceneError` if a number is not valid in JSON, for example infinity, or the layout
  ///   exceeds the limits of scenes.
  /// - Complexity: O(nodes + text).
  public init(
    _ layout: some Layout, width: Double? = nil, background: Color? = nil
  ) throws(SceneError) {
    do throws(SceneFault) {
      var members: [JSONMember] = []
      if let width { members.append(JSONMember("width", try SceneCoding.number.write(width))) }
      if let background {
        members.append(JSONMember("background", .string(background.digits)))
      }
      let node = layout.node
      members.append(JSONMember("body", try SceneWriter.body(of: node)))
      try self.init(.object(members))
    } catch {
      throw SceneError(code: error.code, source: "layout", reason: error.reason)
    }
  }

  /// Creates a scene of its value and the document that was read from it.
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

  /// The scene as readable JSON, ending in a line feed. Reading the JSON returns an equal scene.
  ///
  /// - Complexity: O(bytes), on each access.
  public var json: String { JSONWriter.text(of: value) }

  /// The layout of the scene, whose environment selects the colours of a theme.
  public var layout: LayoutNode { document.layout }

  /// The background colour in each theme; by default, white in the light theme and black in the
  /// dark one.
  public var background: ThemeColor { document.background }

  /// Returns whether two scenes have the same content, in the same order.
  ///
  /// - Complexity: O(bytes).
  public static func == (left: Scene, right: Scene) -> Bool { left.value == right.value }

  /// Feeds the content of the scene to the hasher.
  ///
  /// - Complexity: O(bytes).
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Scene: Cell {
  /// Returns the layout of the scene.
  public func body(in environment: LayoutEnvironment) -> LayoutNode { layout }
}

extension Scene: Codable {
  /// Decodes a scene as part of another value.
  ///
  /// Numbers, names and limits are those of `init(json:source:)`. Locations in the text are
  /// unknown, and members are sorted by their names.
  ///
  /// - Throws: `DecodingError.dataCorrupted`, with the `SceneError` as its underlying error if the
  ///   value is within the depth limit of scenes.
  /// - Complexity: O(bytes).
  public init(from decoder: any Decoder) throws {
    let value = try JSONValue.walk { try JSONValue(from: decoder) }
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

  /// Encodes the scene as part of another value.
  ///
  /// - Complexity: O(bytes).
  public func encode(to encoder: any Encoder) throws {
    try JSONValue.walk(levels: value.depth) { try value.encode(to: encoder) }
  }
}
