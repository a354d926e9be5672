import LinecasterDisplay
import LinecasterGeometry

extension SceneCoding<[Shadow]> {
  /// The most shadows of a layout.
  private static var limit: Int { 16 }

  /// One shadow, or a list of them, the first in front.
  static var shadows: SceneCoding<[Shadow]> {
    let list = SceneCoding<Shadow>.shadow.list(of: "shadows", limit: limit)
    return SceneCoding { value, scope throws(SceneFault) in
      if case .object = value.content {
        return [try SceneCoding<Shadow>.shadow.read(value, scope)]
      }
      return try list.read(value, scope)
    } write: { shadows throws(SceneFault) in
      shadows.count == 1
        ? try SceneCoding<Shadow>.shadow.write(shadows[0]) : try list.write(shadows)
    }
  }
}

extension SceneCoding<Shadow> {
  fileprivate static var shadow: SceneCoding<Shadow> {
    let record = SceneRecord<Shadow>(
      "property of shadows",
      [
        SceneField("color", \.color, .color, isRequired: true),
        SceneField("offset", \.offset, .point), SceneField("blur", \.blur, .number),
        SceneField("spread", \.spread, .number), SceneField("isInset", \.isInset, .bool),
      ])
    return SceneCoding { value, scope throws(SceneFault) in
      var shadow = Shadow(.clear)
      try record.read(value, scope, into: &shadow)
      return shadow
    } write: { shadow throws(SceneFault) in
      let color = try SceneCoding<Color>.color.write(shadow.color)
      let rest = try record.write(shadow, plain: Shadow(shadow.color))
      return .object([JSONMember("color", color)] + rest)
    }
  }
}
