import LinecasterFlexbox

extension SceneCoding<FlexLength> {
  /// Points, `"50%"`, `"auto"` or one of the other words of `FlexLength`.
  static var length: SceneCoding<FlexLength> {
    let words: [(String, FlexLength)] = [
      ("auto", .auto), ("content", .content), ("minContent", .minContent),
      ("maxContent", .maxContent), ("fitContent", .fitContent), ("stretch", .stretch),
    ]
    let keyword = SceneCoding.keyword("length", words)
    return SceneCoding { value, scope throws(SceneFault) in
      switch value.content {
      case .number(let points): return .points(points)
      case .string(let text) where text.hasSuffix("%"):
        guard let percent = Double(text.dropLast()), percent.isFinite else {
          throw SceneFault(value, isNot: "a percentage")
        }
        return .percent(percent)
      case .string: return try keyword.read(value, scope)
      default: throw SceneFault(value, isNot: "a length: points, '50%' or 'auto'")
      }
    } write: { length throws(SceneFault) in
      switch length.value {
      case .points(let points): .number(points)
      case .percent(let percent): .string(JSONWriter.number(percent) + "%")
      case .auto, .keyword: try keyword.write(length)
      }
    }
  }
}

extension SceneCoding<FlexEdges> {
  /// One length for all edges, or an object with `left`, `top`, `right`, `bottom`, `start`, `end`,
  /// `horizontal` and `vertical`; what is left out is 0.
  static var edges: SceneCoding<FlexEdges> { edges(.zero) }

  /// Edges of which those left out are automatic.
  static var insets: SceneCoding<FlexEdges> { edges(.auto) }

  private static func edges(_ plain: FlexEdges) -> SceneCoding<FlexEdges> {
    SceneCoding { value, scope throws(SceneFault) in
      guard case .object = value.content else {
        return FlexEdges(all: try SceneCoding<FlexLength>.length.read(value, scope))
      }
      var edges = plain
      try FlexEdges.fields.read(value, scope, into: &edges)
      return edges
    } write: { edges throws(SceneFault) in
      if edges == FlexEdges(all: edges.left) {
        return try SceneCoding<FlexLength>.length.write(edges.left)
      }
      return .object(try FlexEdges.fields.write(edges, plain: plain))
    }
  }
}

extension FlexEdges {
  fileprivate static let fields = SceneRecord<FlexEdges>(
    "edge",
    [
      pair("horizontal", \.left, \.right), pair("vertical", \.top, \.bottom),
      SceneField("left", \.left, .length), SceneField("top", \.top, .length),
      SceneField("right", \.right, .length), SceneField("bottom", \.bottom, .length),
      SceneField("start", \.start, SceneCoding<FlexLength>.length.optional),
      SceneField("end", \.end, SceneCoding<FlexLength>.length.optional),
    ])

  /// A name for two edges; each is written by its own.
  private static func pair(
    _ name: String, _ first: any WritableKeyPath<FlexEdges, FlexLength> & Sendable,
    _ second: any WritableKeyPath<FlexEdges, FlexLength> & Sendable
  ) -> SceneField<FlexEdges> {
    SceneField(name) { value, scope, edges throws(SceneFault) in
      let length = try SceneCoding<FlexLength>.length.read(value, scope)
      edges[keyPath: first] = length
      edges[keyPath: second] = length
    } write: { _, _ throws(SceneFault) in
      nil
    }
  }
}

extension SceneCoding<FlexAlign> {
  static var alignment: SceneCoding<FlexAlign> {
    .keyword(
      "alignment",
      [
        ("stretch", .stretch), ("flexStart", .flexStart), ("flexEnd", .flexEnd),
        ("center", .center), ("baseline", .baseline), ("start", .start), ("end", .end),
      ])
  }
}

extension SceneCoding<FlexJustify> {
  static var distribution: SceneCoding<FlexJustify> {
    .keyword(
      "distribution",
      [
        ("flexStart", .flexStart), ("flexEnd", .flexEnd), ("center", .center),
        ("spaceBetween", .spaceBetween), ("spaceAround", .spaceAround),
        ("spaceEvenly", .spaceEvenly), ("start", .start), ("end", .end),
      ])
  }
}

extension SceneCoding<FlexOverflow> {
  static var overflow: SceneCoding<FlexOverflow> {
    .keyword("overflow", [("visible", .visible), ("hidden", .hidden), ("scroll", .scroll)])
  }
}
