import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterDisplay
import LinecasterText

extension LayoutNode {
  /// The modifiers of layouts, by their names, and the other properties of `BoxStyle` by theirs.
  static let modifiers = SceneRecord<LayoutNode>(
    "modifier", looks + effects + sizes + placing + cells + wrapping + meanings)

  private static let sizes: [SceneField<LayoutNode>] = [
    SceneField(
      "padding", \.style.padding, .edges,
      about: "The space between the edges of the box and its content.", css: "padding"),
    SceneField(
      "margin", \.style.margin, .edges,
      about: "The space around the box.", css: "margin"),
    SceneField(
      "frame", frame.schema,
      about: "The width and height of the box.", example: #"{"width": 40}"#
    ) { value, scope, node throws(SceneFault) in
      try frame.read(value, scope, into: &node)
    } write: { node, plain throws(SceneFault) in
      let members = try frame.write(node, plain: plain)
      return members.isEmpty ? nil : .object(members)
    },
    SceneField(
      "minWidth", \.style.minWidth, .length,
      about: "The minimum width.", css: "min-width"),
    SceneField(
      "minHeight", \.style.minHeight, .length,
      about: "The minimum height.", css: "min-height"),
    SceneField(
      "maxWidth", \.style.maxWidth, .length,
      about: "The maximum width.", css: "max-width"),
    SceneField(
      "maxHeight", \.style.maxHeight, .length,
      about: "The maximum height.", css: "max-height"),
    SceneField(
      "aspectRatio", \.style.aspectRatio, SceneCoding<Double>.number.optional,
      about: "The width divided by the height.", css: "aspect-ratio"),
    SceneField(
      "boxSizing", \.style.boxSizing, .keyword("box-sizing mode"),
      about: "The box that sizes apply to.", css: "box-sizing"),
  ]

  private static let placing: [SceneField<LayoutNode>] = [
    SceneField(
      "grow", \.style.grow, .number,
      about: "The share of free space that the node takes.", css: "flex-grow"),
    SceneField(
      "shrink", \.style.shrink, .number,
      about: "The share of missing space that the node gives up.", css: "flex-shrink"),
    SceneField(
      "basis", \.style.basis, .length,
      about: "The size along the stack before growing and shrinking.", css: "flex-basis"),
    alignSelf(
      "alignment", ofStacks: false,
      about: "The node's own alignment across its stack, except of `Row`, `Column` and `Grid`."),
    alignSelf(
      "alignSelf", ofStacks: true, about: "The node's own alignment across its stack.",
      css: "align-self"),
    SceneField(
      "position", \.style.position, .keyword("position"),
      about: "The positioning: in the flow, or out of it.", css: "position"),
    SceneField(
      "inset", \.style.inset, .insets,
      about: "The distances from the edges of the containing box; omitted ones are `auto`.",
      css: "inset"),
    SceneField(
      "display", \.style.display,
      .keyword(
        "display mode",
        [
          ("flex", .flex), ("none", .none), ("contents", .contents), ("grid", .grid),
          ("block", .block),
        ]),
      about: "The layout of the children, or `none` to omit the node.", css: "display"),
    SceneField(
      "overflowX", \.style.overflowX, .overflow,
      about: "The horizontal overflow.", css: "overflow-x"),
    SceneField(
      "overflowY", \.style.overflowY, .overflow,
      about: "The vertical overflow.", css: "overflow-y"),
    SceneField(
      "writingDirection", \.style.writingDirection,
      SceneCoding<BoxWritingDirection>.keyword("direction").optional,
      about: "The direction in which rows run."),
  ]

  /// The alignment of a node within its stack: the modifier `alignment`, or the style property
  /// `alignSelf`. Stacks have `alignSelf` alone, because `alignment` is one of their arguments.
  private static func alignSelf(
    _ name: ExactText, ofStacks: Bool, about: StaticString, css: StaticString = ""
  ) -> SceneField<LayoutNode> {
    let coding = SceneCoding<BoxAlign>.alignment.optional
    return SceneField(name, coding.schema, about: about, css: css) {
      value, scope, node throws(SceneFault) in
      node.style.alignSelf = try coding.read(value, scope)
    } write: { node, plain throws(SceneFault) in
      var isStack = false
      if case .stack = node.content { isStack = true }
      let alignment = node.style.alignSelf
      guard isStack == ofStacks, alignment != plain?.style.alignSelf else { return nil }
      return try coding.write(alignment)
    }
  }

  private static let wrapping: [SceneField<LayoutNode>] = [
    SceneField(
      "direction", \.style.direction, .keyword("direction"),
      about: "The direction of a stack.", css: "flex-direction"),
    SceneField(
      "wrap", \.style.wrap, .keyword("wrap mode"),
      about: "The wrapping of a stack into lines.", css: "flex-wrap"),
    SceneField(
      "alignItems", \.style.alignItems, .alignment,
      about: "The alignment of children across the stack.", css: "align-items"),
    SceneField(
      "justifyContent", \.style.justifyContent, .distribution,
      about: "The distribution of children along the stack.", css: "justify-content"),
    SceneField(
      "alignContent", \.style.alignContent, .keyword("alignment"),
      about: "The distribution of the lines of a wrapping stack.", css: "align-content"),
    SceneField(
      "rowGap", \.style.rowGap, .length,
      about: "The distance between rows.", css: "row-gap"),
    SceneField(
      "columnGap", \.style.columnGap, .length,
      about: "The distance between columns.", css: "column-gap"),
    SceneField(
      "rules", \.style.rules, .keyword("set of layout rules"),
      about: "The rules of layout, where engines differ."),
  ]

