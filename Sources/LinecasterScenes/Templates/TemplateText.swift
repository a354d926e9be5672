import LinecasterBase

/// A string of a template, split into literal text and names of values in braces.
struct TemplateText {
  enum Piece: Equatable {
    case literal(String)
    case value(TemplateUse)
  }

  let pieces: [Piece]

  /// Parses a string: `{{name}}` is a value, `{{name?}}` an optional one, `{{name | fixed 2}}` one
  /// with a format, and `{{{{` an escape for two braces.
  ///
  /// - Parameter readsFormats: Whether formats are parsed; without them, their faults are ignored.
  /// - Throws: A fault at an offset if braces are not closed or empty, or a format is unknown.
  init(_ text: String, at offset: Int, readsFormats: Bool = true) throws(SceneFault) {
    guard text.utf8.contains(UInt8(ascii: "{")) else {
      pieces = [.literal(text)]
      return
    }
    var pieces: [Piece] = []
    var words = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      guard rest.starts(with: "{{".unicodeScalars) else {
        words.unicodeScalars.append(scalar)
        rest.removeFirst()
        continue
      }
      rest.removeFirst(2)
      if rest.starts(with: "{{".unicodeScalars) {
        words += "{{"
        rest.removeFirst(2)
        continue
      }
      if !words.isEmpty { pieces.append(.literal(words)) }
      words = ""
      pieces.append(try Self.value(&rest, at: offset, readsFormats: readsFormats))
    }
    if !words.isEmpty || pieces.isEmpty { pieces.append(.literal(words)) }
    self.pieces = pieces
  }

  /// The maximum bytes between braces: a name and a format.
  private static let byteLimit = 2 * TemplatePath.byteLimit

  /// Parses the name and the format of a value, up to its closing braces.
  private static func value(
    _ rest: inout Substring.UnicodeScalarView, at offset: Int, readsFormats: Bool
  ) throws(SceneFault) -> Piece {
    var name = ""
    while !rest.starts(with: "}}".unicodeScalars) {
      guard let scalar = rest.popFirst(), name.utf8.count < byteLimit else {
        throw SceneFault(
          .wrongValue, at: offset, "'{{\(SceneFault.short(name))' is missing its closing '}}'")
      }
      name.unicodeScalars.append(scalar)
    }
    rest.removeFirst(2)
    let bar = name.unicodeScalars.firstIndex(of: "|")
    var trimmed = name.unicodeScalars[..<(bar ?? name.endIndex)].drop { $0 == " " }
    while trimmed.last == " " { trimmed.removeLast() }
    let mayMiss = trimmed.last == "?"
    if mayMiss { trimmed.removeLast() }
    let path = try TemplatePath(String(trimmed), at: offset)
    guard let bar, readsFormats else { return .value(TemplateUse(path: path, mayMiss: mayMiss)) }
    var format = name.unicodeScalars[bar...].dropFirst().drop { $0 == " " }
    while format.last == " " { format.removeLast() }
    return .value(
      TemplateUse(
        path: path, mayMiss: mayMiss, format: try TemplateFormat(String(format), at: offset)))
  }
}

/// A value of a name in braces.
struct TemplateUse: Equatable {
  let path: TemplatePath
  /// Whether the value may be missing, and is then empty.
  let mayMiss: Bool
  /// The format of a number; `nil` inserts the value as it is.
  var format: TemplateFormat?
}

/// The path to a value of the data, for example `author.name` or `items.0`.
struct TemplatePath: Equatable, CustomStringConvertible {
  let names: [ExactText]

  var description: String {
    SceneFault.short(names.map(\.string).joined(separator: "."))
  }

  /// The maximum bytes of the names.
  static let byteLimit = 256

  /// - Throws: A fault at an offset if a name is empty, or all together are too long.
  init(_ text: String, at offset: Int) throws(SceneFault) {
    guard text.utf8.count <= Self.byteLimit else {
      throw SceneFault(
        .tooLarge, at: offset, "'\(SceneFault.short(text))' has more than \(Self.byteLimit) bytes")
    }
    let names = text.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
    guard names.allSatisfy({ !$0.isEmpty }) else {
      throw SceneFault(
        .wrongValue, at: offset, "'\(SceneFault.short(text))' is not a name such as author.name")
    }
    self.names = names.map { ExactText(String($0)) }
  }

  /// Parses the name of a `Repeat` or an `If`.
  ///
  /// - Throws: A fault at an offset, also if the name is in braces.
  init(subject text: String, at offset: Int) throws(SceneFault) {
    if let start = text.utf8.firstRange(of: "{{".utf8) {
      let name = text.unicodeScalars[start.upperBound...].prefix { $0 != "}" }
      throw SceneFault(
        .wrongValue, at: offset,
        "'\(SceneFault.short(text))' must be a name without braces: "
          + "\"\(SceneFault.short(String(name)))\"")
    }
    try self.init(text, at: offset)
  }

  fileprivate init(_ names: [ExactText]) {
    self.names = names
  }
}

