import LinecasterCells
import LinecasterFlexbox

extension LayoutNode {
  /// The modifiers of layouts, by their names, and the other properties of `FlexStyle` by theirs.
  static let modifiers = SceneRecord<LayoutNode>("modifier", looks + sizes + placing + wrapping)

  private static let sizes: [SceneField<LayoutNode>] = [
    SceneField("padding", \.style.padding, .edges),
    SceneField("margin", \.style.margin, .edges),
    SceneField("frame") { value, scope, node throws(SceneFault) in
      try frame.read(value, scope, into: &node)
    } write: { node, plain throws(SceneFault) in
      let members = try frame.write(node, plain: plain)
      return members.isEmpty ? nil : .object(members)
    },
    SceneField("minWidth", \.style.minWidth, .length),
    SceneField("minHeight", \.style.minHeight, .length),
    SceneField("maxWidth", \.style.maxWidth, .length),
    SceneField("maxHeight", \.style.maxHeight, .length),
    SceneField("aspectRatio", \.style.aspectRatio, SceneCoding<Double>.number.optional),
    SceneField(
      "boxSizing", \.style.boxSizing,
      .keyword("box", [("borderBox", .borderBox), ("contentBox", .contentBox)])),
  ]

  private static let placing: [SceneField<LayoutNode>] = [
    SceneField("grow", \.style.grow, .number),
    SceneField("shrink", \.style.shrink, .number),
    SceneField("basis", \.style.basis, .length),
    SceneField("alignment", \.style.alignSelf, SceneCoding<FlexAlign>.alignment.optional),
    SceneField(
      "position", \.style.position,
      .keyword(
        "position", [("relative", .relative), ("absolute", .absolute), ("static", .static)])),
    SceneField("inset", \.style.inset, .insets),
    SceneField(
      "display", \.style.display,
      .keyword("display", [("flex", .flex), ("none", .none), ("contents", .contents)])),
    SceneField("overflowX", \.style.overflowX, .overflow),
    SceneField("overflowY", \.style.overflowY, .overflow),
    SceneField(
      "writingDirection", \.style.writingDirection,
      SceneCoding<FlexWritingDirection>.keyword(
        "direction", [("leftToRight", .leftToRight), ("rightToLeft", .rightToLeft)]
      ).optional),
  ]

  private static let wrapping: [SceneField<LayoutNode>] = [
    SceneField(
      "direction", \.style.direction,
      .keyword(
        "direction",
        [
          ("row", .row), ("rowReverse", .rowReverse), ("column", .column),
          ("columnReverse", .columnReverse),
        ])),
    SceneField(
      "wrap", \.style.wrap,
      .keyword("wrap", [("nowrap", .nowrap), ("wrap", .wrap), ("wrapReverse", .wrapReverse)])),
    SceneField("alignItems", \.style.alignItems, .alignment),
    SceneField("justifyContent", \.style.justifyContent, .distribution),
    SceneField(
      "alignContent", \.style.alignContent,
      .keyword(
        "alignment",
        [
          ("stretch", .stretch), ("flexStart", .flexStart), ("flexEnd", .flexEnd),
          ("center", .center), ("spaceBetween", .spaceBetween), ("spaceAround", .spaceAround),
          ("spaceEvenly", .spaceEvenly), ("start", .start), ("end", .end),
        ])),
    SceneField("rowGap", \.style.rowGap, .length),
    SceneField("columnGap", \.style.columnGap, .length),
    SceneField("rules", \.style.rules, .keyword("rules", [("css", .css), ("yoga", .yoga)])),
  ]

  /// The arguments of the modifier of that name.
  private static let frame = SceneRecord<LayoutNode>(
    "length of frames",
    [
      SceneField("width", \.style.width, .length), SceneField("height", \.style.height, .length),
    ])
}
