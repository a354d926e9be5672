import LinecasterText

/// Text in a scene: a string, a list of parts, or an object with both styles.
enum SceneText {
  /// The members of the object.
  private static let names = ["string", "style", "paragraphStyle"]

  /// The paragraph that an argument of `Text` says.
  static func paragraph(_ value: JSONValue, _ scope: SceneScope) throws(SceneFault) -> Paragraph {
    var style = scope.textStyle
    var paragraphStyle = ParagraphStyle()
    var string = value
    if case .object(let members) = value.content {
      string = try self.string(of: members, in: value)
      for member in members {
        switch member.name {
        case "string": break
        case "style": try TextStyle.apply(member.value, scope, to: &style)
        case "paragraphStyle":
          try ParagraphStyle.fields.read(member.value, scope, into: &paragraphStyle)
        default:
          throw SceneFault(
            unknown: "argument of Text", member.name, at: member.offset, among: names)
        }
      }
    }
    var text = AttributedText("", style: style)
    try add(string, style, scope, to: &text)
    return Paragraph(text, style: paragraphStyle)
  }

  private static func string(
    of members: [JSONMember], in value: JSONValue
  ) throws(SceneFault) -> JSONValue {
    guard let member = members.first(where: { $0.name == "string" }) else {
      throw SceneFault(.missing, at: value.offset, "'string' is missing")
    }
    return member.value
  }

  /// Adds a string, a styled part or a list of these, in the style of the text around.
  private static func add(
    _ value: JSONValue, _ style: TextStyle, _ scope: SceneScope, to text: inout AttributedText
  ) throws(SceneFault) {
    switch value.content {
    case .string(let string): text.append(string, style: style)
    case .array(let parts):
      for part in parts { try add(part, style, scope, to: &text) }
    case .object(let members): try add(members, in: value, style, scope, to: &text)
    default: throw SceneFault(value, isNot: "a string or a list of strings and styled parts")
    }
  }

  /// Adds a part that changes the style of the text around it.
  private static func add(
    _ members: [JSONMember], in value: JSONValue, _ style: TextStyle, _ scope: SceneScope,
    to text: inout AttributedText
  ) throws(SceneFault) {
    guard let content = members.first(where: { $0.name == styled }) else {
      throw SceneFault(.missing, at: value.offset, "a part of a text needs '\(styled)'")
    }
    var style = style
    let changes = JSONValue(
      .object(members.filter { $0.name != styled }), offset: value.offset)
    try TextStyle.apply(changes, scope, to: &style)
    try add(content.value, style, scope, to: &text)
  }

  /// The name of what a styled part says, as the type in Swift.
  static let styled = "Styled"
}
