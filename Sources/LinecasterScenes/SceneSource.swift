public import LinecasterBase
import LinecasterDisplay

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
    /// A scene, and the text that it is in.
    case scene(JSONValue, JSONDocument)
    case template(SceneTemplate, TemplateData)
  }

  private let content: Content

  /// The text that the scene or the template is in.
  var text: [UInt8] {
    switch content {
    case .scene(_, let text): text.bytes
    case .template(let template, _): template.text.bytes
    }
  }

  private init(_ content: Content) { self.content = content }

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
    let text = try JSONDocument(json, named: name, isCancelled: isCancelled)
    try self.init(text.value, of: text)
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
    self.init(.template(template, try TemplateData(data, named: dataName)))
  }

  /// Takes a scene, or a template with its own data, out of a text.
  init(_ value: JSONValue, of text: JSONDocument) throws(SceneError) {
    guard value.member("data") != nil else {
      self.init(.scene(value, text))
      return
    }
    try self.init(SceneTemplate(value, of: text), data: nil, of: text)
  }

  /// Takes the data of a template out of a text; without any, those of the template are all.
  init(
    _ template: SceneTemplate, data: JSONValue?, of text: JSONDocument
  ) throws(SceneError) {
    self.init(.template(template, try TemplateData(data ?? .object([]), of: text)))
  }

  /// The scene that it is.
  ///
  /// - Parameters:
  ///   - budget: How many nodes and how much text it may have, once parts are put in and lists are
  ///     repeated, and how long reading may take.
  ///   - isCancelled: Asked as by `Scene.init(json:source:budget:isCancelled:)`; while the data are
  ///     put into a template it is not.
  /// - Throws: `SceneError` with the place of the first fault; `RenderBudget.Excess` with the place
  ///   where the scene has more than the budget; `CancellationError`.
  /// - Complexity: O(bytes).
  public func scene(
    budget: RenderBudget = RenderBudget(), isCancelled: () -> Bool = { false }
  ) throws -> Scene {
    try WorkScope.run(by: Deadline(budget), of: name, isCancelled: isCancelled) { scope in
      try self.scene(budget: budget, scope)
    }
  }

  /// The scene that it is, read as part of other work.
  ///
  /// - Throws: As `scene(budget:isCancelled:)`.
  func scene(budget: RenderBudget, _ scope: WorkScope) throws -> Scene {
    switch content {
    case .scene(let value, let text):
      return try Scene(value, of: text, budget: budget, scope)
    case .template(let template, let data):
      return try template.scene(with: data, budget: budget, scope)
    }
  }

  /// What stands for the text in messages.
  private var name: String {
    switch content {
    case .scene(_, let text): text.name
    case .template(let template, _): template.text.name
    }
  }

  /// All that is wrong with it, in the order of its text; nothing where `scene` gives one.
  ///
  /// - Returns: At most `Scene.faultLimit` faults.
  /// - Complexity: O(bytes).
  public var faults: [SceneError] {
    switch content {
    case .scene(let value, let text): Scene.faults(value, of: text)
    case .template(let template, let data): template.faults(with: data)
    }
  }

  /// The places where it names images, with what is wrong with each, in the order of its text.
  ///
  /// - Returns: At most `Scene.faultLimit` faults.
  /// - Complexity: O(bytes).
  func faults(ofImages reasons: [ImageReference: String]) -> [SceneError] {
    guard !reasons.isEmpty else { return [] }
    switch content {
    case .scene(let value, let text):
      return Scene.faults(value, ofImages: reasons, of: text)
    case .template(let template, let data): return template.faults(ofImages: reasons, with: data)
    }
  }
}
