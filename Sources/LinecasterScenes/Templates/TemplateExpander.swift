import LinecasterBase
import LinecasterText

/// Makes the JSON of a scene from a template and data.
///
/// Values keep their offsets in the template. Values from data or for list items get offsets beyond
/// its end, which `origin(of:)` resolves.
struct TemplateExpander {
  /// The maximum values of an expanded template; more than the largest scene has.
  static let valueLimit = 1_000_000
  /// The maximum depth of nested parts.
  private static let partDepthLimit = 32
  /// The maximum number of parameters of a part.
  private static let parameterLimit = 64
  /// The maximum number of names inspected by look-ups.
  private static let stepLimit = 50_000_000

  private let template: JSONValue
  /// The bytes of the template; offsets from here on index `origins`.
  private let end: Int
  private let data: TemplateScope
  private var origins: [TemplateOrigin] = []
  private var valueCount = 0
  private var textBytes = 0
  private var steps = 0
  /// The parts of the template, not expanded.
  private var parts: [ExactText: JSONValue] = [:]
  /// The expanded parts, one for each use with parameters.
  private var usedParts: [JSONMember] = []
  private var plainParts: Set<ExactText> = []
  /// The parts being expanded, outermost first.
  private var openParts: [ExactText] = []
  /// The names whose faults are reported elsewhere; `nil` to stop at the first name without a
  /// value.
  private let known: Set<ExactText>?
  /// The faults of names without a value.
  private(set) var nameFaults: [SceneFault] = []
  /// Whether something is omitted because of a name without a value, which may cause other faults.
  private(set) var hasOmissions = false
  /// The names of the data in these faults.
  private(set) var missingNames: Set<ExactText> = []

  /// - Parameter known: The names whose faults are reported elsewhere; with it, names without a
  ///   value are collected in `nameFaults`. `nil` to stop at the first one.
  init(
    _ template: JSONValue, end: Int, _ data: TemplateData, collecting known: Set<ExactText>? = nil
  ) {
    self.template = template
    self.end = end
    self.known = known
    for part in template.member("parts")?.members ?? [] { parts[part.name] = part.value }
    self.data = TemplateScope(
      sample: data.names == .none ? template.member("data") : nil,
      defaults: template.member("defaults"), given: data.value)
  }

  /// Expands the template with its data.
  ///
  /// - Throws: A fault if a name has no value, a part contains itself, or the scene would be too
  ///   large.
  mutating func expand() throws(SceneFault) -> JSONValue {
    guard case .object(let members) = template.content else { return template }
    return try JSONValue.walk { () throws(SceneFault) -> JSONValue in
      var scene: [JSONMember] = []
      for member in members where !Self.ownNames.contains(member.name) {
        let value = try value(member.value, data, isText: false, level: 1)
        if let value { scene.append(JSONMember(member.name, value, offset: member.offset)) }
      }
      if !usedParts.isEmpty { scene.append(JSONMember("parts", .object(usedParts))) }
      return JSONValue(.object(scene), offset: template.offset)
    }
  }

  /// The members of a template that are not members of its scene.
  private static let ownNames: Set<ExactText> = ["data", "defaults", "parts"]

  /// The origin of the value or name at an offset of the expanded template.
  func origin(of offset: Int) -> TemplateOrigin {
    guard offset >= end, origins.indices.contains(offset - end) else {
      return TemplateOrigin(offset: offset, row: nil)
    }
    return origins[offset - end]
  }

  /// An expanded template with the original offsets of its values.
  func grounded(_ value: JSONValue) -> JSONValue {
    JSONValue.walk { ground(value) }
  }

  private func ground(_ value: JSONValue) -> JSONValue {
    let offset = origin(of: value.offset).offset
    switch value.content {
    case .array(let elements): return JSONValue(.array(elements.map(ground)), offset: offset)
    case .object(let members):
      return JSONValue(
        .object(
          members.map {
            JSONMember($0.name, ground($0.value), offset: origin(of: $0.offset).offset)
          }), offset: offset)
    default: return JSONValue(value.content, offset: offset)
    }
  }
}

