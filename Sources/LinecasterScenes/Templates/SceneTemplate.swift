import LinecasterBase

/// A scene with places for data: values by their names, what is repeated over lists, conditions,
/// and parts with parameters.
///
/// Read once, it makes any number of scenes. What it is written in is in the article `Templates`.
///
///     let template = try SceneTemplate(
///       json: """
///         {"data": {"names": []}, "body": {"Column": [
///           {"Repeat": "names", "as": "name", "content": {"Text": "Hello {{name}}"}}]}}
///         """)
///     let scene = try template.scene(with: #"{"names": ["Ada", "Grace"]}"#)
///
/// An immutable value; may be used on any thread.
public struct SceneTemplate: Sendable {
  private let value: JSONValue
  /// What it is written in, which may have more around it.
  let text: JSONDocument

  /// Reads a template.
  ///
  /// - Parameters:
  ///   - json: The text (RFC 8259) in UTF-8.
  ///   - source: What stands for the text in error messages, such as the path of its file.
  /// - Throws: `SceneError` where the text is not JSON, or no object; what else is wrong is told
  ///   when a scene is made.
  /// - Complexity: O(bytes).
  public init(json: [UInt8], source: String = "template") throws(SceneError) {
    let text = try JSONDocument(json, named: source)
    try self.init(text.value, of: text)
  }

  /// Takes a template out of a text.
  init(_ value: JSONValue, of text: JSONDocument) throws(SceneError) {
    (self.value, self.text) = (try text.object(value, Self.wanted), text)
  }

  private static let wanted = "a template, such as {\"data\": {}, \"body\": …}"

  /// Reads a template from a string, as `init(json:source:)` does from bytes.
  public init(json: String, source: String = "template") throws(SceneError) {
    try self.init(json: Array(json.utf8), source: source)
  }

  /// The scene with some data in it.
  ///
  /// - Parameters:
  ///   - data: An object in JSON, whose members take the place of those of the template's own
  ///     `data` with the same names.
  ///   - source: What stands for the data in error messages, such as the path of their file.
  /// - Throws: `SceneError` with the place in the template of the first fault, and where it comes
  ///   from the data, with that too.
  /// - Complexity: O(bytes of the template, the data and the scene), and bounded as scenes are.
  public func scene(with data: [UInt8], source: String = "data") throws(SceneError) -> Scene {
    try scene(with: try TemplateData(data, named: source))
  }

  /// The scene with data that were read, as far as a budget goes.
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

  /// The scene with data that were read.
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

  /// The scene with data from a string, as `scene(with:source:)` has it with bytes.
  public func scene(with data: String = "{}", source: String = "data") throws(SceneError) -> Scene {
    try scene(with: Array(data.utf8), source: source)
  }

  /// All that is wrong with the scene of some data, in the order of the template; at most
  /// `Scene.faultLimit`, and nothing where it can be made.
  ///
  /// - Complexity: As `scene(with:source:)`.
  public func faults(with data: [UInt8], source: String = "data") -> [SceneError] {
    do throws(SceneError) {
      return faults(with: try TemplateData(data, named: source))
    } catch {
      return [error]
    }
  }

  /// All that is wrong with the scene of data that were read.
  func faults(with data: TemplateData) -> [SceneError] {
    faults(with: data) { expanded, log throws(SceneFault) in
      _ = try SceneDocument(expanded, log: log)
    }
  }

  /// What is found to be wrong with the JSON of the scene of some data.
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

  /// Where a fault is, and which of the data it comes from.
  private func error(
    _ fault: SceneFault, _ expander: TemplateExpander, _ data: TemplateData
  ) -> SceneError {
    let origin = expander.origin(of: fault.offset)
    let row = origin.row.map { row in
      "; the value is \((row.isGiven ? data.text : text).place(of: row.offset))"
    }
    return text.error(SceneFault(fault.code, at: origin.offset, fault.reason + (row ?? "")))
  }
}

/// The data that a scene is made with, and their text.
struct TemplateData {
  let value: JSONValue
  /// What they are written in, which may have more around them.
  let text: JSONDocument

  init(_ json: [UInt8], named name: String) throws(SceneError) {
    let text = try JSONDocument(json, named: name)
    try self.init(text.value, of: text)
  }

  /// Takes data out of a text.
  init(_ value: JSONValue, of text: JSONDocument) throws(SceneError) {
    (self.value, self.text) = (
      try text.object(value, "an object with the data of a template"), text
    )
  }
}
