import LinecasterGeometry
import LinecasterText

extension SceneCoding<TextDecoration> {
  /// The position alone, or an object.
  static var decoration: SceneCoding<TextDecoration> {
    SceneCoding { value, scope throws(SceneFault) in
      var decoration = TextDecoration(.underline)
      if case .string = value.content {
        decoration.position = try position.read(value, scope)
      } else {
        try TextDecoration.fields.read(value, scope, into: &decoration)
      }
      return decoration
    } write: { decoration throws(SceneFault) in
      let members = try TextDecoration.fields.write(decoration, plain: TextDecoration(.underline))
      let isPlain = members.allSatisfy { $0.name == "position" }
      guard !isPlain else { return try position.write(decoration.position) }
      return .object(members)
    }
  }

  fileprivate static var position: SceneCoding<TextDecoration.Position> {
    .keyword(
      "position",
      [("underline", .underline), ("strikethrough", .strikethrough), ("overline", .overline)])
  }
}

extension TextDecoration {
  /// The properties of a decoration, by their names.
  fileprivate static let fields = SceneRecord<TextDecoration>(
    "property of decorations",
    [
      SceneField("position", \.position, SceneCoding<TextDecoration>.position),
      SceneField(
        "pattern", \.pattern,
        .keyword(
          "pattern",
          [
            ("solid", .solid), ("double", .double), ("dotted", .dotted), ("dashed", .dashed),
            ("wavy", .wavy),
          ])),
      SceneField("color", \.color, SceneCoding<Color>.color.optional),
      SceneField("thickness", \.thickness, SceneCoding<Double>.number.optional),
    ])
}