/// The value of a name in a template.
struct TemplateBinding {
  enum Kind {
    /// From the given data, with offsets in its text.
    case given
    /// From the template's own data, with offsets in its text.
    case sample
    /// Made by the template, with final offsets.
    case made
  }

  let value: JSONValue
  let kind: Kind
}

/// The names that are visible in a place of a template.
struct TemplateScope {
  /// The top-level names of the data.
  private let data: [ExactText: TemplateBinding]
  /// The template's own names, innermost last.
  private var locals: [(name: ExactText, binding: TemplateBinding)] = []
  /// The current item of the innermost repetition.
  private(set) var row: TemplateOrigin.Row?

  /// - Parameters:
  ///   - sample: The template's own data, if they are drawn.
  ///   - defaults: The values for names that the data omit, or that are null in them.
  ///   - given: The data.
  init(sample: JSONValue?, defaults: JSONValue?, given: JSONValue) {
    let defaults = defaults?.members ?? []
    let optional = Set(defaults.map(\.name))
    var data: [ExactText: TemplateBinding] = [:]
    for (members, kind) in [
      (defaults, TemplateBinding.Kind.sample), (sample?.members ?? [], .sample),
      (given.members, .given),
    ] {
      for member in members where !(member.value.isNull && optional.contains(member.name)) {
        data[member.name] = TemplateBinding(value: member.value, kind: kind)
      }
    }
    self.data = data
  }

  /// Binds a name to a value, shadowing earlier ones.
  mutating func bind(_ name: ExactText, _ binding: TemplateBinding) {
    locals.append((name, binding))
  }

  /// Enters the content for a list item.
  mutating func enter(_ row: TemplateOrigin.Row?) { self.row = row ?? self.row }

  /// The value at a path; `nil` if it is missing or null.
  ///
  /// - Parameter steps: Counts the names that were inspected.
  func value(_ path: TemplatePath, _ steps: inout Int) -> TemplateBinding? {
    guard let binding = binding(path, &steps), !binding.value.isNull else { return nil }
    return binding
  }

  /// The value at a path, which may be null; `nil` if it is missing.
  private func binding(_ path: TemplatePath, _ steps: inout Int) -> TemplateBinding? {
    guard let first = path.names.first else { return nil }
    steps += locals.count
    guard var binding = locals.last(where: { $0.name == first })?.binding ?? data[first] else {
      return nil
    }
    for name in path.names.dropFirst() {
      guard let value = Self.member(name, of: binding.value, &steps) else { return nil }
      binding = TemplateBinding(value: value, kind: binding.kind)
    }
    return binding
  }

  /// The name of the data that a path begins with; `nil` for a local name.
  func dataName(of path: TemplatePath) -> ExactText? {
    path.names.first.flatMap { first in
      locals.contains { $0.name == first } ? nil : first
    }
  }

  /// The location of the first value of a path that is null; `nil` without one.
  func nullRow(_ path: TemplatePath) -> TemplateOrigin.Row? {
    var steps = 0
    for count in 1...max(1, path.names.count) {
      let binding = binding(TemplatePath(Array(path.names.prefix(count))), &steps)
      if let binding, binding.value.isNull { return TemplateOrigin.Row(binding) }
    }
    return nil
  }

  private static func member(
    _ name: ExactText, of value: JSONValue, _ steps: inout Int
  ) -> JSONValue? {
    switch value.content {
    case .object(let members):
      steps += members.count
      return members.first { $0.name == name }?.value
    case .array(let elements):
      if name == "count" {
        return JSONValue(.number(Double(elements.count)), offset: value.offset)
      }
      guard let index = Int(name.string), elements.indices.contains(index) else { return nil }
      return elements[index]
    default: return nil
    }
  }

  /// The fault for a path without a value.
  func fault(_ path: TemplatePath, at offset: Int) -> SceneFault {
    var known = data.keys.sorted() + locals.map(\.name)
    var seen: [ExactText] = []
    var steps = 0
    for name in path.names {
      guard let binding = binding(TemplatePath(seen + [name]), &steps) else {
        let place = seen.isEmpty ? "the data" : "'\(TemplatePath(seen))'"
        return SceneFault(unknown: "name in \(place)", name, at: offset, among: known)
      }
      seen.append(name)
      known = []
      if binding.value.isNull {
        let hint = "; give it a value, or write '{{\(path)?}}'"
        return SceneFault(.missing, at: offset, "'\(TemplatePath(seen))' is null" + hint)
      }
      if case .object(let members) = binding.value.content { known = members.map(\.name) }
    }
    return SceneFault(.missing, at: offset, "'\(path)' has no value")
  }
}

/// The origin of a value in an expanded template.
struct TemplateOrigin {
  /// A value of the data.
  struct Row {
    let offset: Int
    let isGiven: Bool

    /// Returns `nil` for a value that the template made.
    init?(_ binding: TemplateBinding) {
      guard binding.kind != .made else { return nil }
      offset = binding.value.offset
      isGiven = binding.kind == .given
    }
  }

  /// The offset in the template.
  let offset: Int
  /// The value of the data, or the list item, that it comes from.
  let row: Row?
}
