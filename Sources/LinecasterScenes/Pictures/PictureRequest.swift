public import LinecasterBase
public import LinecasterDisplay

/// What to draw, and how.
///
///     var request = PictureRequest(try SceneSource(json: bytes, named: "card.json"))
///     request.options.scale = 2
///     let picture = try painter.picture(of: request)
///
/// A value; may be used on any thread.
public struct PictureRequest: Sendable {
  /// The scene, or the template and its data.
  public var source: SceneSource
  /// The drawing options.
  public var options: PictureOptions

  /// Makes a request for a picture of a scene.
  public init(_ source: SceneSource, options: PictureOptions = PictureOptions()) {
    (self.source, self.options) = (source, options)
  }
}

/// How something is drawn, and how the picture becomes a file.
public struct PictureOptions: Hashable, Sendable {
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

  /// Makes options for PNG files at one pixel a point.
  public init() {}
}

extension PictureRequest {
  /// Reads a request from an object in JSON, such as
  /// `{"template": {"body": {"Text": "{{name}}"}}, "data": {"name": "Ada"}, "scale": 2}`.
  ///
  /// It has a `scene`, or a `template` and, if wanted, `data`; and may have `width`, `scale`,
  /// `theme`, `textScale`, `rendering`, `format`, `quality`, `compact` and `strict`, which mean
  /// what the properties of their names do; `null` is as good as nothing. An object with neither is
  /// a scene, or a template with its own data, itself.
  ///
  /// - Parameters:
  ///   - json: The text (RFC 8259) in UTF-8.
  ///   - name: What stands for the text in messages.
  ///   - options: What is so where the request does not say.
  ///   - isCancelled: Asked as by `Scene.init(json:source:isCancelled:)`.
  /// - Throws: `SceneError` with the place in the text of the first fault in the request itself;
  ///   those in the scene are told when it is drawn. `CancellationError`.
  /// - Complexity: O(bytes).
  public init(
    json: [UInt8], named name: String = "request", options: PictureOptions = PictureOptions(),
    isCancelled: () -> Bool = { false }
  ) throws {
    let text = try JSONDocument(json, named: name, isCancelled: isCancelled)
    guard text.value.member("scene") == nil, text.value.member("template") == nil else {
      try self.init(text, options: options)
      return
    }
    self.init(try SceneSource(text.value, of: text), options: options)
  }

  /// Reads a request from a text that is one.
  ///
  /// - Parameters:
  ///   - template: The template of requests that have neither a scene nor one of their own.
  ///   - options: What is so where the request does not say.
  ///   - others: Names of members that are for somebody else.
  /// - Throws: `SceneError` with the place of the first fault in the request itself.
  package init(
    _ text: JSONDocument, template: SceneTemplate? = nil,
    options: PictureOptions = PictureOptions(),
    others: [ExactText] = []
  ) throws(SceneError) {
    var options = options
    do throws(SceneFault) {
      try Self.checkNames(of: text.value, others)
      for field in PictureField.all {
        if let value = text.value.given(ExactText(field.name)) { try field.read(value, &options) }
      }
    } catch {
      throw text.error(error)
    }
    let data = text.value.given("data")
    if let scene = text.value.given("scene") {
      source = try SceneSource(scene, of: text)
    } else if let own = text.value.given("template") {
      source = try SceneSource(SceneTemplate(own, of: text), data: data, of: text)
    } else if let template {
      source = try SceneSource(template, data: data, of: text)
    } else {
      throw text.error(
        SceneFault(
          .missing, at: text.value.offset, "there is neither a 'scene' nor a 'template'"))
    }
    self.options = options
  }

  /// The names that a request may have.
  private static let names: [ExactText] =
    ["scene", "template", "data"] + PictureField.all.map { ExactText($0.name) }

  private static func checkNames(
    of value: JSONValue, _ others: [ExactText]
  ) throws(SceneFault) {
    guard case .object(let members) = value.content else {
      throw SceneFault(value, isNot: "a request, such as {\"scene\": {\"body\": …}}")
    }
    let known = others + names
    for member in members where !known.contains(member.name) {
      throw SceneFault(
        unknown: "member of requests", member.name, at: member.offset, among: known)
    }
    guard value.given("scene") != nil else { return }
    if let template = value.given("template") {
      throw SceneFault(.wrongValue, at: template.offset, "there is a scene and a template")
    }
    if let data = value.given("data") {
      throw SceneFault(
        .wrongValue, at: data.offset,
        "data are for templates; a scene has them as its member 'data'")
    }
  }
}

extension JSONValue {
  /// A member that says something.
  fileprivate func given(_ name: ExactText) -> JSONValue? {
    guard let value = member(name) else { return nil }
    if case .null = value.content { return nil }
    return value
  }
}
