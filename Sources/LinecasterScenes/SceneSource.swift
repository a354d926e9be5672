package import LinecasterDisplay
import LinecasterGeometry

/// A scene, or a template and its data, as it was written: what drawing one begins with.
///
///     let source = try SceneSource(json: bytes, named: "card.json")
///     do {
///       draw(try source.scene())
///     } catch {
///       for fault in source.faults { print(fault) }
///     }
///
/// An immutable value; may be used on any thread.
public struct SceneSource: Sendable {
  private enum Content: Sendable {
    /// A scene in a text, which may have more around it.
    case scene(JSONValue, text: [UInt8])
    case template(SceneTemplate, TemplateData)
  }

  private let content: Content
  private let name: String

  /// The text of the scene or the template.
  package var text: [UInt8] {
    switch content {
    case .scene(_, let text): text
    case .template(let template, _): template.json
    }
  }

  private init(_ content: Content, named name: String) {
    (self.content, self.name) = (content, name)
  }

  /// Reads the text of a scene; one with a member `data` is a template with its own data.
  ///
  /// - Parameters:
  ///   - json: The text (RFC 8259) in UTF-8.
  ///   - name: What stands for the text in messages.
  ///   - isCancelled: Asked as by `Scene.init(json:source:isCancelled:)`.
  /// - Throws: `SceneError` where the text is too long or not JSON; `CancellationError`. What else
  ///   is wrong is told by `scene(isCancelled:)`.
  /// - Complexity: O(bytes).
  public init(
    json: [UInt8], named name: String = "scene", isCancelled: () -> Bool = { false }
  ) throws {
    let value = try JSONValue.read(json, named: name, isCancelled: isCancelled)
    try self.init(value, in: json, named: name)
  }

  /// Makes a source of a template and some data.
  ///
  /// - Parameters:
  ///   - template: The template.
  ///   - data: An object in JSON, whose members take the place of the template's own.
  ///   - dataName: What stands for the data in messages.
  /// - Throws: `SceneError` where the data are too long, not JSON, or no object.
  /// - Complexity: O(bytes).
  public init(
    _ template: SceneTemplate, data: [UInt8], named dataName: String = "data"
  ) throws(SceneError) {
    self.init(
      .template(template, try TemplateData(data, source: dataName)), named: dataName)
  }

  /// Takes a scene, or a template with its own data, out of a text.
  package init(_ value: JSONValue, in text: [UInt8], named name: String) throws(SceneError) {
    guard value.isTemplate else {
      self.init(.scene(value, text: text), named: name)
      return
    }
    try self.init(template: value, data: nil, in: text, named: name)
  }

  /// Takes a template out of a text, and data in place of its own where there are any.
  package init(
    template: JSONValue, data: JSONValue?, in text: [UInt8], named name: String
  ) throws(SceneError) {
    try self.init(
      try SceneTemplate(template, in: text, source: name), data: data, in: text, named: name)
  }

  /// Takes the data of a template out of a text; without any, those of the template are all.
  package init(
    _ template: SceneTemplate, data: JSONValue?, in text: [UInt8], named name: String
  ) throws(SceneError) {
    self.init(
      .template(template, try TemplateData(data ?? .object([]), in: text, source: name)),
      named: name)
  }

  /// The scene that it is.
  ///
  /// - Parameter isCancelled: Asked as by `Scene.init(json:source:isCancelled:)`; the scene of a
  ///   template is made at once.
  /// - Throws: `SceneError` with the place of the first fault; `CancellationError`.
  /// - Complexity: O(bytes).
  public func scene(isCancelled: () -> Bool = { false }) throws -> Scene {
    switch content {
    case .scene(let value, let text):
      return try Scene(value, in: text, source: name, isCancelled: isCancelled)
    case .template(let template, let data): return try template.scene(with: data)
    }
  }

  /// All that is wrong with it, in the order of its text; nothing where `scene` gives one.
  ///
  /// - Returns: At most `Scene.faultLimit` faults.
  /// - Complexity: O(bytes).
  public var faults: [SceneError] {
    switch content {
    case .scene(let value, let text): Scene.faults(value, in: text, source: name)
    case .template(let template, let data): template.faults(with: data)
    }
  }

  /// The places where it names images, with what is wrong with each, in the order of its text.
  ///
  /// - Returns: At most `Scene.faultLimit` faults.
  /// - Complexity: O(bytes).
  package func faults(ofImages reasons: [ImageReference: String]) -> [SceneError] {
    guard !reasons.isEmpty else { return [] }
    switch content {
    case .scene(let value, let text):
      return Scene.faults(value, ofImages: reasons, in: text, source: name)
    case .template(let template, let data): return template.faults(ofImages: reasons, with: data)
    }
  }
}

extension JSONValue {
  /// Whether it says that it is a template: an object with a member `data`.
  var isTemplate: Bool { self["data"] != nil }

  /// The member of an object with a name; nil without one.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name == ExactText(name) }?.value
  }

  /// Reads a text from outside.
  ///
  /// - Throws: `SceneError` where it is too long or not JSON; `CancellationError`.
  package static func read(
    _ json: [UInt8], named name: String, isCancelled: () -> Bool
  ) throws -> JSONValue {
    if let error = Scene.lengthFault(json, source: name) { throw error }
    return try Scene.reading(json, nil, source: name, isCancelled: isCancelled) {
      checkpoint throws(SceneFault) in
      try JSONValue(json: json, checkpoint)
    }
  }
}
