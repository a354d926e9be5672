import LinecasterBase

/// A scene with placeholders for data: named values, repetition over lists, conditions, and parts
/// with parameters.
///
/// A template is read once and can make any number of scenes. The article `Templates` describes the
/// format.
///
///     let template = try SceneTemplate(
///       json: """
///         {"data": {"names": []}, "body": {"Column": [
///           {"Repeat": "names", "as": "name", "content": {"Text": "Hello {{name}}"}}]}}
///         """)
///     let scene = try template.scene(with: #"{"names": ["Ada", "Grace"]}"#)
///
/// A template is an immutable value that any thread may use.
public struct SceneTemplate: Sendable {
  private let value: JSONValue
  /// The text of the template, which may be part of a larger one.
  let text: JSONDocument

  /// Reads a template from JSON in UTF-8.
  ///
  /// - Parameters:
  ///   - json: The bytes of the text (RFC 8259).
  ///   - source: The name of the text in error messages, for example the path of its file.
  /// - Throws: `SceneError` if the text is not a JSON object; other faults are reported when a
  ///   scene is made.
  /// - Complexity: O(bytes).
  public init(json: [UInt8], source: String = "template") throws(SceneError) {
    let text = try JSONDocument(json, named: source)
    try self.init(text.value, of: text)
  }

  /// Reads a template from a value of a text.
  init(_ value: JSONValue, of text: JSONDocument) throws(SceneError) {
    (self.value, self.text) = (try text.object(value, Self.wanted), text)
  }

  private static let wanted = "a template, such as {\"data\": {}, \"body\": …}"

  /// Reads a template from a string, like `init(json:source:)`.
  ///
  /// - Complexity: O(bytes).
  public init(json: String, source: String = "template") throws(SceneError) {
    try self.init(json: Array(json.utf8), source: source)
  }

  /// Makes the scene of the template with some data.
  ///
  /// - Parameters:
  ///   - data: A JSON object, whose members replace those of the template's own `data` with the
  ///     same names.
  ///   - source: The name of the data in error messages, for example the path of their file.
  /// - Throws: `SceneError` with the location of the first fault in the template, and also in the
  ///   data if the data cause it.
  /// - Complexity: O(bytes of the template, the data and the scene), within the limits of scenes.
  public func scene(with data: [UInt8], source: String = "data") throws(SceneError) -> Scene {
    try scene(with: try TemplateData(data, named: source))
  }

  /// Makes the scene for parsed data within a budget.
  ///
  /// - Throws: `SceneError`, `RenderBudget.Excess`, `CancellationError`.
  func scene(
    with data: TemplateData, budget: RenderBudget, _ scope: WorkScope
  ) throws -> Scene {
    var expander = TemplateExpander(value, end: text.bytes.count, data)
    do throws(SceneFault) {
      return try Self.scene(&expander, scope, budget: budget)
    } catch {
      if error.isCancelled { throw CancellationError() }
      throw self.error(error, expander, data).failure(of: error)
    }
  }

  /// Makes the scene for parsed data.
  func scene(with data: TemplateData) throws(SceneError) -> Scene {
    var expander = TemplateExpander(value, end: text.bytes.count, data)
    do throws(SceneFault) {
      return try Self.scene(&expander)
    } catch {
      throw self.error(error, expander, data)
    }
  }

  private static func scene(
    _ expander: inout TemplateExpander, _ scope: WorkScope = .unlimited,
    budget: RenderBudget? = nil
  ) throws(SceneFault) -> Scene {
    let expanded = try expander.expand()
    return Scene(
      expander.grounded(expanded), try SceneDocument(expanded, scope, budget: budget))
  }

  /// Makes the scene of the template with data in a string, like `scene(with:source:)`.
  ///
  /// - Complexity: O(bytes of the template, the data and the scene).
  public func scene(with data: String = "{}", source: String = "data") throws(SceneError) -> Scene {
    try scene(with: Array(data.utf8), source: source)
  }

  /// Returns all faults of the scene with some data, in the order of the template; empty if the
  /// scene is valid.
  ///
  /// - Returns: At most `Scene.faultLimit` faults.
  /// - Complexity: That of `scene(with:source:)`.
  public func faults(with data: [UInt8], source: String = "data") -> [SceneError] {
    do throws(SceneError) {
      return faults(with: try TemplateData(data, named: source))
    } catch {
      return [error]
    }
  }

  /// All faults of the scene for parsed data.
  func faults(with data: TemplateData) -> [SceneError] {
    faults(with: data) { expanded, log throws(SceneFault) in
      _ = try SceneDocument(expanded, log: log)
    }
  }

  /// The faults that `look` finds in the expanded scene for some data.
  func faults(
    with data: TemplateData, _ look: (JSONValue, SceneFaultLog) throws(SceneFault) -> Void
  ) -> [SceneError] {
    let log = SceneFaultLog()
    var expander = TemplateExpander(value, end: text.bytes.count, data)
    do throws(SceneFault) {
      try look(try expander.expand(), log)
    } catch {
      log.note(error)
    }
    return log.inOrder.map { fault in self.error(fault, expander, data) }
      .sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
  }

  /// An error with the location of a fault, and of the data that it comes from.
  private func error(
    _ fault: SceneFault, _ expander: TemplateExpander, _ data: TemplateData
  ) -> SceneError {
    let origin = expander.origin(of: fault.offset)
    let row = origin.row.map { row in
      "; the value comes from \((row.isGiven ? data.text : text).place(of: row.offset))"
    }
    return text.error(SceneFault(fault.code, at: origin.offset, fault.reason + (row ?? "")))
  }
}

/// The data of a scene, and their text.
struct TemplateData {
  let value: JSONValue
  /// The text of the data, which may be part of a larger one.
  let text: JSONDocument

  init(_ json: [UInt8], named name: String) throws(SceneError) {
    let text = try JSONDocument(json, named: name)
    try self.init(text.value, of: text)
  }

  /// Reads data from a value of a text.
  init(_ value: JSONValue, of text: JSONDocument) throws(SceneError) {
    (self.value, self.text) = (
      try text.object(value, "an object with the data of a template"), text
    )
  }
}