  /// The arguments of the modifier of that name.
  private static let frame = SceneRecord<LayoutNode>(
    "property of frames",
    [
      SceneField("width", \.style.width, .length), SceneField("height", \.style.height, .length),
    ])
}

extension LayoutNode {
  /// The modifiers for the appearance of a box.
  static let looks: [SceneField<LayoutNode>] = [
    background, cornerRadius,
    SceneField("corners", CornerRadii.fields.schema, about: "The radii of the corners.") {
      value, scope, node throws(SceneFault) in
      try CornerRadii.fields.read(value, scope, into: &node.decoration.corners)
    } write: { node, plain throws(SceneFault) in
      let radii = node.decoration.corners
      guard radii != CornerRadii(all: radii.topLeft), radii != plain?.decoration.corners else {
        return nil
      }
      return .object(try CornerRadii.fields.write(radii, plain: nil))
    },
    border(SceneCoding<Border>.border.optional), borderWidth(.edges),
    SceneField(
      "shadow", \.decoration.shadows, .shadows,
      about: "The shadows of the box, the first in front.", css: "box-shadow",
      example: #"{"color": "black", "offset": {"x": 0, "y": 2}, "blur": 8}"#),
    SceneField(
      "textShadow", \.decoration.textShadows, .shadows,
      about: "The shadows of the node's own text.", css: "text-shadow"),
    SceneField(
      "opacity", \.decoration.opacity, .number,
      about: "The opacity, from 0 (invisible) to 1 (opaque).", css: "opacity"),
    SceneField(
      "clipped", \.decoration.clipsContent, .bool,
      about: "Whether content is clipped at the corners."),
    SceneField(
      "tint", \.decoration.tint, SceneCoding<ThemeColor>.tint.optional,
      about: """
        The colour for the opaque parts of an image, for example an icon; `true` for the text \
        colour.
        """),
  ]

  private static func border(_ coding: SceneCoding<Border?>) -> SceneField<LayoutNode> {
    SceneField(
      "border", coding.schema,
      about: "The border: one for all edges, or one for each.", css: "border",
      example: #"{"color": "black", "width": 1, "pattern": "solid"}"#
    ) { value, scope, node throws(SceneFault) in
      let border = try coding.read(value, scope)
      node.decoration.border = border
      node.style.border = BoxEdges(border?.insets ?? .zero)
    } write: { node, plain throws(SceneFault) in
      guard node.decoration.border != plain?.decoration.border else { return nil }
      return try coding.write(node.decoration.border)
    }
  }

  private static func borderWidth(_ coding: SceneCoding<BoxEdges>) -> SceneField<LayoutNode> {
    SceneField(
      "borderWidth", coding.schema,
      about: "Edges that take up space without drawing.", css: "border-width"
    ) { value, scope, node throws(SceneFault) in
      node.style.border = try coding.read(value, scope)
    } write: { node, _ throws(SceneFault) in
      let drawn = BoxEdges(node.decoration.border?.insets ?? .zero)
      return node.style.border == drawn ? nil : try coding.write(node.style.border)
    }
  }

  private static let cornerRadius = SceneField<LayoutNode>(
    "cornerRadius", .number,
    about: "The radius of all corners, in layout points.", css: "border-radius radius"
  ) {
    value, scope, node throws(SceneFault) in
    node.decoration.corners = CornerRadii(all: try SceneCoding<Double>.number.read(value, scope))
  } write: { node, plain throws(SceneFault) in
    let radii = node.decoration.corners
    guard radii == CornerRadii(all: radii.topLeft), radii != plain?.decoration.corners else {
      return nil
    }
    return try SceneCoding<Double>.number.write(radii.topLeft)
  }
}

extension CornerRadii {
  /// The corners of a box, by their names.
  static let fields = SceneRecord<CornerRadii>(
    "corner",
    [
      SceneField("topLeft", \.topLeft, .number), SceneField("topRight", \.topRight, .number),
      SceneField("bottomRight", \.bottomRight, .number),
      SceneField("bottomLeft", \.bottomLeft, .number),
    ])
}

extension BoxEdges {
  /// The same distances as lengths.
  fileprivate init(_ insets: Insets) {
    self.init(
      left: .points(insets.left), top: .points(insets.top), right: .points(insets.right),
      bottom: .points(insets.bottom))
  }
}

extension LayoutNode {
  /// The arguments of rows and columns, besides their content.
  static let stackArguments = SceneRecord<LayoutNode>(
    "argument of stacks",
    [
      spacing,
      SceneField(
        "alignment", \.style.alignItems, .alignment,
        about: "The alignment of children across the stack.", css: "align-items align"),
      SceneField(
        "distribution", \.style.justifyContent, .distribution,
        about: "The distribution of children along the stack.", css: "justify-content justify"),
    ])

