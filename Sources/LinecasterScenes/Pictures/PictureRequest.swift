public import LinecasterBase
public import LinecasterDisplay

/// The source of a picture, and its options.
///
///     var request = PictureRequest(try SceneSource(json: bytes, named: "card.json"))
///     request.options.scale = 2
///     let picture = try painter.picture(of: request)
///
/// A request is a value that any thread may use.
public struct PictureRequest: Sendable {
  /// The source of the picture.
  public var source: PictureSource
  /// The options for drawing and encoding the picture.
  public var options: PictureOptions

  /// Creates a request for a picture of a source.
  public init(_ source: PictureSource, options: PictureOptions = PictureOptions()) {
    (self.source, self.options) = (source, options)
  }

  /// Creates a request for a picture of a scene, or of a template and its data.
  public init(_ source: SceneSource, options: PictureOptions = PictureOptions()) {
    self.init(.scene(source), options: options)
  }
}

/// The options for drawing and encoding a picture.
public struct PictureOptions: Hashable, Sendable {
  /// The width in layout points, clamped to `Scene.widths`; `nil` uses the scene's own width.
  public var width: Double?
  /// The number of device pixels per layout point, clamped to `scales`.
  public var scale = 1.0
  /// The theme; `nil` uses the scene's own theme.
  public var theme: Theme?
  /// The scale of the text (Dynamic Type), clamped to `textScales`.
  public var textScale = 1.0
  /// The text rendering; `nil` uses the scene's own.
  public var rendering: TextRendering?
  /// The encoding of the file.
  public var encoding = PictureEncoding()
  /// Whether an unavailable image, which words replace otherwise, and each of `Picture.warnings` is
  /// an error.
  public var isStrict = false

  /// The range of `scale`.
  public static let scales = 0.5...4.0
  /// The range of `textScale`.
  public static let textScales = 0.25...8.0

  /// Creates options for PNG files at one pixel per point.
  public init() {}
}

extension PictureRequest {
  /// Reads a request from a JSON object, for example `{"template": {"body": {"Text": "{{name}}"}},
  /// "data": {"name": "Ada"}, "scale": 2}`.
  ///
  /// The object has a `scene`, a `template` with optional `data`, or the text of `markdown`. It may
  /// also have `width`, `scale`, `theme`, `textScale`, `rendering`, `format`, `quality`, `compact`,
  /// `compression` and `strict`, which set the options of these names; `null` counts as omitted. An
  /// object without a source is itself a scene, or a template with its own data.
  ///
  /// - Parameters:
  ///   - json: The text (RFC 8259) in UTF-8.
  ///   - name: The name of the text in messages.
  ///   - options: The defaults for options that the request omits.
  ///   - isCancelled: Called as by `Scene.init(json:source:budget:isCancelled:)`.
  /// - Throws: `SceneError` with the location of the first fault in the request itself; faults in
  ///   the scene are reported when it is drawn. `CancellationError` if `isCancelled` returns true.
  /// - Complexity: O(bytes).
  public init(
    json: [UInt8], named name: String = "request", options: PictureOptions = PictureOptions(),
    isCancelled: () -> Bool = { false }
  ) throws {
    let text = try WorkScope.run(isCancelled: isCancelled) { scope in
      try JSONDocument(json, named: name, scope)
    }
    guard Self.sourceNames.allSatisfy({ text.value.member($0) == nil }) else {
      try self.init(text, options: options)
      return
    }
    self.init(try SceneSource(text.value, of: text), options: options)
  }

  /// Reads a request from a parsed text.
  ///
  /// - Parameters:
  ///   - template: The template for requests without a scene or template.
  ///   - options: The defaults for options that the request omits.
  ///   - others: Names of members that other readers handle.
  ///   - names: The names of data that are faults.
  /// - Throws: `SceneError` with the location of the first fault in the request itself.
  package init(
    _ text: JSONDocument, template: SceneTemplate? = nil,
    options: PictureOptions = PictureOptions(),
    others: [ExactText] = [], names: SceneTemplate.NameCheck = .all
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
    source = try Self.source(text, template: template, names)
    self.options = options
  }

