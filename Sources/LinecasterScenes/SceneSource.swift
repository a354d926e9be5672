public import LinecasterBase
import LinecasterCells
import LinecasterDisplay

/// The source of a scene before it is read: the JSON of a scene, or a template and its data.
///
///     let source = try SceneSource(json: bytes, named: "card.json")
///     do {
///       draw(try source.scene())
///     } catch {
///       for fault in source.faults { print(fault) }
///     }
///
/// A source is an immutable value that any thread may use.
public struct SceneSource: Sendable {
  private enum Content: Sendable {
    /// A scene, and the text that it is in.
    case scene(JSONValue, JSONDocument)
    case template(SceneTemplate, TemplateData)
  }

  private let content: Content

  /// The bytes of the scene's or template's text.
  var text: [UInt8] {
    switch content {
    case .scene(_, let text): text.bytes
    case .template(let template, _): template.text.bytes
    }
  }

  private init(_ content: Content) { self.content = content }

  /// Reads the text of a scene, or of a template with its own data if it has a member `data` or
  /// `defaults`.
  ///
  /// - Parameters:
  ///   - json: The text (RFC 8259) in UTF-8.
  ///   - name: The name of the text in messages.
  ///   - isCancelled: Called as by `Scene.init(json:source:budget:isCancelled:)`.
  /// - Throws: `SceneError` if the text is too long or not JSON; `scene(budget:isCancelled:)`
  ///   reports other faults. `CancellationError` if `isCancelled` returns true.
  /// - Complexity: O(bytes).
  public init(
    json: [UInt8], named name: String = "scene", isCancelled: () -> Bool = { false }
  ) throws {
    let text = try WorkScope.run(isCancelled: isCancelled) { scope in
      try JSONDocument(json, named: name, scope)
    }
    try self.init(text.value, of: text)
  }

  /// Creates a source from a template and some data.
  ///
  /// - Parameters:
  ///   - template: The template.
  ///   - data: A JSON object, as for `SceneTemplate.scene(with:source:names:)`.
  ///   - dataName: The name of the data in messages.
  ///   - names: The names of data that are faults.
  /// - Throws: `SceneError` if the data are too long, not JSON, or no object.
  /// - Complexity: O(bytes).
  public init(
    _ template: SceneTemplate, data: [UInt8], named dataName: String = "data",
    names: SceneTemplate.NameCheck = .all
  ) throws(SceneError) {
    self.init(.template(template, try TemplateData(data, named: dataName, names)))
  }

  /// Reads a scene, or a template with its own data, from a value of a text.
  init(_ value: JSONValue, of text: JSONDocument) throws(SceneError) {
    guard value.member("data") != nil || value.member("defaults") != nil else {
      self.init(.scene(value, text))
      return
    }
    self.init(try SceneTemplate(value, of: text))
  }

  /// Creates a source from a template and its own data, which are samples.
  public init(_ template: SceneTemplate) {
    self.init(.template(template, .none(in: template.text)))
  }

  /// Reads the data of a template from a value of a text.
  init(
    _ template: SceneTemplate, data: JSONValue, of text: JSONDocument,
    _ names: SceneTemplate.NameCheck
  ) throws(SceneError) {
    self.init(.template(template, try TemplateData(data, of: text, names)))
  }

  /// Reads the scene, or makes it from the template and the data.
  ///
  /// - Parameters:
  ///   - budget: The limits of nodes and text, counted after parts are expanded and lists are
  ///     repeated, and of the time for reading.
  ///   - isCancelled: Called as by `Scene.init(json:source:budget:isCancelled:)`, but not while
  ///     data are inserted into a template.
  /// - Throws: `SceneError` with the location of the first fault; `RenderBudget.Excess` with the
  ///   location of the excess; `CancellationError` if `isCancelled` returns true.
  /// - Complexity: O(bytes).
  public func scene(
    budget: RenderBudget = RenderBudget(), isCancelled: () -> Bool = { false }
  ) throws -> Scene {
    try WorkScope.run(by: Deadline(budget), of: name, isCancelled: isCancelled) { scope in
      try self.scene(budget: budget, scope)
    }
  }

  /// Returns the scene, read as part of other work.
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

  /// The name of the text in messages.
  private var name: String {
    switch content {
    case .scene(_, let text): text.name
    case .template(let template, _): template.text.name
    }
  }

  /// All faults of the source, in text order, at most `Scene.faultLimit`; empty if
  /// `scene(budget:isCancelled:)` succeeds.
  ///
  /// - Complexity: O(bytes), on each access.
  public var faults: [SceneError] {
    switch content {
    case .scene(let value, let text): Scene.faults(value, of: text)
    case .template(let template, let data): template.faults(with: data)
    }
  }

  /// Whether the text of a scene, which is not a template, may have names in braces.
  var hasBraces: Bool {
    guard case .scene(_, let text) = content else { return false }
    return zip(text.bytes, text.bytes.dropFirst()).contains { $0 == 0x7B && $1 == 0x7B }
  }

