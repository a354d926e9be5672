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
  private let usedNames: TemplateNames

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
    usedNames = TemplateNames(value)
  }

  /// The names of data that are faults.
  public enum NameCheck: String, CaseIterable, Hashable, Sendable {
    /// Names that the template does not use, and names of its own `data` that are missing.
    case all
    /// Missing names only; names that the template does not use are ignored.
    case missing
    /// None: the template's own `data` are drawn for missing names.
    case none
  }

  private static let wanted = "a template, such as {\"data\": {}, \"body\": …}"

  /// Reads a template from a string, like `init(json:source:)`.
  ///
  /// - Complexity: O(bytes).
  public init(json: String, source: String = "template") throws(SceneError) {
    try self.init(json: Array(json.utf8), source: source)
  }

  /// Creates the scene for the template's own `data`, which are samples.
  ///
  /// - Throws: `SceneError` with the location of the first fault.
  /// - Complexity: O(bytes of the template and the scene), within the limits of scenes.
  public func scene() throws(SceneError) -> Scene { try scene(with: .none(in: text)) }

  /// Creates the scene for some data.
  ///
  /// - Parameters:
  ///   - data: An object in JSON. The values in the template's `defaults` are used for names that
  ///     it does not have.
  ///   - source: The name of the data in error messages, such as the path of their file.
  ///   - names: The names of data that are faults.
  /// - Throws: `SceneError` with the location of the first fault in the template, and its location
  ///   in the data if it comes from there.
  /// - Complexity: O(bytes of the template, the data and the scene), within the limits of scenes.
  public func scene(
    with data: [UInt8], source: String = "data", names: NameCheck = .all
  ) throws(SceneError) -> Scene {
    try scene(with: try TemplateData(data, named: source, names))
  }

  /// Makes the scene for parsed data within a budget.
  ///
  /// - Throws: `SceneError`, `RenderBudget.Excess`, `CancellationError`.
  func scene(
    with data: TemplateData, budget: RenderBudget, _ scope: WorkScope
  ) throws -> Scene {
    try check(data)
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
    try check(data)
    var expander = TemplateExpander(value, end: text.bytes.count, data)
    do throws(SceneFault) {
      return try Self.scene(&expander)
    } catch {
      throw self.error(error, expander, data)
    }
  }

  /// Throws the first fault if the names in some data have any.
  private func check(_ data: TemplateData) throws(SceneError) {
    guard !usedNames.faults(of: data).isEmpty else { return }
    if let first = faults(with: data).first { throw first }
  }

  private static func scene(
    _ expander: inout TemplateExpander, _ scope: WorkScope = .unlimited,
    budget: RenderBudget? = nil
  ) throws(SceneFault) -> Scene {
    let expanded = try expander.expand()
    return Scene(
      expander.grounded(expanded), try SceneDocument(expanded, scope, budget: budget))
  }

  /// Creates the scene for data in a string, like `scene(with:source:)`.
  public func scene(
    with data: String, source: String = "data", names: NameCheck = .all
  ) throws(SceneError) -> Scene {
    try scene(with: Array(data.utf8), source: source, names: names)
  }

  /// Returns all faults of the scene for some data, in the order of the template, then of the data;
  /// at most `Scene.faultLimit`, and empty if the scene is valid.
  ///
  /// If names have no value, only faults of names are returned, because others may follow from
  /// these.
  ///
  /// - Complexity: As `scene(with:source:names:)`.
  public func faults(
    with data: [UInt8], source: String = "data", names: NameCheck = .all
  ) -> [SceneError] {
    do throws(SceneError) {
      return faults(with: try TemplateData(data, named: source, names))
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

  /// The faults that `look` finds in the expanded scene for some data, or the faults of names.
  func faults(
    with data: TemplateData, _ look: (JSONValue, SceneFaultLog) throws(SceneFault) -> Void
  ) -> [SceneError] {
    let log = SceneFaultLog()
    let found = usedNames.faults(of: data)
    // One fault for each mistake: these names are reported where the data have others instead.
    let known = usedNames.declared.intersection(found.compactMap(\.meant))
    var expander = TemplateExpander(value, end: text.bytes.count, data, collecting: known)
    do throws(SceneFault) {
      let expanded = try expander.expand()
      if !expander.hasOmissions { try look(expanded, log) }
    } catch {
      if !expander.hasOmissions { log.note(error) }
    }
    for fault in expander.nameFaults { log.note(fault) }
    let inTemplate = log.inOrder.map { fault in self.error(fault, expander, data) }
      .sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
    let inData = found.filter { fault in
      fault.meant.map { !expander.missingNames.contains($0) } ?? true
    }
    return Array((inTemplate + inData.map { data.text.error($0.fault) }).prefix(Scene.faultLimit))
  }

  /// An error with the location of a fault, and of the data that it comes from.
  private func error(
    _ fault: SceneFault, _ expander: TemplateExpander, _ data: TemplateData
  ) -> SceneError {
    let origin = expander.origin(of: fault.offset)
    guard let row = origin.row else {
      let fault = fault.asWritten(in: text.bytes, at: origin.offset)
      return text.error(SceneFault(fault.code, at: origin.offset, fault.reason))
    }
    let source = row.isGiven ? data.text : text
    let reason = fault.asWritten(in: source.bytes, at: row.offset).reason
    return text.error(
      SceneFault(
        fault.code, at: origin.offset,
        "\(reason); the value comes from \(source.place(of: row.offset))"))
  }
}

/// The data of a scene, and their text.
struct TemplateData {
  let value: JSONValue
  /// The text of the data, which may be part of a larger one.
  let text: JSONDocument
  /// The names that are faults.
  let names: SceneTemplate.NameCheck

  init(
    _ json: [UInt8], named name: String, _ names: SceneTemplate.NameCheck
  ) throws(SceneError) {
    let text = try JSONDocument(json, named: name)
    try self.init(text.value, of: text, names)
  }

  /// Reads data from a value of a text.
  init(
    _ value: JSONValue, of text: JSONDocument, _ names: SceneTemplate.NameCheck
  ) throws(SceneError) {
    (self.value, self.text) = (
      try text.object(value, "an object with the data of a template"), text
    )
    self.names = names
  }

  private init(emptyIn text: JSONDocument) {
    (value, self.text, names) = (.object([]), text, .none)
  }

  /// No data: the template is drawn with its own.
  static func none(in text: JSONDocument) -> TemplateData { TemplateData(emptyIn: text) }
}
