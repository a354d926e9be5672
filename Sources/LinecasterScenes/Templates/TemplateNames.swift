import LinecasterBase

/// The names of data that a template uses, found without data.
///
/// Names in branches that some data skip count too, so this is what rows may have, not what one row
/// needs.
struct TemplateNames: Sendable {
  /// The values of the data by their uses; the first is the data as a whole.
  private var nodes = [Node()]
  /// The names of the template's own `data` that a row must replace.
  private var required: [ExactText] = []
  /// The names in `data` and `defaults`.
  private(set) var declared: Set<ExactText> = []

  /// A value of the data.
  private struct Node {
    /// Whether it is inserted as a whole, so anything below it is used.
    var isWhole = false
    /// Whether some use is not marked as optional.
    var isRequired = false
    /// The members that are used, by their indices in `nodes`.
    var members: [ExactText: Int] = [:]
    /// The index of the value that stands for all elements of a list; `nil` unless it is a list.
    var element: Int?

    /// Whether the used values below it are known.
    var isDetailed: Bool { !isWhole && (element != nil || !members.isEmpty) }
  }

  /// The local names of a place, with the values of the data that they stand for; `nil` for values
  /// that the template makes.
  private typealias Locals = [ExactText: Int?]

  /// Finds the names of a template.
  ///
  /// - Complexity: O(values), without recursion.
  init(_ template: JSONValue) {
    guard case .object(let members) = template.content else { return }
    let bound = Self.boundNames(in: members)
    for member in members {
      switch (member.name, member.value.content) {
      case ("data", _), ("defaults", _): continue
      case ("parts", .object(let parts)):
        for part in parts {
          let names = (bound[part.name] ?? []).map { ($0, Int?.none) }
          read(part.value, Locals(uniqueKeysWithValues: names))
        }
      default: read(member.value, [:])
      }
    }
    declare(samples: template.member("data"), defaults: template.member("defaults"))
  }
}

extension TemplateNames {
  /// Notes the names that a value of the template uses.
  private mutating func read(_ value: JSONValue, _ locals: Locals) {
    var next = [(value, locals)]
    while let (value, locals) = next.popLast() {
      switch value.content {
      case .string(let text): note(text, locals)
      case .array(let elements): next += elements.map { ($0, locals) }
      case .object(let members): next += read(members, locals)
      default: continue
      }
    }
  }

  /// Notes the names of a repetition or a condition; returns the values left to read.
  private mutating func read(
    _ members: [JSONMember], _ locals: Locals
  ) -> [(JSONValue, Locals)] {
    var inner = locals
    let word = members.first { $0.name == "Repeat" || $0.name == "If" }
    let isLoop = word?.name == "Repeat"
    if let word, let subject = index(of: word.value, locals) {
      nodes[subject].isRequired = true
      if isLoop { inner[Self.name("as", members) ?? "item"] = .some(element(of: subject)) }
    } else if isLoop {
      inner[Self.name("as", members) ?? "item"] = .some(nil)
    }
    if isLoop, let name = Self.name("index", members) { inner[name] = .some(nil) }
    return members.lazy.filter { $0.name != word?.name }.map {
      ($0.value, isLoop && $0.name == "content" ? inner : locals)
    }
  }

  /// The value of a member that is a name.
  private static func name(_ member: ExactText, _ members: [JSONMember]) -> ExactText? {
    guard case .string(let name)? = members.first(where: { $0.name == member })?.value.content
    else { return nil }
    return ExactText(name)
  }

  /// Notes the names in the braces of a string; faults in them are reported when it is expanded.
  private mutating func note(_ text: String, _ locals: Locals) {
    guard let pieces = try? TemplateText(text, at: 0, readsFormats: false).pieces else { return }
    for case .value(let use) in pieces {
      let path = use.path
      guard let index = index(of: path.names, locals) else { continue }
      nodes[index].isWhole = true
      // A path into a value needs the value too, unless it begins with a name of the template.
      if !use.mayMiss, locals[path.names[0]] == nil, let first = nodes[0].members[path.names[0]] {
        nodes[first].isRequired = true
      }
    }
  }

  private mutating func index(of subject: JSONValue, _ locals: Locals) -> Int? {
    guard case .string(let text) = subject.content else { return nil }
    guard let path = try? TemplatePath(subject: text, at: 0) else {
      // Reported when it is expanded; not as a name that is not used.
      note(text, locals)
      return nil
    }
    return index(of: path.names, locals)
  }

  /// The index of a value of the data; `nil` for a value that the template makes.
  private mutating func index(of names: [ExactText], _ locals: Locals) -> Int? {
    guard let first = names.first, var index = locals[first] ?? member(first, of: 0) else {
      return nil
    }
    for name in names.dropFirst() { index = member(name, of: index) }
    return index
  }

  private mutating func member(_ name: ExactText, of parent: Int) -> Int {
    if let index = nodes[parent].members[name] { return index }
    nodes[parent].members[name] = nodes.count
    nodes.append(Node())
    return nodes.count - 1
  }

