import LinecasterBase
import LinecasterCells
import LinecasterDisplay

extension LayoutNode {
  /// The modifiers that transform, filter, blend or mask a node when it is drawn.
  static let effects: [SceneField<LayoutNode>] = [
    SceneField(
      "textPaint", \.decoration.effects.textPaint, SceneCoding<DisplayPaint>.paint.optional,
      about: """
        The paint that replaces the colours of the node's own text, as far as its box reaches.
        """),
    SceneField(
      "textStroke", \.decoration.effects.textStroke, SceneCoding<TextStroke>.stroke.optional,
      about: "The outline of the node's own text; `isBehind` draws it behind the letters.",
      css: "-webkit-text-stroke",
      example: #"{"color": "black", "width": 2}"#),
    SceneField(
      "textFit", \.decoration.effects.textFit, SceneCoding<TextFit>.fit.optional,
      about: """
        Draws the node's own text in the largest of these sizes that fits its box without \
        breaking words; without a frame, it occupies the space of its own size.
        """,
      example: #"{"smallest": 12, "largest": 64}"#),
    SceneField(
      "zIndex", \.decoration.effects.zIndex, .integer(-1_000_000...1_000_000),
      about: "The order of drawing among siblings, 0 by default; higher numbers are in front.",
      css: "z-index"),
    SceneField(
      "transform", \.decoration.effects.transforms, .transforms,
      about: """
        Moves the drawing without changing the space it occupies: one change or a list, the last \
        applied first, as in CSS; angles are in degrees.
        """,
      css: "transform",
      example: #"[{"rotate": 45}, {"scale": 2}]"#),
    SceneField(
      "transformOrigin", \.decoration.effects.transformOrigin, .shares,
      about: "The fixed point of the transform, as fractions of the box.",
      css: "transform-origin"),
    SceneField(
      "blend", \.decoration.effects.blend, .keyword("blend mode"),
      about: "The blend mode with the drawing behind the node.", css: "mix-blend-mode"),
    SceneField(
      "filter", \.decoration.effects.filters, .filters,
      about: "The filters of the drawing; blurs are in layout points, hues in degrees.",
      css: "filter",
      example: #"{"blur": 4}"#),
    SceneField(
      "backdropFilter", \.decoration.effects.backdropFilters, .filters,
      about: """
        The filters for the drawing behind the box; a blur with a translucent background is \
        frosted glass.
        """,
      css: "backdrop-filter",
      example: #"{"blur": 12}"#),
    SceneField(
      "mask", \.decoration.effects.mask, SceneCoding<BoxLayer>.layer.optional,
      about: "The paint or image whose alpha masks the node.", css: "mask-image"),
  ]

  /// The background: a paint, or a list of layers, the first in front.
  static let background = SceneField<LayoutNode>(
    "background", .any(SceneCoding<DisplayPaint>.paint.optional.schema, BoxLayer.list.schema),
    about: "The paint behind the content, or layers, the first in front.",
    css: "background-color",
    example: #"[{"image": "coast.jpg", "mode": "fill"}]"#
  ) { value, scope, node throws(SceneFault) in
    node.decoration.effects.layers = []
    guard case .array = value.content else {
      node.decoration.background = try SceneCoding<DisplayPaint>.paint.optional.read(value, scope)
      return
    }
    var layers = try BoxLayer.list.read(value, scope)
    node.decoration.background = nil
    // The rear layer is the background of the box if it is a paint.
    if case .paint(let paint)? = layers.last ?? nil {
      node.decoration.background = paint
      layers.removeLast()
    }
    node.decoration.effects.layers = layers.compactMap { $0 }
  } write: { node, plain throws(SceneFault) in
    let background = node.decoration.background
    guard node.decoration.effects.layers.isEmpty else {
      return try BoxLayer.list.write(
        node.decoration.effects.layers + [background.map { .paint($0) }])
    }
    guard background != plain?.decoration.background else { return nil }
    return try SceneCoding<DisplayPaint>.paint.optional.write(background)
  }
}

extension BoxLayer {
  /// Layers, the first in front; null at the end for no background behind them.
  fileprivate static let list = SceneCoding<BoxLayer>.layer.optional
    .list(of: "layers", limit: 16)
}

extension SceneCoding<BoxLayer> {
  /// A paint, or `{"image": "coast.jpg", "mode": "fill"}`.
  fileprivate static var layer: SceneCoding<BoxLayer> {
    let record = SceneRecord<ImageArguments>(
      "property of layers",
      [
        SceneField("image", \.image, .image, isRequired: true),
        SceneField("mode", \.mode, .contentMode),
      ])
    let paint = SceneCoding<DisplayPaint>.paint
    return SceneCoding(.any(paint.schema, record.schema).named("layer")) {
      value, scope throws(SceneFault) in
      guard case .object(let members) = value.content,
        members.contains(where: { record.names.contains($0.name) })
      else { return .paint(try paint.read(value, scope)) }
      var arguments = ImageArguments()
      try record.read(value, scope, into: &arguments)
      return .image(arguments.image, arguments.mode)
    } write: { layer throws(SceneFault) in
      switch layer {
      case .paint(let paint): return try SceneCoding<DisplayPaint>.paint.write(paint)
      case .image(let image, let mode):
        return .object(
          try record.write(ImageArguments(image: image, mode: mode), plain: nil))
      }
    }
  }
}

extension SceneCoding<TextFit> {
  fileprivate static var fit: SceneCoding<TextFit> {
    .object(
      SceneRecord<TextFit>(
        "property of text fits",
        [
          SceneField("smallest", \.smallest, .number),
          SceneField("largest", \.largest, .number, isRequired: true),
        ]), initial: TextFit(largest: 0))
  }
}

extension SceneCoding<TextStroke> {
  fileprivate static var stroke: SceneCoding<TextStroke> {
    .object(
      SceneRecord<TextStroke>(
        "property of strokes",
        [
          SceneField("color", \.themeColor, .themeColor, isRequired: true),
          SceneField("width", \.width, .number, isRequired: true),
          SceneField("isBehind", \.isBehind, .bool),
        ]), initial: TextStroke(.clear, width: 0))
  }
}

extension SceneCoding where Value: Sendable {
  /// One value of a kind, or a list of them.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  fileprivate static func oneOrMore<Element: Sendable>(
    _ element: SceneCoding<Element>, _ what: String, named name: ExactText
  ) -> SceneCoding<Value> where Value == [Element] {
    let list = element.list(of: what, limit: 16)
    return SceneCoding(.any(element.schema, list.schema).named(name)) {
      value, scope throws(SceneFault) in
      if case .object = value.content { return [try element.read(value, scope)] }
      return try list.read(value, scope)
    } write: { values throws(SceneFault) in
      values.count == 1 ? try element.write(values[0]) : try list.write(values)
    }
  }
}

extension SceneCoding<Point> {
  /// Fractions of a box along both axes; an omitted axis is 0.5, the middle.
  fileprivate static var shares: SceneCoding<Point> { coordinates(plain: Point(x: 0.5, y: 0.5)) }

  /// A factor for both axes, or one for each; an omitted axis is 1.
  fileprivate static var factors: SceneCoding<Point> {
    let both = coordinates(plain: Point(x: 1, y: 1))
    return SceneCoding(.any(.number, both.schema)) { value, scope throws(SceneFault) in
      if case .number(let factor) = value.content { return Point(x: factor, y: factor) }
      return try both.read(value, scope)
    } write: { point throws(SceneFault) in
      point.x == point.y
        ? try SceneCoding<Double>.number.write(point.x) : try both.write(point)
    }
  }

  private static func coordinates(plain: Point) -> SceneCoding<Point> {
    .object(Point.fields, initial: plain, plain: plain)
  }
}

extension SceneCoding {
  /// An object with one member, whose name selects a case.
  ///
  /// - Parameters:
  ///   - what: The name of a case in messages.
  ///   - cases: Their names, and the codings of their values.
  ///   - write: Returns the member for a value.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  fileprivate static func choice(
    _ what: String,
    _ cases: [(
      name: ExactText, schema: SceneSchema,
      read: @Sendable (JSONValue, SceneScope) throws(SceneFault) -> Value
    )],
    write: @escaping @Sendable (Value) throws(SceneFault) -> JSONMember
  ) -> SceneCoding<Value> {
    SceneCoding(.choice(cases.map { ($0.name, $0.schema) })) { value, scope throws(SceneFault) in
      guard case .object(let members) = value.content, members.count == 1,
        let member = members.first
      else {
        throw SceneFault(
          value,
          isNot: "an object with one of \(cases.map(\.name.string).joined(separator: ", "))")
      }
      guard let known = cases.first(where: { $0.name == member.name }) else {
        throw SceneFault(
          unknown: what, member.name, at: member.offset, among: cases.map(\.name))
      }
      return try known.read(member.value, scope)
    } write: { value throws(SceneFault) in
      .object([try write(value)])
    }
  }
}

extension SceneCoding<[BoxTransform]> {
  /// `{"rotate": 45}`, or a list of such changes, the outermost first.
  fileprivate static var transforms: SceneCoding<[BoxTransform]> {
    oneOrMore(.transform, "transforms", named: "transforms")
  }
}

extension SceneCoding<BoxTransform> {
  fileprivate static var transform: SceneCoding<BoxTransform> {
    let (number, point) = (SceneCoding<Double>.number, SceneCoding<Point>.point)
    let (factors, matrix) = (SceneCoding<Point>.factors, SceneCoding<DisplayTransform>.matrix)
    return choice(
      "transform",
      [
        ("rotate", number.schema, { (v, s) throws(SceneFault) in .rotate(try number.read(v, s)) }),
        (
          "translate", point.schema,
          { (v, s) throws(SceneFault) in
            let point = try point.read(v, s)
            return .translate(x: point.x, y: point.y)
          }
        ),
        (
          "scale", factors.schema,
          { (v, s) throws(SceneFault) in
            let factors = try factors.read(v, s)
            return .scale(x: factors.x, y: factors.y)
          }
        ),
        (
          "skew", point.schema,
          { (v, s) throws(SceneFault) in
            let angles = try point.read(v, s)
            return .skew(x: angles.x, y: angles.y)
          }
        ),
        ("matrix", matrix.schema, { (v, s) throws(SceneFault) in .matrix(try matrix.read(v, s)) }),
      ]
    ) { transform throws(SceneFault) in
      switch transform {
      case .rotate(let degrees): JSONMember("rotate", try number.write(degrees))
      case .translate(let x, let y): JSONMember("translate", try point.write(Point(x: x, y: y)))
      case .scale(let x, let y): JSONMember("scale", try factors.write(Point(x: x, y: y)))
      case .skew(let x, let y): JSONMember("skew", try point.write(Point(x: x, y: y)))
      case .matrix(let numbers): JSONMember("matrix", try matrix.write(numbers))
      }
    }
  }
}

extension SceneCoding<DisplayTransform> {
  /// Six numbers, in the order of `matrix()` of CSS.
  fileprivate static var matrix: SceneCoding<DisplayTransform> {
    let list = SceneCoding<Double>.number.list(of: "numbers", limit: 6)
    return SceneCoding(.list(of: .number, least: 6, limit: 6)) { value, scope throws(SceneFault) in
      guard case .array(let elements) = value.content, elements.count == 6 else {
        throw SceneFault(value, isNot: "a list of six numbers")
      }
      let numbers = try list.read(value, scope)
      // There are fewer if faults were recorded.
      guard numbers.count == 6 else { return .identity }
      return DisplayTransform(
        a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], x: numbers[4], y: numbers[5])
    } write: { matrix throws(SceneFault) in
      try list.write([matrix.a, matrix.b, matrix.c, matrix.d, matrix.x, matrix.y])
    }
  }
}

extension SceneCoding<[DisplayFilter]> {
  /// `{"blur": 4}`, or a list of such filters.
  fileprivate static var filters: SceneCoding<[DisplayFilter]> {
    oneOrMore(.filter, "filters", named: "filters")
  }
}

extension SceneCoding<DisplayFilter> {
  fileprivate static var filter: SceneCoding<DisplayFilter> {
    let number = SceneCoding<Double>.number
    let makers: [(ExactText, @Sendable (Double) -> DisplayFilter)] = [
      ("blur", { .blur($0) }), ("brightness", { .brightness($0) }),
      ("contrast", { .contrast($0) }), ("saturate", { .saturate($0) }),
      ("grayscale", { .grayscale($0) }), ("sepia", { .sepia($0) }), ("invert", { .invert($0) }),
      ("hueRotate", { .hueRotate($0) }), ("opacity", { .opacity($0) }),
    ]
    return choice(
      "filter",
      makers.map { name, make in
        (name, number.schema, { (v, s) throws(SceneFault) in make(try number.read(v, s)) })
      }
    ) { filter throws(SceneFault) in
      let (name, amount): (ExactText, Double) =
        switch filter {
        case .blur(let amount): ("blur", amount)
        case .brightness(let amount): ("brightness", amount)
        case .contrast(let amount): ("contrast", amount)
        case .saturate(let amount): ("saturate", amount)
        case .grayscale(let amount): ("grayscale", amount)
        case .sepia(let amount): ("sepia", amount)
        case .invert(let amount): ("invert", amount)
        case .hueRotate(let amount): ("hueRotate", amount)
        case .opacity(let amount): ("opacity", amount)
        }
      return JSONMember(name, try number.write(amount))
    }
  }
}
