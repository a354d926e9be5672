import LinecasterBase
import LinecasterDisplay

extension SceneCoding<DisplayPaint> {
  /// A colour, a colour for each theme, `{"linear": {…}}`, `{"radial": {…}}` or `{"conic": {…}}`.
  static var paint: SceneCoding<DisplayPaint> {
    SceneCoding(
      .any(
        .color,
        ThemeColor.fields.schema,
        .choice([
          (ExactText("linear"), LinearGradient.fields.schema),
          (ExactText("radial"), RadialGradient.fields.schema),
          (ExactText("conic"), ConicGradient.fields.schema),
        ])
      ).named("paint")
    ) { value, scope throws(SceneFault) in
      guard case .object(let members) = value.content else {
        return DisplayPaint(try scope.color(value))
      }
      if members.contains(where: { ThemeColor.fields.names.contains($0.name) }) {
        return .themeColor(try SceneCoding<ThemeColor>.themeColor.read(value, scope))
      }
      guard members.count == 1, let member = members.first else {
        throw SceneFault(
          value,
          isNot: "a colour, or an object with linear, radial or conic, such as "
            + "{\"linear\": {\"angle\": 90, \"stops\": [\"#RRGGBB\", \"#RRGGBB\"]}}")
      }
      switch member.name {
      case "linear":
        var gradient = LinearGradient(stops: [])
        try LinearGradient.fields.read(member.value, scope, into: &gradient)
        return .linear(gradient)
      case "radial":
        var gradient = RadialGradient(stops: [])
        try RadialGradient.fields.read(member.value, scope, into: &gradient)
        return .radial(gradient)
      case "conic":
        var gradient = ConicGradient(stops: [])
        try ConicGradient.fields.read(member.value, scope, into: &gradient)
        return .conic(gradient)
      default:
        throw unknownPaint(member)
      }
    } write: { paint throws(SceneFault) in
      switch paint {
      case .color(let color): return .string(color.digits)
      case .themeColor(let color): return .object(try ThemeColor.fields.write(color, plain: nil))
      case .linear(let gradient):
        let members = try LinearGradient.fields.write(gradient, plain: LinearGradient(stops: []))
        return .object([JSONMember("linear", .object(members))])
      case .radial(let gradient):
        let members = try RadialGradient.fields.write(gradient, plain: RadialGradient(stops: []))
        return .object([JSONMember("radial", .object(members))])
      case .conic(let gradient):
        let members = try ConicGradient.fields.write(gradient, plain: ConicGradient(stops: []))
        return .object([JSONMember("conic", .object(members))])
      }
    }
  }

  /// Names the gradient whose name a member's name begins with, as in `linearGradient`.
  private static func unknownPaint(_ member: JSONMember) -> SceneFault {
    let names: [ExactText] = ["linear", "radial", "conic"]
    let letters = member.name.string.utf8.prefix(32).map { $0 | 0x20 }
    let meant = names.first { letters.starts(with: $0.string.utf8) }
    return SceneFault(
      unknown: "paint", member.name, at: member.offset, among: names,
      hint: meant.map { "use '\($0)'" })
  }
}

extension LinearGradient {
  fileprivate static let fields = SceneRecord<LinearGradient>(
    "property of linear gradients",
    [SceneField("angle", \.angle, .number), SceneField("stops", \.stops, .stops)])
}

extension RadialGradient {
  fileprivate static let fields = SceneRecord<RadialGradient>(
    "property of radial gradients",
    [
      SceneField("center", \.center, .point),
      SceneField("extent", \.extent, .keyword("gradient extent")),
      SceneField("isCircle", \.isCircle, .bool), SceneField("stops", \.stops, .stops),
    ])
}

extension ConicGradient {
  fileprivate static let fields = SceneRecord<ConicGradient>(
    "property of conic gradients",
    [
      SceneField("center", \.center, .point), SceneField("angle", \.angle, .number),
      SceneField("stops", \.stops, .stops),
    ])
}

extension SceneCoding<[GradientStop]> {
  /// The most stops of a gradient.
  private static var limit: Int { 256 }

  /// A list of colours at equal distances, or of objects with `color` and `place`.
  fileprivate static var stops: SceneCoding<[GradientStop]> {
    let record = SceneRecord<GradientStop>(
      "property of stops",
      [
        SceneField("color", \.themeColor, .themeColor, isRequired: true),
        SceneField("place", \.place, .number, isRequired: true),
      ])
    return SceneCoding(
      .list(of: .any(.color, record.schema), limit: limit).named("stops")
    ) { value, scope throws(SceneFault) in
      guard case .array(let values) = value.content else {
        throw SceneFault(value, isNot: "a list of colours or stops")
      }
      guard values.count <= limit else {
        throw SceneFault(.tooLarge, at: value.offset, "more than \(limit) stops")
      }
      var stops: [GradientStop] = []
      for (index, value) in values.enumerated() {
        var stop = GradientStop(.clear, at: Double(index) / Double(max(1, values.count - 1)))
        if case .object = value.content {
          try record.read(value, scope, into: &stop)
        } else {
          stop.themeColor = try scope.color(value)
        }
        stops.append(stop)
      }
      return stops
    } write: { stops throws(SceneFault) in
      var values: [JSONValue] = []
      for stop in stops { values.append(.object(try record.write(stop, plain: nil))) }
      return .array(values)
    }
  }
}