extension TemplateExpander {
  /// Expands a value of the template; `nil` if it is omitted.
  ///
  /// - Parameters:
  ///   - isText: Whether scenes expect text here, so numbers become strings.
  ///   - level: The depth of arrays and objects, itself included.
  private mutating func value(
    _ value: JSONValue, _ scope: TemplateScope, isText: Bool, level: Int
  ) throws(SceneFault) -> JSONValue? {
    guard level <= JSONValue.depthLimit else {
      throw SceneFault(
        .tooDeep, at: value.offset, "nested deeper than \(JSONValue.depthLimit) levels")
    }
    try count(at: value.offset)
    switch value.content {
    case .string(let text): return try string(text, value, scope, isText: isText, level: level)
    case .array(let elements):
      var list: [JSONValue] = []
      for element in elements {
        try append(element, scope, isText: isText, level: level + 1, to: &list)
      }
      return JSONValue(.array(list), offset: place(value.offset, scope.row))
    case .object(let members):
      if members.contains(where: { $0.name == "If" }) {
        return try chosen(members, value, scope).map { choice throws(SceneFault) in
          try self.value(choice, scope, isText: isText, level: level + 1)
        } ?? nil
      }
      if let name = members.first(where: { $0.name == "Repeat" }) {
        throw SceneFault(
          .wrongValue, at: name.offset, "'Repeat' must be an element of a list")
      }
      return try object(members, value, scope, level: level)
    default: return JSONValue(value.content, offset: place(value.offset, scope.row))
    }
  }

  /// Appends a list element: itself, its repetitions, or the choice of a condition.
  private mutating func append(
    _ element: JSONValue, _ scope: TemplateScope, isText: Bool, level: Int,
    to list: inout [JSONValue]
  ) throws(SceneFault) {
    if case .object(let members) = element.content {
      if members.contains(where: { $0.name == "Repeat" }) {
        return try appendRepeated(
          TemplateRepeat(members, element), scope, isText: isText, level: level, to: &list)
      }
      if members.contains(where: { $0.name == "If" }) {
        guard let choice = try chosen(members, element, scope) else { return }
        return try appendAll(of: choice, scope, isText: isText, level: level, to: &list)
      }
      if let fault = Self.misspelledWord(members) { throw fault }
    }
    guard let value = try value(element, scope, isText: isText, level: level) else { return }
    // A name that refers to a list inserts the items of that list.
    if case .string = element.content, case .array(let elements) = value.content {
      list += elements
    } else {
      list.append(value)
    }
  }

  /// The fault of a `Repeat` or an `If` in other letters; `nil` for other elements.
  private static func misspelledWord(_ members: [JSONMember]) -> SceneFault? {
    let isLoop = members.contains { $0.name == "content" }
    guard isLoop || members.contains(where: { $0.name == "then" }) else { return nil }
    return SceneHint.templateWord(members, unknown: "layout")
  }

  /// Appends an element, or each element of an array.
  mutating func appendAll(
    of value: JSONValue, _ scope: TemplateScope, isText: Bool, level: Int,
    to list: inout [JSONValue]
  ) throws(SceneFault) {
    try count(at: value.offset)
    guard case .array(let elements) = value.content else {
      return try append(value, scope, isText: isText, level: level + 1, to: &list)
    }
    guard level < JSONValue.depthLimit else {
      throw SceneFault(
        .tooDeep, at: value.offset, "nested deeper than \(JSONValue.depthLimit) levels")
    }
    for element in elements {
      try append(element, scope, isText: isText, level: level + 1, to: &list)
    }
  }

  private mutating func object(
    _ members: [JSONMember], _ value: JSONValue, _ scope: TemplateScope, level: Int
  ) throws(SceneFault) -> JSONValue {
    var object: [JSONMember] = []
    let parameters = members.first { $0.name == "with" }
    for member in members {
      let offset = place(member.offset, scope.row)
      if member.name == SceneElement.part.rawValue {
        let name = try part(member, with: parameters, scope, level: level)
        object.append(JSONMember(member.name, name, offset: offset))
      } else if member.name != "with" || !members.contains(where: { $0.name == "Part" }) {
        let isText = Self.textNames.contains(member.name)
        var value = try self.value(member.value, scope, isText: isText, level: level + 1)
        // A text whose content is omitted is an empty text.
        if value == nil, Self.neededTextNames.contains(member.name) {
          value = JSONValue(.string(""), offset: offset)
        }
        if let value { object.append(JSONMember(member.name, value, offset: offset)) }
      }
    }
    return JSONValue(.object(object), offset: place(value.offset, scope.row))
  }

  /// The members that a text requires.
  private static let neededTextNames: Set<ExactText> = ["Text", "string", "Styled", "InlineBox"]
  /// The members of scenes that contain text.
  private static let textNames: Set<ExactText> = [
    "Text", "string", "Styled", "InlineBox", "Ruby", "annotation", "truncationToken", "tag",
    "label",
    "value", "link", "tooltip",
  ]
}