  /// Reads the source of a request: a template without data of its own draws its samples, the
  /// template of all rows does not.
  private static func source(
    _ text: JSONDocument, template: SceneTemplate?, _ names: SceneTemplate.NameCheck
  ) throws(SceneError) -> PictureSource {
    if let scene = text.value.given("scene") { return .scene(try SceneSource(scene, of: text)) }
    if let markdown = text.value.given("markdown") {
      guard case .string(let string) = markdown.content else {
        throw text.error(SceneFault(markdown, isNot: "a text in Markdown"))
      }
      return .markup(string, lineBreaks: .spaces, size: nil)
    }
    let data = text.value.given("data")
    let own = text.value.given("template")
    let given = try own.map { value throws(SceneError) in try SceneTemplate(value, of: text) }
    guard let template = given ?? template else {
      throw text.error(
        SceneFault(.missing, at: text.value.offset, "'scene' or 'template' is missing"))
    }
    guard data != nil || own == nil else { return .scene(SceneSource(template)) }
    return .scene(try SceneSource(template, data: data ?? .object([]), of: text, names))
  }

  /// The names of sources.
  private static let sourceNames: [ExactText] = ["scene", "template", "markdown"]

  /// The names that a request may have.
  private static let memberNames: [ExactText] =
    sourceNames + ["data"] + PictureField.all.map { ExactText($0.name) }

  private static func checkNames(
    of value: JSONValue, _ others: [ExactText]
  ) throws(SceneFault) {
    guard case .object(let members) = value.content else {
      throw SceneFault(value, isNot: "a request, such as {\"scene\": {\"body\": …}}")
    }
    let known = others + memberNames
    for member in members where !known.contains(member.name) {
      throw SceneFault(
        unknown: "member of requests", member.name, at: member.offset, among: known)
    }
    if let markdown = value.given("markdown"),
      let other = ["scene", "template", "data"].first(where: { value.given(ExactText($0)) != nil })
    {
      throw SceneFault(
        .wrongValue, at: markdown.offset, "'markdown' and '\(other)' cannot be combined")
    }
    guard value.given("scene") != nil else { return }
    if let template = value.given("template") {
      throw SceneFault(
        .wrongValue, at: template.offset, "'scene' and 'template' cannot be combined")
    }
    if let data = value.given("data") {
      throw SceneFault(
        .wrongValue, at: data.offset,
        "'data' applies to templates; put the data of a scene into its own 'data'")
    }
  }
}

extension JSONValue {
  /// A member that is present and not null.
  fileprivate func given(_ name: ExactText) -> JSONValue? {
    guard let value = member(name) else { return nil }
    if case .null = value.content { return nil }
    return value
  }
}

/// A field of `PictureOptions`: its name in requests, URLs and command lines, and the coding of its
/// value.
package struct PictureField: Sendable {
  private enum Kind: Sendable {
    case number(ClosedRange<Double>, @Sendable (inout PictureOptions, Double) -> Void)
    case whole(ClosedRange<Int>, @Sendable (inout PictureOptions, Int) -> Void)
    case flag(@Sendable (inout PictureOptions, Bool) -> Void)
    case choice([String], @Sendable (inout PictureOptions, Int) -> Void)
  }

  /// The name in requests.
  let name: String
  private let kind: Kind
  /// Whether URLs accept it too.
  fileprivate let isInAddresses: Bool
  /// Returns the reason for excluding other options; `nil` without a conflict.
  private let conflict: @Sendable (PictureOptions) -> String?

  private init(
    _ name: String, _ kind: Kind, isInAddresses: Bool = false,
    conflict: @escaping @Sendable (PictureOptions) -> String? = { _ in nil }
  ) {
    (self.name, self.kind) = (name, kind)
    (self.isInAddresses, self.conflict) = (isInAddresses, conflict)
  }

  /// The keywords of a type, and a setter for its value.
  private static func choice<Choice: RawRepresentable<String> & Sendable>(
    _ choices: [Choice], _ set: @escaping @Sendable (inout PictureOptions, Choice) -> Void
  ) -> Kind {
    .choice(choices.map(\.rawValue)) { set(&$0, choices[$1]) }
  }
}

extension PictureField {
  package static let width = PictureField(
    "width", .number(Scene.widths) { $0.width = $1 }, isInAddresses: true)
  package static let scale = PictureField(
    "scale", .number(PictureOptions.scales) { $0.scale = $1 }, isInAddresses: true)
  package static let textScale = PictureField(
    "textScale", .number(PictureOptions.textScales) { $0.textScale = $1 })