extension SceneCoding<Point> {
  /// `{"x": 0, "y": 2}`; omitted members are 0.
  static var point: SceneCoding<Point> {
    .object(Point.fields, named: "point", initial: .zero, plain: .zero)
  }
}

extension Point {
  static let fields = SceneRecord<Point>(
    "coordinate", [SceneField("x", \.x, .number), SceneField("y", \.y, .number)])
}

extension SceneCoding<Border> {
  /// One line for all edges, or an object with `top`, `right`, `bottom` and `left`.
  static var border: SceneCoding<Border> {
    let edge = SceneCoding<BorderEdge>.edge
    return SceneCoding(
      .any(
        edge.schema,
        .object(Border.edges.table.schemas, count: 1...Border.edges.names.count))
    ) { value, scope throws(SceneFault) in
      var border = Border()
      guard case .object(let members) = value.content,
        members.contains(where: { Border.edges.names.contains($0.name) })
      else { return Border(all: try edge.read(value, scope)) }
      try Border.edges.read(value, scope, into: &border)
      return border
    } write: { border throws(SceneFault) in
      if border == Border(all: border.top), border.top != .none {
        return try edge.write(border.top)
      }
      return .object(try Border.edges.write(border, plain: nil))
    }
  }
}

extension Border {
  fileprivate static let edges = SceneRecord<Border>(
    "edge of borders",
    [
      SceneField("top", \.top, .edge), SceneField("right", \.right, .edge),
      SceneField("bottom", \.bottom, .edge), SceneField("left", \.left, .edge),
    ])
}

extension BorderEdge {
  fileprivate static let fields = SceneRecord<BorderEdge>(
    "property of borders",
    [
      SceneField("color", \.themeColor, .themeColor, isRequired: true),
      SceneField("width", \.width, .number),
      SceneField("pattern", \.pattern, .borderPattern),
    ])
}

extension SceneCoding<BorderEdge> {
  /// A colour for a line of one point, or an object with `color`, `width` and `pattern`.
  fileprivate static var edge: SceneCoding<BorderEdge> {
    let record = BorderEdge.fields
    return SceneCoding(.any(.color, record.schema).named("edge")) {
      value, scope throws(SceneFault) in
      var edge = BorderEdge(width: 1, color: .clear)
      if case .string = value.content {
        edge.themeColor = try scope.color(value)
      } else {
        try record.read(value, scope, into: &edge)
      }
      return edge
    } write: { edge throws(SceneFault) in
      let color = try SceneCoding<ThemeColor>.themeColor.write(edge.themeColor)
      let rest = try record.write(edge, plain: BorderEdge(width: 1, color: edge.themeColor))
      let isPlain = rest.isEmpty && !edge.themeColor.dependsOnTheme
      return isPlain ? color : .object([JSONMember("color", color)] + rest)
    }
  }
}

extension SceneCoding<BorderPattern> {
  static var borderPattern: SceneCoding<BorderPattern> {
    .keyword("pattern")
  }
}

extension SceneCoding<[Shadow]> {
  /// The most shadows of a layout.
  private static var limit: Int { 16 }

  /// One shadow, or a list of them, the first in front.
  static var shadows: SceneCoding<[Shadow]> {
    let shadow = SceneCoding<Shadow>.shadow
    let list = shadow.list(of: "shadows", limit: limit)
    return SceneCoding(.any(shadow.schema, list.schema).named("shadows")) {
      value, scope throws(SceneFault) in
      if case .object = value.content { return [try shadow.read(value, scope)] }
      return try list.read(value, scope)
    } write: { shadows throws(SceneFault) in
      shadows.count == 1 ? try shadow.write(shadows[0]) : try list.write(shadows)
    }
  }
}

extension SceneCoding<Shadow> {
  fileprivate static var shadow: SceneCoding<Shadow> {
    let record = SceneRecord<Shadow>(
      "property of shadows",
      [
        SceneField("color", \.themeColor, .themeColor, isRequired: true),
        SceneField("offset", \.offset, .point), SceneField("blur", \.blur, .number),
        SceneField("spread", \.spread, .number), SceneField("isInset", \.isInset, .bool),
      ])
    return SceneCoding(record.schema.named("shadow")) { value, scope throws(SceneFault) in
      var shadow = Shadow(.clear)
      try record.read(value, scope, into: &shadow)
      return shadow
    } write: { shadow throws(SceneFault) in
      let color = try SceneCoding<ThemeColor>.themeColor.write(shadow.themeColor)
      let rest = try record.write(shadow, plain: Shadow(shadow.themeColor))
      return .object([JSONMember("color", color)] + rest)
    }
  }
}