extension TemplateExpander {
  /// Expands a string.
  private mutating func string(
    _ text: String, _ value: JSONValue, _ scope: TemplateScope, isText: Bool, level: Int
  ) throws(SceneFault) -> JSONValue? {
    let pieces = try TemplateText(text, at: value.offset).pieces
    // Omitted text takes time too.
    if pieces.count > 1 { textBytes += text.utf8.count }
    if pieces.count == 1, case .value(let use) = pieces[0] {
      guard let binding = try lookUp(use.path, value, scope, mayMiss: use.mayMiss) else {
        return nil
      }
      if isText || use.format != nil, let words = try formatted(binding, use, value, scope) {
        return try placed(words, value, TemplateOrigin.Row(binding) ?? scope.row)
      }
      return try copy(binding, at: value.offset, scope, level: level)
    }
    var whole = ""
    var row = scope.row
    for piece in pieces {
      switch piece {
      case .literal(let text): whole += text
      case .value(let use):
        guard let binding = try lookUp(use.path, value, scope, mayMiss: use.mayMiss) else {
          continue
        }
        guard let words = try formatted(binding, use, value, scope) else {
          throw SceneFault(
            .wrongValue, at: place(value.offset, TemplateOrigin.Row(binding) ?? scope.row),
            "\(binding.value.kind) cannot be inserted into a text")
        }
        row = TemplateOrigin.Row(binding) ?? row
        whole += words
      }
      try countText(whole, at: value.offset)
    }
    return try placed(whole, value, row)
  }

  /// The value that a string of the template names.
  mutating func lookUp(
    _ path: TemplatePath, _ value: JSONValue, _ scope: TemplateScope, mayMiss: Bool
  ) throws(SceneFault) -> TemplateBinding? {
    let found = scope.value(path, &steps)
    guard steps <= Self.stepLimit else {
      throw SceneFault(
        .tooLarge, at: value.offset, "looking up values takes more than \(Self.stepLimit) steps")
    }
    guard found == nil, !mayMiss else { return found }
    let fault = scope.fault(path, at: place(value.offset, scope.nullRow(path) ?? scope.row))
    guard let known, nameFaults.count < Scene.faultLimit else { throw fault }
    hasOmissions = true
    if let name = scope.dataName(of: path) {
      if known.contains(name) { return nil }
      missingNames.insert(name)
    }
    nameFaults.append(fault)
    return nil
  }

  private mutating func placed(
    _ text: String, _ value: JSONValue, _ row: TemplateOrigin.Row?
  ) throws(SceneFault) -> JSONValue {
    textBytes += text.utf8.count
    try countText("", at: value.offset)
    return JSONValue(.string(text), offset: place(value.offset, row))
  }

  /// The text of a value in its format; `nil` for null, lists and objects without one.
  ///
  /// - Throws: A fault if the value with a format is not a number.
  private mutating func formatted(
    _ binding: TemplateBinding, _ use: TemplateUse, _ value: JSONValue, _ scope: TemplateScope
  ) throws(SceneFault) -> String? {
    guard let format = use.format else { return Self.words(of: binding.value) }
    if let text = format.text(of: binding.value) { return text }
    throw SceneFault(
      .wrongValue, at: place(value.offset, TemplateOrigin.Row(binding) ?? scope.row),
      "'\(use.path)' is \(binding.value.kind), and '\(format.name)' needs a number")
  }

