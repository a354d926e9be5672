import LinecasterBase
import LinecasterCells
import LinecasterText

extension LayoutNode {
  /// The accessibility and interaction modifiers.
  static let meanings: [SceneField<LayoutNode>] = [
    SceneField(
      "tag", \.tagged, SceneCoding<InlinePayload>.tag.optional,
      about: "The text that identifies the node in presses."),
    SceneField(
      "role", \.role, SceneCoding<RegionRole>.role.optional,
      about: "The accessibility role.", example: #"{"heading": 1}"#),
    SceneField(
      "label", \.label, SceneCoding<ExactText>.exact("a text").optional,
      about: "The accessibility label."),
    SceneField(
      "value", \.value, SceneCoding<ExactText>.exact("a text").optional,
      about: "The accessibility value."),
  ]
}

extension SceneCoding<RegionRole> {
  /// A keyword, or an object with a detail: `{"heading": 2}`, `{"toggle": true}`.
  static var role: SceneCoding<RegionRole> {
    let words: [(String, RegionRole)] = [
      ("button", .button), ("link", .link), ("image", .image), ("textField", .textField),
    ]
    let keyword = SceneCoding.keyword("role", words)
    return SceneCoding(.any(keyword.schema, Heading.fields.schema, Toggle.fields.schema)) {
      value, scope throws(SceneFault) in
      guard case .object(let members) = value.content else {
        return try keyword.read(value, scope)
      }
      if members.contains(where: { $0.name == "toggle" }) {
        var toggle = Toggle()
        try Toggle.fields.read(value, scope, into: &toggle)
        return .toggle(isOn: toggle.isOn)
      }
      var heading = Heading()
      try Heading.fields.read(value, scope, into: &heading)
      return .heading(level: heading.level)
    } write: { role throws(SceneFault) in
      switch role {
      case .heading(let level):
        .object(try Heading.fields.write(Heading(level: level), plain: nil))
      case .toggle(let isOn): .object(try Toggle.fields.write(Toggle(isOn: isOn), plain: nil))
      default: try keyword.write(role)
      }
    }
  }
}

/// The heading role, with its level.
private struct Heading: Sendable {
  var level = 1

  static let fields = SceneRecord<Heading>(
    "property of headings",
    [SceneField("heading", \.level, .integer(1...6), isRequired: true)])
}

/// The toggle role, with its state.
private struct Toggle: Sendable {
  var isOn = false

  static let fields = SceneRecord<Toggle>(
    "property of toggles",
    [SceneField("toggle", \.isOn, .bool, isRequired: true)])
}
