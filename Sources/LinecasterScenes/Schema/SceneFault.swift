/// What is wrong with a scene, by the place in its text; `SceneError` is made of it.
struct SceneFault: Error {
  let code: SceneError.Code
  /// The first byte of the value or name at fault.
  let offset: Int
  let reason: String

  init(_ code: SceneError.Code, at offset: Int, _ reason: String) {
    self.code = code
    self.offset = offset
    self.reason = reason
  }

  /// A value that its place does not take.
  init(_ value: JSONValue, isNot wanted: String) {
    self.init(.wrongValue, at: value.offset, "\(Self.shown(value)) is not \(wanted)")
  }

  /// A name that is none of those known.
  init(unknown kind: String, _ name: String, at offset: Int, among names: [String]) {
    let nearest = NearestName.find(name, among: names)
    self.init(
      .unknownName, at: offset,
      "there is no \(kind) '\(Self.short(name))'" + (nearest.map { "; is it '\($0)'?" } ?? ""))
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