  /// The distance between the children of a stack or a grid (CSS `gap`).
  static let spacing = {
    let length = SceneCoding<BoxLength>.length
    return SceneField<LayoutNode>(
      "spacing", length.schema,
      about: "The distance between children."
    ) {
      value, scope, node throws(SceneFault) in
      node.style.gap = try length.read(value, scope)
    } write: { node, plain throws(SceneFault) in
      let gap = node.style.rowGap
      guard gap == node.style.columnGap, gap != plain?.style.rowGap else { return nil }
      return try length.write(gap)
    }
  }()
}

extension SceneCoding<BoxLength> {
  /// Points, `"50%"`, `"auto"` or one of the other words of `BoxLength`.
  static var length: SceneCoding<BoxLength> {
    let words: [(String, BoxLength)] = [
      ("auto", .auto), ("content", .content), ("minContent", .minContent),
      ("maxContent", .maxContent), ("fitContent", .fitContent), ("stretch", .stretch),
    ]
    let keyword = SceneCoding.keyword("length", words)
    return SceneCoding(
      .any(.number, .string(matching: percentage), keyword.schema).named("length")
    ) { value, scope throws(SceneFault) in
      switch value.content {
      case .number(let points): return .points(points)
      case .string(let text) where text.utf8.last == UInt8(ascii: "%"):
        // Double reads words and hexadecimal digits too.
        guard text.utf8.dropLast().allSatisfy("+-.0123456789eE".utf8.contains),
          let percent = Double(String(text.unicodeScalars.dropLast())), percent.isFinite
        else {
          throw SceneFault(value, isNot: "a percentage")
        }
        return .percent(percent)
      case .string(let text):
        if SceneHint.number(text) != nil { throw SceneFault(value, isNotNumber: "a length") }
        return try keyword.read(value, scope)
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

extension SceneCoding<BoxLength> {
  private static var percentage: String {
    #"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?%$"#
  }
}

extension SceneCoding<BoxEdges> {
  /// One length for all edges, or an object with `left`, `top`, `right`, `bottom`, `start`, `end`,
  /// `horizontal` and `vertical`; omitted edges are 0.
  static var edges: SceneCoding<BoxEdges> { edges(.zero) }

  /// Edges whose omitted members are automatic (CSS `auto`).
  static var insets: SceneCoding<BoxEdges> { edges(.auto) }

  private static func edges(_ plain: BoxEdges) -> SceneCoding<BoxEdges> {
    let length = SceneCoding<BoxLength>.length
    return SceneCoding(.any(length.schema, BoxEdges.fields.schema).named("edges")) {
      value, scope throws(SceneFault) in
      guard case .object = value.content else {
        return BoxEdges(all: try length.read(value, scope))
      }
      var edges = plain
      try BoxEdges.fields.read(value, scope, into: &edges)
      return edges
    } write: { edges throws(SceneFault) in
      if edges == BoxEdges(all: edges.left) { return try length.write(edges.left) }
      return .object(try BoxEdges.fields.write(edges, plain: plain))
    }
  }
}

extension BoxEdges {
  fileprivate static let fields = SceneRecord<BoxEdges>(
    "edge",
    [
      pair("horizontal", \.left, \.right), pair("vertical", \.top, \.bottom),
      SceneField("left", \.left, .length), SceneField("top", \.top, .length),
      SceneField("right", \.right, .length), SceneField("bottom", \.bottom, .length),
      SceneField("start", \.start, SceneCoding<BoxLength>.length.optional),
      SceneField("end", \.end, SceneCoding<BoxLength>.length.optional),
    ])

  /// A name for two edges; each edge is written under its own name.
  private static func pair(
    _ name: ExactText, _ first: any WritableKeyPath<BoxEdges, BoxLength> & Sendable,
    _ second: any WritableKeyPath<BoxEdges, BoxLength> & Sendable
  ) -> SceneField<BoxEdges> {
    let coding = SceneCoding<BoxLength>.length
    return SceneField(name, coding.schema) { value, scope, edges throws(SceneFault) in
      let length = try coding.read(value, scope)
      edges[keyPath: first] = length
      edges[keyPath: second] = length
    } write: { _, _ throws(SceneFault) in
      nil
    }
  }
}

extension SceneCoding<BoxAlign> {
  static var alignment: SceneCoding<BoxAlign> {
    .keyword("alignment")
  }
}

extension SceneCoding<BoxJustify> {
  static var distribution: SceneCoding<BoxJustify> {
    .keyword("distribution")
  }
}

extension SceneCoding<BoxOverflow> {
  static var overflow: SceneCoding<BoxOverflow> {
    .keyword("overflow mode")
  }
}

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
    SceneField(
      "tooltip", \.tooltip, SceneCoding<ExactText>.exact("a text").optional,
      about: "The text that windows show beside a resting pointer."),
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