  /// The faults that `look` finds in the JSON of the scene, in text order.
  ///
  /// - Complexity: O(bytes), besides that of `look`.
  func faults(_ look: (JSONValue, SceneFaultLog) -> Void) -> [SceneError] {
    switch content {
    case .scene(let value, let text):
      let log = SceneFaultLog()
      look(value, log)
      return log.errors(in: text)
    case .template(let template, let data):
      return template.faults(with: data) { expanded, log throws(SceneFault) in look(expanded, log) }
    }
  }

  /// The locations of unavailable images, with the reason for each, in text order.
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

// The differences between a picture and its scene, with their locations.

extension SceneSource {
  /// The faults of nodes outside of a picture, in text order.
  ///
  /// - Parameters:
  ///   - overflows: The nodes outside.
  ///   - page: The size of the picture in layout points.
  /// - Complexity: O(bytes), or O(1) without such nodes.
  func faults(of overflows: [CellOverflow], outOf page: Size) -> [SceneError] {
    guard !overflows.isEmpty else { return [] }
    return faults { scene, log in
      let last = overflows.map(\.node).max() ?? 0
      var index = 0
      scene.forEachNode { node, _ in
        for overflow in overflows where overflow.node == index {
          log.note(
            SceneFault(.overflow, at: node.offset, overflow.description(page: page)))
        }
        index += 1
        return index <= last
      }
    }
  }

  /// The faults of names in braces in a scene that is not a template.
  ///
  /// - Complexity: O(bytes).
  var bracesFaults: [SceneError] {
    guard hasBraces else { return [] }
    return faults { scene, log in
      var next = [scene]
      while let value = next.popLast() {
        switch value.content {
        case .string(let text):
          if let fault = SceneFault(bracesIn: text, at: value.offset) { log.note(fault) }
        case .array(let elements): next += elements
        case .object(let members): next += members.map(\.value)
        default: continue
        }
      }
    }
  }
}

extension SceneFault {
  /// The fault of a text with a name in braces; `nil` for other texts.
  fileprivate init?(bracesIn text: String, at offset: Int) {
    // By bytes, because comparing characters takes long for endless marks.
    let bytes = text.utf8
    guard let start = bytes.firstRange(of: "{{".utf8),
      let end = bytes[start.upperBound...].firstRange(of: "}}".utf8)
    else { return nil }
    let name = SceneFault.short(String(text[start.lowerBound..<end.upperBound]))
    self.init(
      .unexpandedName, at: offset,
      "'\(name)' is drawn as it is, because the scene has no 'data'; with \"data\": {…} it is a "
        + "template")
  }
}

extension CellOverflow {
  /// The message for a picture of some size, with the remedy.
  fileprivate func description(page: Size) -> String {
    let nodes = count > 1 ? "this and \(count - 1) more nodes reach" : "this node reaches"
    let points = JSONWriter.number(distance.rounded(.up))
    let picture =
      isVertical
      ? "the picture, which is \(JSONWriter.number(page.height)) points high"
      : "the picture, which is \(JSONWriter.number(page.width)) points wide"
    let remedy =
      isVertical
      ? "\"height\": \"auto\" makes it as high as its content"
      : "let it wrap, or use more \"width\""
    return "overflow: \(nodes) \(points) points \(place) \(picture); \(remedy)"
  }

  private var isVertical: Bool { side == .top || side == .bottom }

  private var place: String {
    switch side {
    case .top: "above"
    case .bottom: "below"
    case .left: "to the left of"
    case .right: "to the right of"
    }
  }
}

// The locations of image names in scenes, for error messages.

extension Scene {
  /// The locations of unavailable images in a scene's text, with the reason for each, in text
  /// order; at most `faultLimit`.
  ///
  /// - Parameter reasons: The reason for each image.
  /// - Complexity: O(bytes).
  static func faults(
    _ value: JSONValue, ofImages reasons: [ImageReference: String], of text: JSONDocument
  ) -> [SceneError] {
    let log = SceneFaultLog()
    for fault in value.faults(ofImages: reasons) { log.note(fault) }
    return log.errors(in: text)
  }
}

extension SceneTemplate {
  /// The locations of unavailable images in the template, and in the data they come from; empty if
  /// there is no valid scene.
  func faults(
    ofImages reasons: [ImageReference: String], with data: TemplateData
  ) -> [SceneError] {
    faults(with: data) { expanded, log throws(SceneFault) in
      for fault in expanded.faults(ofImages: reasons) { log.note(fault) }
    }
  }
}

extension JSONValue {
  /// A fault for each value that names one of some images.
  ///
  /// - Complexity: O(values), without recursion.
  fileprivate func faults(ofImages reasons: [ImageReference: String]) -> [SceneFault] {
    var faults: [SceneFault] = []
    var values = [(self, false)]
    while let (value, isImage) = values.popLast() {
      switch value.content {
      case .string(let name) where isImage:
        guard let reason = reasons[ImageReference(name)] else { continue }
        faults.append(SceneFault(.unreadable, at: value.offset, reason))
      case .array(let elements): values += elements.lazy.map { ($0, false) }
      case .object(let members):
        values += members.lazy.map { ($0.value, $0.name == "image") }
      default: continue
      }
    }
    return faults.reversed()
  }
}
