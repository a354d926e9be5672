import LinecasterDisplay
import LinecasterGeometry

extension SceneCoding<DisplayPaint> {
  /// A colour, `{"linear": {…}}` or `{"radial": {…}}`.
  static var paint: SceneCoding<DisplayPaint> {
    SceneCoding { value, scope throws(SceneFault) in
      guard case .object(let members) = value.content else {
        return .color(try scope.color(value))
      }
      guard members.count == 1, let member = members.first else {
        throw SceneFault(value, isNot: "a colour, or an object with linear or radial")
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
      default:
        throw SceneFault(
          unknown: "paint", member.name, at: member.offset, among: ["linear", "radial"])
      }
    } write: { paint throws(SceneFault) in
      switch paint {
      case .color(let color): return try SceneCoding<Color>.color.write(color)
      case .linear(let gradient):
        let members = try LinearGradient.fields.write(gradient, plain: LinearGradient(stops: []))
        return .object([JSONMember("linear", .object(members))])
      case .radial(let gradient):
        let members = try RadialGradient.fields.write(gradient, plain: RadialGradient(stops: []))
        return .object([JSONMember("radial", .object(members))])
      }
    }
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
      SceneField(
        "extent", \.extent, .keyword("extent", Extent.allCases.map { ($0.rawValue, $0) })),
      SceneField("isCircle", \.isCircle, .bool), SceneField("stops", \.stops, .stops),
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
        SceneField("color", \.color, .color, isRequired: true),
        SceneField("place", \.place, .number, isRequired: true),
      ])
    return SceneCoding { value, scope throws(SceneFault) in
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
          stop.color = try scope.color(value)
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
  /// `{"x": 0, "y": 2}`; what is left out is 0.
  static var point: SceneCoding<Point> {
    let record = SceneRecord<Point>(
      "coordinate", [SceneField("x", \.x, .number), SceneField("y", \.y, .number)])
    return SceneCoding { value, scope throws(SceneFault) in
      var point = Point.zero
      try record.read(value, scope, into: &point)
      return point
    } write: { point throws(SceneFault) in
      .object(try record.write(point, plain: .zero))
    }
  }
}
