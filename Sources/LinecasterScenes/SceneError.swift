import LinecasterBase

/// What is wrong with a scene, and where.
///
///     do {
///       scene = try Scene(path: "card.json")
///     } catch {
///       print(error)  // card.json:1:37: body.Row[0].paddin: there is no modifier 'paddin'; …
///     }
public struct SceneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of faults, to switch over.
  public enum Code: Hashable, Sendable {
    /// The file cannot be read.
    case unreadable
    /// The text is not JSON.
    case malformed
    /// A name that scenes do not have.
    case unknownName
    /// A value that its place does not take.
    case wrongValue
    /// Something that must be there is not.
    case missing
    /// Stacks or parts are nested too deep.
    case tooDeep
    /// More bytes, nodes or text than a scene may have.
    case tooLarge
  }

  /// The kind of fault.
  public let code: Code
  /// The file, or a name for text that is of none.
  public let source: String
  /// The line, counted from 1; nil where the fault is not in one.
  public let line: Int?
  /// The column in characters, counted from 1; nil where the fault is not in a line.
  public let column: Int?
  /// The names and indices that lead to the value, such as `body.Row.content[2].padding`; empty for
  /// the scene itself.
  public let path: String
  /// What exactly was found, for people.
  public let reason: String

  init(
    code: Code, source: String, line: Int? = nil, column: Int? = nil, path: String = "",
    reason: String
  ) {
    self.code = code
    self.source = source
    self.line = line
    self.column = column
    self.path = path
    self.reason = reason
  }

  /// The place as compilers write it, the path in the scene, and the reason.
  public var description: String { "\(place): \(reason)" }

  /// The place as compilers write it, and the path in the scene.
  var place: String {
    let numbers = [line, column].compactMap { $0 }.map { ":\($0)" }.joined()
    return "\(source)\(numbers)" + (path.isEmpty ? "" : ": \(path)")
  }
}

/// What is wrong with a scene, by the place in its text; `SceneError` is made of it.
package struct SceneFault: Error {
  package let code: SceneError.Code
  /// The first byte of the value or name at fault.
  let offset: Int
  package let reason: String
  /// How much more is needed than a budget has; nil where no budget is at fault.
  private(set) var need: Need?

  /// What is needed of a budget, and what there is.
  struct Need {
    let limit: RenderBudget.Limit
    let needed: Int
    let allowed: Int
  }

  /// Not a fault: reading is no longer wanted.
  static let cancelled = SceneFault(.unreadable, at: -1, "cancelled")
  package var isCancelled: Bool { offset < 0 }

  package init(_ code: SceneError.Code, at offset: Int, _ reason: String) {
    self.code = code
    self.offset = offset
    self.reason = reason
  }

  /// What goes over a budget.
  init(_ need: Need, at offset: Int) {
    self.init(.tooLarge, at: offset, "over the budget")
    self.need = need
  }

  /// A value that its place does not take.
  package init(_ value: JSONValue, isNot wanted: String) {
    self.init(.wrongValue, at: value.offset, "\(Self.shown(value)) is not \(wanted)")
  }

  /// The same where a number is wanted, which some write as CSS has it.
  init(_ value: JSONValue, isNotNumber wanted: String) {
    var hint: String?
    if case .string(let text) = value.content { hint = SceneHint.number(text) }
    self.init(
      .wrongValue, at: value.offset,
      "\(Self.shown(value)) is not \(wanted)" + (hint.map { "; \($0)" } ?? ""))
  }

  /// A name that is none of those known.
  ///
  /// - Parameters:
  ///   - kind: What names are of, in messages.
  ///   - name: The name.
  ///   - offset: The first byte of the name.
  ///   - names: Those known, among which the nearest is named.
  ///   - hint: What is known of the name instead; nil where that is nothing.
  init(
    unknown kind: String, _ name: ExactText, at offset: Int, among names: [ExactText],
    hint: String? = nil
  ) {
    let hint = hint ?? NearestName.of(name, among: names).map { "is it '\($0)'?" }
    self.init(
      .unknownName, at: offset,
      "there is no \(kind) '\(Self.short(name.string))'" + (hint.map { "; \($0)" } ?? ""))
  }

  /// A name that is none of those known in a place.
  init(
    unknown kind: String, _ name: ExactText, at offset: Int, among names: [ExactText],
    in place: ScenePlace
  ) {
    self.init(
      unknown: kind, name, at: offset, among: names,
      hint: SceneHint.hint(for: name, in: place))
  }

  /// Words from the text, cut to a bearable length.
  static func short(_ text: String) -> String {
    text.unicodeScalars.count <= lengthShown
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(lengthShown))) + "…"
  }

  private static let lengthShown = 40

  private static func shown(_ value: JSONValue) -> String {
    switch value.content {
    case .string(let text): "'\(short(text))'"
    case .number(let number): "\(number)"
    default: value.kind
    }
  }
}

extension SceneError {
  /// Finds out where a fault is: the line, the column, and the names that lead there.
  ///
  /// - Parameter value: What was read of the text; nil where that is not JSON.
  /// - Complexity: O(bytes).
  init(_ fault: SceneFault, in text: [UInt8], _ value: JSONValue?, source: String) {
    var place = TextPlace()
    place.move(to: fault.offset, in: text)
    self.init(fault, at: place, value, source: source)
  }

  /// The same for a place that is known.
  init(_ fault: SceneFault, at place: TextPlace, _ value: JSONValue?, source: String) {
    self.init(
      code: fault.code, source: source, line: place.line, column: place.column,
      path: value.flatMap { Self.path(in: $0, to: fault.offset) } ?? "", reason: fault.reason)
  }

  /// What is thrown for the fault that the error tells of: `RenderBudget.Excess` where a budget is
  /// at fault, which names the place, else the error.
  func failure(of fault: SceneFault) -> any Error {
    guard let need = fault.need else { return self }
    return RenderBudget.Excess(
      need.limit, of: place, needed: need.needed, allowed: need.allowed)
  }

  /// The names and indices that lead to the value or name that starts at an offset.
  private static func path(in value: JSONValue, to offset: Int) -> String? {
    var value = value
    var path = ""
    while value.offset != offset {
      switch value.content {
      case .array(let values):
        guard let index = values.lastIndex(where: { $0.offset <= offset }) else { return nil }
        path += "[\(index)]"
        value = values[index]
      case .object(let members):
        guard let member = members.last(where: { $0.offset <= offset }) else { return nil }
        path += (path.isEmpty ? "" : ".") + SceneFault.short(member.name.string)
        if member.offset == offset { return path }
        value = member.value
      default: return nil
      }
    }
    return path
  }
}
