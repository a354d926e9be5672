import LinecasterFonts
import LinecasterGeometry
import LinecasterText

extension TextStyle {
  /// The properties of a text style, by their names.
  static let fields = SceneRecord<TextStyle>(
    "text style",
    [
      SceneField(
        "families", \.families, SceneCoding<String>.string("a name").list(of: "families", limit: 64)
      ),
      SceneField("size", \.size, .number),
      SceneField("weight", \.weight, .fontWeight),
      SceneField("width", \.width, .fontWidth),
      SceneField(
        "slant", \.slant,
        .keyword("slant", [("upright", .upright), ("italic", .italic), ("oblique", .oblique)])),
      SceneField("variations", \.variations, .variations),
      SceneField("features", \.features, .features),
      SceneField("language", \.language, SceneCoding<String>.string("a language tag").optional),
      SceneField("letterSpacing", \.letterSpacing, .number),
      SceneField("wordSpacing", \.wordSpacing, .number),
      SceneField("baselineShift", \.baselineShift, .number),
      SceneField("color", \.color, .color),
      SceneField("background", \.background, SceneCoding<Color>.color.optional),
      SceneField(
        "decorations", \.decorations,
        SceneCoding<TextDecoration>.decoration.list(of: "decorations", limit: 16)),
    ])

  /// Changes a style as a value says: an object of properties, or the name of a style.
  static func apply(
    _ value: JSONValue, _ scope: SceneScope, to style: inout TextStyle
  ) throws(SceneFault) {
    switch value.content {
    case .string(let name):
      guard let named = scope.styles[name] else {
        throw SceneFault(
          unknown: "style", name, at: value.offset, among: scope.styles.keys.sorted())
      }
      var inner = scope
      inner.styleDepth += 1
      guard inner.styleDepth <= SceneScope.styleDepthLimit else {
        throw SceneFault(
          .tooDeep, at: value.offset,
          "more than \(SceneScope.styleDepthLimit) styles build on each other, or on themselves")
      }
      try apply(named, inner, to: &style)
    case .object(let members):
      for member in members where member.name == "style" {
        try apply(member.value, scope, to: &style)
      }
      for member in members where member.name != "style" {
        guard try fields.read(member, scope, into: &style) else {
          throw SceneFault(
            unknown: "property of text styles", member.name, at: member.offset,
            among: ["style"] + fields.names)
        }
      }
    default: throw SceneFault(value, isNot: "a text style: its name or an object")
    }
  }
}