  /// All fields, in reading order: the format comes before the quality, which depends on it.
  static let all: [PictureField] = [
    width, scale, textScale,
    PictureField("theme", choice(Theme.allCases) { $0.theme = $1 }, isInAddresses: true),
    PictureField("rendering", choice(TextRendering.allCases) { $0.rendering = $1 }),
    PictureField("strict", .flag { $0.isStrict = $1 }),
    format,
    PictureField(
      "quality", .whole(PictureEncoding.qualities) { $0.encoding.quality = $1 }, isInAddresses: true
    ) {
      $0.encoding.format.isLossy ? nil : "'quality' does not apply to \($0.encoding.format.name)"
    },
    PictureField("compact", .flag { $0.encoding.isCompact = $1 }) {
      !$0.encoding.isCompact || $0.encoding.format == .png ? nil : "'compact' applies to PNG only"
    },
    PictureField(
      "compression", choice(PictureEncoding.Effort.allCases) { $0.encoding.effort = $1 }),
  ]

  private static var format: PictureField {
    let endings = PictureFormat.builtIn.flatMap { format in format.endings.map { ($0, format) } }
    return PictureField(
      "format",
      .choice(endings.map(\.0)) { $0.encoding = $0.encoding.changed(to: endings[$1].1) })
  }
}

extension PictureField {
  /// Reads a value in JSON.
  func read(_ value: JSONValue, _ options: inout PictureOptions) throws(SceneFault) {
    switch kind {
    case .number(let range, let set): set(&options, try value.number(in: range))
    case .whole(let range, let set):
      let number = try value.number(in: Double(range.lowerBound)...Double(range.upperBound))
      guard let whole = Int(exactly: number) else {
        throw SceneFault(value, isNot: "a whole number")
      }
      set(&options, whole)
    case .flag(let set):
      guard case .bool(let flag) = value.content else {
        throw SceneFault(value, isNot: "true or false")
      }
      set(&options, flag)
    case .choice(let names, let set):
      guard case .string(let text) = value.content,
        let index = names.firstIndex(where: { ExactText($0) == ExactText(text) })
      else {
        throw SceneFault(value, isNot: "one of \(names.joined(separator: ", "))")
      }
      set(&options, index)
    }
    if let reason = conflict(options) {
      throw SceneFault(.wrongValue, at: value.offset, reason)
    }
  }

  /// The reason that a command-line number is invalid for the field; `nil` if it is valid.
  ///
  /// - Parameter option: The name of the option.
  package func fault(of number: Double, option: String) -> String? {
    guard case .number(let range, _) = kind, !range.contains(number) else { return nil }
    return "\(option) must be from \(range.words), not \(number)."
  }
}

extension PictureOptions {
  /// Reads a URL parameter: `theme`, `width`, `scale` or `quality`, which applies to the format of
  /// `encoding`. Widths and scales are clamped to their ranges when a picture is drawn.
  ///
  /// - Throws: `SceneError` without a location: with code `unknownName` for other parameters, or
  ///   `wrongValue` for an invalid value.
  public mutating func read(_ parameter: String, from text: String) throws(SceneError) {
    guard let field = PictureField.all.first(where: { $0.isInAddresses && $0.name == parameter })
    else {
      let known = PictureField.all.filter(\.isInAddresses).map(\.name).joined(separator: ", ")
      throw SceneError(
        code: .unknownName, source: "address", path: parameter,
        reason: "'\(parameter)' is not a parameter; use one of \(known)")
    }
    if let reason = field.read(text, &self) {
      throw SceneError(code: .wrongValue, source: "address", path: parameter, reason: reason)
    }
  }
}

extension PictureField {
  /// Reads a value from a URL.
  ///
  /// - Returns: The reason that it is invalid; `nil` if it is valid.
  fileprivate func read(_ text: String, _ options: inout PictureOptions) -> String? {
    switch kind {
    case .number(_, let set):
      guard let number = Double(text), number.isFinite else { return "\(name) must be a number" }
      set(&options, number)
    case .choice(let names, let set):
      guard let index = names.firstIndex(of: text) else {
        return "\(name) must be \(names.joined(separator: " or "))"
      }
      set(&options, index)
    case .whole(let range, let set):
      guard let number = Int(text), range.contains(number) else {
        return "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)"
      }
      set(&options, number)
    case .flag: return "\(name) cannot be set in an address"
    }
    return conflict(options)
  }
}

extension JSONValue {
  fileprivate func number(in range: ClosedRange<Double>) throws(SceneFault) -> Double {
    guard case .number(let number) = content, range.contains(number) else {
      throw SceneFault(self, isNot: "a number from \(range.words)")
    }
    return number
  }
}

extension ClosedRange<Double> {
  /// Both ends, for messages.
  fileprivate var words: String {
    "\(HTMLText.number(lowerBound)) to \(HTMLText.number(upperBound))"
  }
}
