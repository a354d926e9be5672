import LinecasterDisplay
import LinecasterGeometry

extension SceneCoding<Border> {
  /// One line for all edges, or an object with `top`, `right`, `bottom` and `left`.
  static var border: SceneCoding<Border> {
    let edges = SceneRecord<Border>(
      "edge of borders",
      [
        SceneField("top", \.top, .edge), SceneField("right", \.right, .edge),
        SceneField("bottom", \.bottom, .edge), SceneField("left", \.left, .edge),
      ])
    return SceneCoding { value, scope throws(SceneFault) in
      var border = Border()
      guard case .object(let members) = value.content,
        members.contains(where: { edges.names.contains($0.name) })
      else { return Border(all: try SceneCoding<BorderEdge>.edge.read(value, scope)) }
      try edges.read(value, scope, into: &border)
      return border
    } write: { border throws(SceneFault) in
      if border == Border(all: border.top), border.top != .none {
        return try SceneCoding<BorderEdge>.edge.write(border.top)
      }
      return .object(try edges.write(border, plain: nil))
    }
  }
}

extension SceneCoding<BorderEdge> {
  /// A colour for a line of one point, or an object with `color`, `width` and `pattern`.
  fileprivate static var edge: SceneCoding<BorderEdge> {
    let record = SceneRecord<BorderEdge>(
      "property of borders",
      [
        SceneField("color", \.color, .color, isRequired: true),
        SceneField("width", \.width, .number),
        SceneField(
          "pattern", \.pattern,
          .keyword("pattern", BorderPattern.allCases.map { ($0.rawValue, $0) })),
      ])
    return SceneCoding { value, scope throws(SceneFault) in
      var edge = BorderEdge(width: 1, color: .clear)
      if case .string = value.content {
        edge.color = try scope.color(value)
      } else {
        try record.read(value, scope, into: &edge)
      }
      return edge
    } write: { edge throws(SceneFault) in
      let color = try SceneCoding<Color>.color.write(edge.color)
      let rest = try record.write(edge, plain: BorderEdge(width: 1, color: edge.color))
      return rest.isEmpty ? color : .object([JSONMember("color", color)] + rest)
    }
  }
}
