import LinecasterBase

/// A list in a template that repeats over items.
struct TemplateRepeat {
  /// The name of a list or a number, or a number itself.
  let subject: JSONValue
  let name: ExactText
  /// The name of the item's index, which starts at 0.
  let index: ExactText?
  let content: JSONValue
  /// The content if there are no items.
  let other: JSONValue?

  private static let names: [ExactText] = ["Repeat", "as", "index", "content", "else"]

  init(_ members: [JSONMember], _ value: JSONValue) throws(SceneFault) {
    var found: [ExactText: JSONValue] = [:]
    for member in members {
      guard Self.names.contains(member.name) else {
        throw SceneFault(
          unknown: "member of Repeat", member.name, at: member.offset, among: Self.names)
      }
      found[member.name] = member.value
    }
    guard let subject = found["Repeat"], let content = found["content"] else {
      throw SceneFault(.missing, at: value.offset, "'content' is missing")
    }
    self.subject = subject
    self.content = content
    other = found["else"]
    name = try Self.name(found["as"]) ?? "item"
    index = try Self.name(found["index"])
  }

  private static func name(_ value: JSONValue?) throws(SceneFault) -> ExactText? {
    guard let value else { return nil }
    guard case .string(let name) = value.content, !name.isEmpty, !name.utf8.contains(0x2E) else {
      throw SceneFault(value, isNot: "a name, such as 'item'")
    }
    return ExactText(name)
  }
}

/// The items of a repetition: elements of a list, or numbers from 0.
private struct TemplateItems {
  let elements: [JSONValue]
  let kind: TemplateBinding.Kind
  let count: Int

  subscript(index: Int) -> TemplateBinding {
    guard elements.indices.contains(index) else {
      return TemplateBinding(value: .number(Double(index)), kind: .made)
    }
    return TemplateBinding(value: elements[index], kind: kind)
  }
}

extension TemplateExpander {
  mutating func appendRepeated(
    _ loop: TemplateRepeat, _ scope: TemplateScope, isText: Bool, level: Int,
    to list: inout [JSONValue]
  ) throws(SceneFault) {
    let items = try items(of: loop.subject, scope)
    if items.count == 0, let other = loop.other {
      try appendAll(of: other, scope, isText: isText, level: level, to: &list)
    }
    for index in 0..<items.count {
      let item = items[index]
      var inner = scope
      inner.bind(loop.name, item)
      inner.enter(TemplateOrigin.Row(item))
      if let name = loop.index {
        inner.bind(name, TemplateBinding(value: .number(Double(index)), kind: .made))
      }
      try appendAll(of: loop.content, inner, isText: isText, level: level, to: &list)
    }
  }

  private mutating func items(
    of subject: JSONValue, _ scope: TemplateScope
  ) throws(SceneFault) -> TemplateItems {
    var value = TemplateBinding(value: subject, kind: .made)
    if case .string(let text) = subject.content {
      let path = try TemplatePath(subject: text, at: subject.offset)
      guard let found = try lookUp(path, subject, scope, mayMiss: false) else {
        return TemplateItems(elements: [], kind: .made, count: 0)
      }
      value = found
    }
    switch value.value.content {
    case .array(let elements):
      return TemplateItems(elements: elements, kind: value.kind, count: elements.count)
    case .number(let number):
      let count = Int(saturating: number)
      guard count >= 0, Double(count) == number else { break }
      return TemplateItems(elements: [], kind: .made, count: count)
    default: break
    }
    throw SceneFault(
      JSONValue(
        value.value.content,
        offset: place(subject.offset, TemplateOrigin.Row(value) ?? scope.row)),
      isNot: "a list or a whole number to repeat over")
  }

  private static let choiceNames: [ExactText] = ["If", "is", "then", "else"]

  /// The branch that a condition selects; `nil` for none.
  mutating func chosen(
    _ members: [JSONMember], _ value: JSONValue, _ scope: TemplateScope
  ) throws(SceneFault) -> JSONValue? {
    var found: [ExactText: JSONValue] = [:]
    for member in members {
      guard Self.choiceNames.contains(member.name) else {
        throw SceneFault(
          unknown: "member of If", member.name, at: member.offset, among: Self.choiceNames)
      }
      found[member.name] = member.value
    }
    guard let choice = found["then"] else {
      throw SceneFault(.missing, at: value.offset, "'then' is missing")
    }
    guard let subject = found["If"], case .string(let text) = subject.content else {
      throw SceneFault(found["If"] ?? value, isNot: "the name of a value")
    }
    let path = try TemplatePath(subject: text, at: subject.offset)
    let known = try lookUp(path, subject, scope, mayMiss: true)?.value
    guard let wanted = found["is"] else { return Self.counts(known) ? choice : found["else"] }
    switch wanted.content {
    case .string(let text) where text.utf8.count > TemplatePath.byteLimit: fallthrough
    case .array, .object:
      throw SceneFault(wanted, isNot: "a short text, a number, or true or false")
    default: return (known ?? .null) == wanted ? choice : found["else"]
    }
  }

  /// Whether a value counts as true: all except for missing values, false, 0 and empty values.
  private static func counts(_ value: JSONValue?) -> Bool {
    switch value?.content {
    case nil, .null: false
    case .bool(let value): value
    case .number(let number): number != 0
    case .string(let text): !text.isEmpty
    case .array(let elements): !elements.isEmpty
    case .object: true
    }
  }
}
