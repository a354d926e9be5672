public import LinecasterDisplay
public import LinecasterGeometry
public import LinecasterScenes
import LinecasterText

/// What to draw, and how.
///
///     var request = PictureRequest(try SceneSource(json: bytes, named: "card.json"))
///     request.scale = 2
///     let picture = try painter.picture(of: request)
///
/// A value; may be used on any thread.
public struct PictureRequest: Sendable {
  /// The scene, or the template and its data.
  public var source: SceneSource
  /// The width in layout points; nil for the scene's own. Brought into `Scene.widths`.
  public var width: Double?
  /// Device pixels a layout point, brought into `scales`.
  public var scale = 1.0
  /// The colours; nil for those that the scene asks for.
  public var theme: Theme?
  /// How many times as large as designed letters are, brought into `textScales`.
  public var textScale = 1.0
  /// How letters are drawn; nil for what the scene asks for.
  public var rendering: TextRendering?
  /// How the picture becomes a file.
  public var encoding = PictureEncoding()
  /// Whether an image that cannot be had is an error, and not a word in its place.
  public var isStrict = false

  /// The scales that there are.
  public static let scales = 0.5...4.0
  /// The scales of letters that there are.
  public static let textScales = 0.25...8.0

  /// Makes a request for a picture of a scene, in PNG at one pixel a point.
  public init(_ source: SceneSource) { self.source = source }
}

extension PictureRequest {
  /// Reads a request from an object in JSON, such as
  /// `{"template": {"body": {"Text": "{{name}}"}}, "data": {"name": "Ada"}, "scale": 2}`.
  ///
  /// It has a `scene`, or a `template` and, if wanted, `data`; and may have `width`, `scale`,
  /// `theme`, `textScale`, `rendering`, `format`, `quality`, `compact` and `strict`, which mean
  /// what the properties of their names do.
  ///
  /// - Parameters:
  ///   - json: The text (RFC 8259) in UTF-8.
  ///   - name: What stands for the text in messages.
  ///   - isCancelled: Asked as by `Scene.init(json:source:isCancelled:)`.
  /// - Throws: `SceneError` with the place in the text of the first fault in the request itself;
  ///   those in the scene are told when it is drawn. `CancellationError`.
  /// - Complexity: O(bytes).
  public init(
    json: [UInt8], named name: String = "request", isCancelled: () -> Bool = { false }
  ) throws {
    let value = try JSONValue.read(json, named: name, isCancelled: isCancelled)
    try self.init(value, in: json, named: name)
  }

  /// Reads a request, or a scene or template as it is, which is a request for it as it says.
  ///
  /// - Throws: As `init(json:named:isCancelled:)`.
  /// - Complexity: O(bytes).
  public init(
    sceneOrRequest json: [UInt8], named name: String = "request",
    isCancelled: () -> Bool = { false }
  ) throws {
    let value = try JSONValue.read(json, named: name, isCancelled: isCancelled)
    guard value["scene"] == nil, value["template"] == nil else {
      try self.init(value, in: json, named: name)
      return
    }
    self.init(try SceneSource(value, in: json, named: name))
  }

  /// Takes a request out of a text.
  ///
  /// - Parameters:
  ///   - template: The template of requests that have neither a scene nor one of their own.
  ///   - others: Names of members that are for somebody else.
  package init(
    _ value: JSONValue, in text: [UInt8], named name: String, template: SceneTemplate? = nil,
    others: [String] = []
  ) throws(SceneError) {
    do throws(SceneFault) {
      try Self.checkNames(of: value, others)
    } catch {
      throw SceneError(error, in: text, value, source: name)
    }
    if let scene = value["scene"] {
      source = try SceneSource(scene, in: text, named: name)
    } else if let template = value["template"] {
      source = try SceneSource(template: template, data: value["data"], in: text, named: name)
    } else if let template {
      source = try SceneSource(template, data: value["data"], in: text, named: name)
    } else {
      throw SceneError(
        SceneFault(.missing, at: value.offset, "a request has a 'scene' or a 'template'"),
        in: text, value, source: name)
    }
    do throws(SceneFault) {
      try readOptions(of: value)
    } catch {
      throw SceneError(error, in: text, value, source: name)
    }
  }

  /// The names that a request may have.
  private static let names = [
    "scene", "template", "data", "width", "scale", "theme", "textScale", "rendering", "format",
    "quality", "compact", "strict",
  ]

  private static func checkNames(
    of value: JSONValue, _ others: [String]
  ) throws(SceneFault) {
    guard case .object(let members) = value.content else {
      throw SceneFault(value, isNot: "a request, such as {\"scene\": {\"body\": …}}")
    }
    let known = (names + others).map { ExactText($0) }
    for member in members where !known.contains(member.name) {
      throw SceneFault(
        unknown: "member of requests", member.name, at: member.offset, among: known)
    }
    guard let scene = value["scene"] else { return }
    if value["template"] != nil || value["data"] != nil {
      throw SceneFault(
        .wrongValue, at: scene.offset, "a request with a 'scene' has no 'template' and no 'data'")
    }
  }

  private mutating func readOptions(of value: JSONValue) throws(SceneFault) {
    width = try value["width"]?.number(in: Scene.widths)
    scale = try value["scale"]?.number(in: Self.scales) ?? scale
    textScale = try value["textScale"]?.number(in: Self.textScales) ?? textScale
    theme = try value["theme"]?.choice(Theme.allCases, \.rawValue)
    rendering = try value["rendering"]?.choice(TextRendering.allCases, \.rawValue)
    if let format = value["format"] {
      encoding.format = try format.choice(PictureFormat.builtIn, \.rawValue)
    }
    if let quality = value["quality"] {
      let range = PictureEncoding.qualities
      let number = try quality.number(in: Double(range.lowerBound)...Double(range.upperBound))
      guard let whole = Int(exactly: number) else {
        throw SceneFault(quality, isNot: "a whole number")
      }
      guard encoding.format != .png else {
        throw SceneFault(.wrongValue, at: quality.offset, "'quality' is not for PNG")
      }
      encoding.quality = whole
    }
    if let compact = value["compact"] {
      encoding.isCompact = try compact.flag
      guard !encoding.isCompact || encoding.format == .png else {
        throw SceneFault(.wrongValue, at: compact.offset, "'compact' is for PNG")
      }
    }
    isStrict = try value["strict"]?.flag ?? isStrict
  }
}

extension JSONValue {
  fileprivate func number(in range: ClosedRange<Double>) throws(SceneFault) -> Double {
    guard case .number(let number) = content, range.contains(number) else {
      throw SceneFault(self, isNot: "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  fileprivate var flag: Bool {
    get throws(SceneFault) {
      guard case .bool(let flag) = content else { throw SceneFault(self, isNot: "true or false") }
      return flag
    }
  }

  fileprivate func choice<Choice>(
    _ choices: [Choice], _ name: (Choice) -> String
  ) throws(SceneFault) -> Choice {
    guard case .string(let text) = content,
      let choice = choices.first(where: { ExactText(name($0)) == ExactText(text) })
    else {
      let names = choices.map { "'\(name($0))'" }.joined(separator: ", ")
      throw SceneFault(self, isNot: "one of \(names)")
    }
    return choice
  }
}