  private mutating func element(of parent: Int) -> Int {
    if let index = nodes[parent].element { return index }
    nodes[parent].element = nodes.count
    nodes.append(Node())
    return nodes.count - 1
  }

  /// The parameters that each part gets from all of its uses, which hide names of the data.
  private static func boundNames(in members: [JSONMember]) -> [ExactText: Set<ExactText>] {
    var bound: [ExactText: Set<ExactText>] = [:]
    var next = members.filter { $0.name != "data" && $0.name != "defaults" }.map(\.value)
    while let value = next.popLast() {
      switch value.content {
      case .array(let elements): next += elements
      case .object(let members):
        next += members.map(\.value)
        guard let part = name("Part", members) else { continue }
        let names = Set((value.member("with")?.members ?? []).map(\.name))
        bound[part] = bound[part]?.intersection(names) ?? names
      default: continue
      }
    }
    return bound
  }
}

extension TemplateNames {
  /// Adds the names that a template declares, which rows may have even if nothing uses them.
  private mutating func declare(samples: JSONValue?, defaults: JSONValue?) {
    let optional = Set((defaults?.members ?? []).map(\.name))
    for member in samples?.members ?? [] where !optional.contains(member.name) {
      guard let index = nodes[0].members[member.name], nodes[index].isRequired else { continue }
      required.append(member.name)
    }
    for value in [samples, defaults].compactMap(\.self) {
      declared.formUnion(value.members.map(\.name))
      var next = value.members.map { ($0.value, member($0.name, of: 0)) }
      while let (value, index) = next.popLast() { next += declare(value, at: index) }
    }
  }

  /// Adds the members of a value to those that are used; returns the values below it.
  private mutating func declare(_ value: JSONValue, at index: Int) -> [(JSONValue, Int)] {
    guard nodes[index].isDetailed else { return [] }
    switch value.content {
    case .object(let members): return members.map { ($0.value, member($0.name, of: index)) }
    case .array(let elements):
      guard let element = nodes[index].element else { return [] }
      return elements.map { ($0, element) }
    default: return []
    }
  }
}

/// A fault of a name in the data of a template.
struct DataNameFault {
  let fault: SceneFault
  /// The name that is missing, or that was probably meant.
  let meant: ExactText?
}

extension TemplateNames {
  /// The faults of the names in a row: those that the template does not use, in text order, and
  /// samples that the row does not replace; at most `Scene.faultLimit`.
  ///
  /// - Complexity: O(values of the row), without recursion.
  func faults(of data: TemplateData) -> [DataNameFault] {
    guard data.names != .none else { return [] }
    var faults = data.names == .all ? unknownNames(in: data.value) : []
    faults.sort { $0.fault.offset < $1.fault.offset }
    let given = Set(data.value.members.map(\.name))
    let meant = Set(faults.compactMap(\.meant))
    for name in required where !given.contains(name) && !meant.contains(name) {
      let reason =
        "'\(SceneFault.short(name.string))' is missing; a row replaces every value in 'data' of "
        + "the template, unless 'defaults' has one too"
      faults.append(
        DataNameFault(fault: SceneFault(.missing, at: data.value.offset, reason), meant: name))
    }
    return Array(faults.prefix(Scene.faultLimit))
  }

  private func unknownNames(in data: JSONValue) -> [DataNameFault] {
    var faults: [DataNameFault] = []
    var next = [(data, 0, "")]
    while faults.count < Scene.faultLimit, let (value, index, path) = next.popLast() {
      let node = nodes[index]
      switch value.content {
      case .object(let members) where node.isDetailed || index == 0:
        // Names are suggested only if the row does not have them; few rows need that.
        var given: Set<ExactText>?
        for member in members where faults.count < Scene.faultLimit {
          if let below = node.members[member.name] {
            let name = SceneFault.short(member.name.string)
            next.append((member.value, below, path.isEmpty ? name : "\(path).\(name)"))
          } else {
            let names = given ?? Set(members.map(\.name))
            given = names
            faults.append(fault(member, in: path, node.members.keys.filter { !names.contains($0) }))
          }
        }
      case .array(let elements) where node.isDetailed:
        guard let element = node.element else { continue }
        next += elements.reversed().map { ($0, element, path) }
      default: continue
      }
    }
    return faults
  }

  /// The fault of a name that the template does not use.
  ///
  /// - Parameters:
  ///   - path: The value that has it; empty for the data.
  ///   - others: The names that the value does not have.
  private func fault(
    _ member: JSONMember, in path: String, _ others: [ExactText]
  ) -> DataNameFault {
    let nearest = NearestName.of(member.name, among: others.sorted())
    let kind = "name that the template uses" + (path.isEmpty ? "" : " in '\(path)'")
    return DataNameFault(
      fault: SceneFault(
        unknown: kind, member.name, at: member.offset, among: nearest.map { [$0] } ?? []),
      meant: path.isEmpty ? nearest : nil)
  }
}