  /// The text of a scalar value; `nil` for null, lists and objects.
  private static func words(of value: JSONValue) -> String? {
    switch value.content {
    case .string(let text): text
    case .number(let number): JSONWriter.number(number)
    case .bool(let value): value ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  /// A copy of a value of the data, with an offset for its new location.
  private mutating func copy(
    _ binding: TemplateBinding, at offset: Int, _ scope: TemplateScope, level: Int
  ) throws(SceneFault) -> JSONValue {
    try copy(binding.value, binding.kind, at: offset, level: level)
  }

  private mutating func copy(
    _ value: JSONValue, _ kind: TemplateBinding.Kind, at offset: Int, level: Int
  ) throws(SceneFault) -> JSONValue {
    guard level <= JSONValue.depthLimit else {
      throw SceneFault(.tooDeep, at: offset, "nested deeper than \(JSONValue.depthLimit) levels")
    }
    try count(at: offset)
    let isMade = kind == .made
    let row = TemplateOrigin.Row(TemplateBinding(value: value, kind: kind))
    let own = isMade ? value.offset : place(offset, row)
    switch value.content {
    case .string(let text):
      textBytes += text.utf8.count
      try countText("", at: offset)
      return JSONValue(value.content, offset: own)
    case .array(let elements):
      var list: [JSONValue] = []
      for element in elements { list.append(try copy(element, kind, at: offset, level: level + 1)) }
      return JSONValue(.array(list), offset: own)
    case .object(let members):
      var object: [JSONMember] = []
      for member in members {
        object.append(
          JSONMember(
            member.name, try copy(member.value, kind, at: offset, level: level + 1),
            offset: isMade ? member.offset : own))
      }
      return JSONValue(.object(object), offset: own)
    default: return JSONValue(value.content, offset: own)
    }
  }
}

extension TemplateExpander {
  /// The name of a part for this use; unique if it has parameters.
  private mutating func part(
    _ member: JSONMember, with parameters: JSONMember?, _ scope: TemplateScope, level: Int
  ) throws(SceneFault) -> JSONValue {
    let offset = place(member.value.offset, scope.row)
    let written = try value(member.value, scope, isText: true, level: level + 1)
    guard let written, case .string(let text) = written.content else {
      throw SceneFault(
        JSONValue(member.value.content, offset: offset), isNot: "the name of a part")
    }
    let name = ExactText(text)
    if parameters == nil, plainParts.contains(name) { return written }
    guard let body = parts[name] else {
      throw SceneFault(unknown: "part in 'parts'", name, at: offset, among: parts.keys.sorted())
    }
    guard !openParts.contains(name) else {
      throw SceneFault(
        .tooDeep, at: offset, "the part '\(SceneFault.short(text))' contains itself")
    }
    guard openParts.count < Self.partDepthLimit else {
      throw SceneFault(
        .tooDeep, at: offset, "parts are nested deeper than \(Self.partDepthLimit) levels")
    }
    var inner = data
    if parameters != nil { inner.enter(scope.row) }
    try bind(parameters, scope, level: level, to: &inner)
    openParts.append(name)
    let expanded = try value(body, inner, isText: false, level: level + 1)
    openParts.removeLast()
    guard let expanded else {
      throw SceneFault(
        .wrongValue, at: body.offset,
        "the part '\(SceneFault.short(text))' is empty for this data; give it a node in every case")
    }
    return add(name, expanded, isPlain: parameters == nil, at: offset)
  }

  /// Stores an expanded part, and returns its name.
  private mutating func add(
    _ name: ExactText, _ value: JSONValue, isPlain: Bool, at offset: Int
  ) -> JSONValue {
    var used = name
    if isPlain {
      plainParts.insert(name)
    } else {
      var number = usedParts.count
      repeat {
        number += 1
        used = ExactText("\(name.string) \(number)")
      } while parts[used] != nil
    }
    usedParts.append(JSONMember(used, value, offset: offset))
    return JSONValue(.string(used.string), offset: offset)
  }

  /// Binds the parameters of a part.
  private mutating func bind(
    _ parameters: JSONMember?, _ scope: TemplateScope, level: Int, to inner: inout TemplateScope
  ) throws(SceneFault) {
    guard let parameters else { return }
    guard case .object(let members) = parameters.value.content else {
      throw SceneFault(parameters.value, isNot: "an object with the parameters of a part")
    }
    guard members.count <= Self.parameterLimit else {
      throw SceneFault(
        .tooLarge, at: parameters.offset, "more than \(Self.parameterLimit) parameters")
    }
    for member in members {
      let value = try self.value(member.value, scope, isText: false, level: level + 1)
      inner.bind(member.name, TemplateBinding(value: value ?? .null, kind: .made))
    }
  }

  /// The offset of a value that comes from the template and a value of the data.
  mutating func place(_ offset: Int, _ row: TemplateOrigin.Row?) -> Int {
    guard let row else { return offset }
    origins.append(TemplateOrigin(offset: offset, row: row))
    return end + origins.count - 1
  }

  private mutating func count(at offset: Int) throws(SceneFault) {
    valueCount += 1
    guard valueCount <= Self.valueLimit else {
      throw SceneFault(.tooLarge, at: offset, "more than \(Self.valueLimit) values")
    }
  }

  /// Checks the text limit, including a text in progress.
  private func countText(_ text: String, at offset: Int) throws(SceneFault) {
    guard textBytes + text.utf8.count <= Scene.byteLimit else {
      throw SceneFault(.tooLarge, at: offset, "more than \(Scene.byteLimit) bytes of text")
    }
  }
}
