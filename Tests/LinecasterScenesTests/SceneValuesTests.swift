import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterScenes
import LinecasterText
import Testing

/// Every name and word in the article on scenes means the property or constant of that name in
/// Swift.
@Suite struct SceneValuesTests {
  private func node(_ members: String) throws -> LayoutNode {
    try Scene(json: #"{"body": {"Spacer": {}, \#(members)}}"#).layout
  }

  /// Expects that members of a node equal a change in Swift.
  private func expect(
    _ members: String, at location: SourceLocation = #_sourceLocation,
    _ change: (inout LayoutNode) -> Void
  ) throws {
    var expected = Spacer().node
    change(&expected)
    #expect(try node(members) == expected, "\(members)", sourceLocation: location)
  }

  private func words<Value>(
    _ name: String, _ path: WritableKeyPath<BoxStyle, Value>, _ values: [(String, Value)],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    for (word, value) in values {
      try expect(#""\#(name)": "\#(word)""#, at: location) { $0.style[keyPath: path] = value }
    }
  }

  @Test func lengths() throws {
    let lengths: [(String, BoxLength)] = [
      ("12.5", .points(12.5)), ("-3", .points(-3)), (#""50%""#, .percent(50)),
      (#""12.5%""#, .percent(12.5)), (#""auto""#, .auto), (#""content""#, .content),
      (#""minContent""#, .minContent), (#""maxContent""#, .maxContent),
      (#""fitContent""#, .fitContent), (#""stretch""#, .stretch),
    ]
    for (word, length) in lengths {
      try expect(#""basis": \#(word)"#) { $0.style.basis = length }
    }
    try expect(#""minWidth": 1"#) { $0.style.minWidth = .points(1) }
    try expect(#""minHeight": 2"#) { $0.style.minHeight = .points(2) }
    try expect(#""maxWidth": 3"#) { $0.style.maxWidth = .points(3) }
    try expect(#""maxHeight": 4"#) { $0.style.maxHeight = .points(4) }
    try expect(#""rowGap": 5"#) { $0.style.rowGap = .points(5) }
    try expect(#""columnGap": 6"#) { $0.style.columnGap = .points(6) }
    try expect(#""frame": {"width": 7}"#) { $0.style.width = .points(7) }
    try expect(#""frame": {"width": 7, "height": "8%"}"#) {
      $0.style.width = .points(7)
      $0.style.height = .percent(8)
    }
    try expect(#""grow": 2, "shrink": 0.5, "aspectRatio": 1.5"#) {
      $0.style.grow = 2
      $0.style.shrink = 0.5
      $0.style.aspectRatio = 1.5
    }
  }

  @Test func edges() throws {
    let (three, zero) = (BoxLength.points(3), BoxLength.points(0))
    let edges: [(String, BoxEdges)] = [
      ("3", BoxEdges(all: three)), (#""auto""#, BoxEdges(all: .auto)),
      (#"{"left": 3}"#, BoxEdges(left: three, top: zero, right: zero, bottom: zero)),
      (#"{"top": 3}"#, BoxEdges(left: zero, top: three, right: zero, bottom: zero)),
      (#"{"right": 3}"#, BoxEdges(left: zero, top: zero, right: three, bottom: zero)),
      (#"{"bottom": 3}"#, BoxEdges(left: zero, top: zero, right: zero, bottom: three)),
      (#"{"horizontal": 3}"#, BoxEdges(left: three, top: zero, right: three, bottom: zero)),
      (#"{"vertical": 3}"#, BoxEdges(left: zero, top: three, right: zero, bottom: three)),
      (
        #"{"horizontal": 3, "left": 0}"#,
        BoxEdges(left: zero, top: zero, right: three, bottom: zero)
      ),
    ]
    for (json, edges) in edges {
      try expect(#""padding": \#(json)"#) { $0.style.padding = edges }
      try expect(#""margin": \#(json)"#) { $0.style.margin = edges }
    }
    try expect(#""borderWidth": {"start": 3, "end": 1}"#) {
      $0.style.border = .zero
      $0.style.border.start = three
      $0.style.border.end = .points(1)
    }
    try expect(#""inset": {"horizontal": 3}"#) {
      $0.style.inset = BoxEdges(left: three, top: .auto, right: three, bottom: .auto)
    }
  }

  @Test func placing() throws {
    let aligns: [(String, BoxAlign)] = [
      ("stretch", .stretch), ("flexStart", .flexStart), ("flexEnd", .flexEnd),
      ("center", .center), ("baseline", .baseline), ("start", .start), ("end", .end),
      ("fill", .fill),
    ]
    try words("alignItems", \.alignItems, aligns)
    try words("justifyItems", \.justifyItems, aligns)
    try words("justifySelf", \.justifySelf, aligns.map { ($0, Optional($1)) })
    try words("alignment", \.alignSelf, aligns.map { ($0, Optional($1)) })
    try words(
      "justifyContent", \.justifyContent,
      [
        ("flexStart", .flexStart), ("flexEnd", .flexEnd), ("center", .center),
        ("spaceBetween", .spaceBetween), ("spaceAround", .spaceAround),
        ("spaceEvenly", .spaceEvenly), ("start", .start), ("end", .end),
      ])
    try words(
      "alignContent", \.alignContent,
      [
        ("stretch", .stretch), ("flexStart", .flexStart), ("flexEnd", .flexEnd),
        ("center", .center), ("spaceBetween", .spaceBetween), ("spaceAround", .spaceAround),
        ("spaceEvenly", .spaceEvenly), ("start", .start), ("end", .end),
      ])
    try words(
      "position", \.position,
      [("relative", .relative), ("absolute", .absolute), ("static", .static)])
    try words("boxSizing", \.boxSizing, [("borderBox", .borderBox), ("contentBox", .contentBox)])
    try words(
      "display", \.display,
      [
        ("flex", .flex), ("none", .none), ("contents", .contents), ("grid", .grid),
        ("block", .block),
      ])
    try words(
      "direction", \.direction,
      [
        ("row", .row), ("rowReverse", .rowReverse), ("column", .column),
        ("columnReverse", .columnReverse),
      ])
    try words(
      "wrap", \.wrap, [("nowrap", .nowrap), ("wrap", .wrap), ("wrapReverse", .wrapReverse)])
    try words(
      "writingDirection", \.writingDirection,
      [("leftToRight", .leftToRight), ("rightToLeft", .rightToLeft)])
    try words("rules", \.rules, [("css", .css), ("yoga", .yoga)])
    let overflows: [(String, BoxOverflow)] = [
      ("visible", .visible), ("hidden", .hidden), ("scroll", .scroll),
    ]
    try words("overflowX", \.overflowX, overflows)
    try words("overflowY", \.overflowY, overflows)
  }

  @Test func stacks() throws {
    let json = #"""
      {"body": {"Row": {"spacing": 5, "alignment": "end", "distribution": "spaceAround",
        "content": [{"Column": []}]}}}
      """#
    let row = Row(spacing: 5, alignment: .end, distribution: .spaceAround) { Column {} }
    #expect(try Scene(json: json).layout == row.node)
  }

  @Test func looks() throws {
    let red = Color(rgb: 0xFF0000)
    try expect(##""background": "#F00""##) { $0.decoration.background = .color(red) }
    try expect(#""cornerRadius": 3"#) { $0.decoration.corners = CornerRadii(all: 3) }
    try expect(
      #""corners": {"topLeft": 1, "topRight": 2, "bottomRight": 3, "bottomLeft": 4}"#
    ) {
      $0.decoration.corners = CornerRadii(
        topLeft: 1, topRight: 2, bottomRight: 3, bottomLeft: 4)
    }
    try expect(#""opacity": 0.5, "clipped": true"#) {
      $0.decoration.opacity = 0.5
      $0.decoration.clipsContent = true
    }
    try expect(##""tag": "like", "role": "button", "label": "Like", "value": "3""##) {
      $0 = $0.tag("like").role(.button, label: "Like", value: "3")
    }
    try expect(#""role": {"heading": 2}"#) { $0 = $0.role(.heading(level: 2)) }
    try expect(#""role": {"toggle": false}"#) { $0 = $0.role(.toggle(isOn: false)) }
    try expect(#""label": "A dog""#) { $0.label = ExactText("A dog") }
    try expect(#""tooltip": "Sends it", "tag": "a", "role": "button""#) {
      $0 = $0.tooltip("Sends it").tag("a").role(.button)
    }
    let shadow = Shadow(red, offset: Point(x: 1, y: 2), blur: 3, spread: 4, isInset: true)
    let json =
      ##"{"color": "#F00", "offset": {"x": 1, "y": 2}, "blur": 3, "spread": 4, "##
      + #""isInset": true}"#
    try expect(#""shadow": \#(json)"#) { $0.decoration.shadows = [shadow] }
    try expect(##""shadow": [{"color": "#F00"}, \##(json)]"##) {
      $0.decoration.shadows = [Shadow(red), shadow]
    }
    try expect(#""textShadow": \#(json)"#) { $0.decoration.textShadows = [shadow] }
    try expect(##""tint": "#F00""##) { $0.decoration.tint = ThemeColor(Color(rgb: 0xFF0000)) }
    try expect(#""tint": {"light": "black", "dark": "white"}"#) {
      $0.decoration.tint = ThemeColor(light: .black, dark: .white)
    }
    try expect(#""tint": true"#) { $0.decoration.tint = .text }
  }

  @Test func colorsOfEachTheme() throws {
    let pair = ThemeColor(light: .black, dark: .white)
    let json = #"{"light": "black", "dark": "white"}"#
    try expect(#""background": \#(json)"#) { $0.decoration.background = .themeColor(pair) }
    try expect(#""background": {"linear": {"stops": [{"color": \#(json), "place": 0}]}}"#) {
      $0.decoration.background = .linear(LinearGradient(stops: [GradientStop(pair, at: 0)]))
    }
    try expect(#""shadow": {"color": \#(json), "blur": 3}"#) {
      $0.decoration.shadows = [Shadow(pair, blur: 3)]
    }
    #expect(
      try node(#""border": {"color": \#(json), "width": 2}"#)
        == Spacer().border(pair, width: 2))
    #expect(throws: SceneError.self) { try node(#""background": {"light": "black"}"#) }
  }

  @Test func borders() throws {
    let red = Color(rgb: 0xFF0000)
    func same(_ json: String, _ border: Border) throws {
      #expect(try node(#""border": \#(json)"#) == Spacer().border(border), "\(json)")
    }
    // A colour alone means a solid line of one point.
    try same(##""#F00""##, Border(all: BorderEdge(width: 1, color: red, pattern: .solid)))
    try same(##"{"color": "#F00"}"##, Border(all: BorderEdge(width: 1, color: red)))
    for pattern in ["solid", "dashed", "dotted"] {
      try same(
        ##"{"color": "#F00", "width": 3, "pattern": "\##(pattern)"}"##,
        Border(
          all: BorderEdge(
            width: 3, color: red,
            pattern: ["solid": .solid, "dashed": .dashed][pattern] ?? .dotted)))
    }
    let edge = BorderEdge(width: 1, color: red)
    try same(##"{"top": "#F00"}"##, Border(top: edge))
    try same(##"{"right": "#F00"}"##, Border(right: edge))
    try same(##"{"bottom": "#F00"}"##, Border(bottom: edge))
    try same(##"{"left": "#F00"}"##, Border(left: edge))
  }

  @Test func paints() throws {
    let (red, blue) = (Color(rgb: 0xFF0000), Color(rgb: 0x0000FF))
    try expect(##""background": {"linear": {"angle": 90, "stops": ["#F00", "white", "#00F"]}}"##) {
      $0.decoration.background = .linear(
        LinearGradient(
          angle: 90,
          stops: [
            GradientStop(red, at: 0), GradientStop(.white, at: 0.5), GradientStop(blue, at: 1),
          ]))
    }
    let extents: [(String, RadialGradient.Extent)] = [
      ("closestSide", .closestSide), ("farthestSide", .farthestSide),
      ("closestCorner", .closestCorner), ("farthestCorner", .farthestCorner),
    ]
    for (word, extent) in extents {
      try expect(
        #""background": {"radial": {"center": {"x": 0.25, "y": 1}, "extent": "\#(word)", "#
          + ##""isCircle": true, "stops": [{"color": "#F00", "place": 0.25}]}}"##
      ) {
        $0.decoration.background = .radial(
          RadialGradient(
            center: Point(x: 0.25, y: 1), extent: extent, isCircle: true,
            stops: [GradientStop(red, at: 0.25)]))
      }
    }
  }
}

/// Names and words of texts.
@Suite struct SceneTextValuesTests {
  private func paragraph(_ style: String, _ lines: String = "") throws -> Paragraph? {
    let json = #"""
      {"body": {"Text": {"string": "a", "style": {\#(style)}, "paragraphStyle": {\#(lines)}}}}
      """#
    guard case .text(let paragraph) = try Scene(json: json).layout.content else {
      return nil
    }
    return paragraph
  }

  private func style(
    _ json: String, at location: SourceLocation = #_sourceLocation,
    _ change: (inout TextStyle) -> Void
  ) throws {
    var style = TextStyle()
    change(&style)
    #expect(
      try paragraph(json) == Paragraph("a", style: style), "\(json)", sourceLocation: location)
  }

  private func lines(
    _ json: String, at location: SourceLocation = #_sourceLocation,
    _ change: (inout ParagraphStyle) -> Void
  ) throws {
    var style = ParagraphStyle()
    change(&style)
    #expect(
      try paragraph("", json) == Paragraph("a", paragraphStyle: style), "\(json)",
      sourceLocation: location)
  }

  @Test func styles() throws {
    try style(#""size": 20"#) { $0.size = 20 }
    try style(#""letterSpacing": 1"#) { $0.letterSpacing = 1 }
    try style(#""wordSpacing": 2"#) { $0.wordSpacing = 2 }
    try style(#""baselineShift": 3"#) { $0.baselineShift = 3 }
    try style(#""families": ["A", "B"]"#) { $0.families = ["A", "B"] }
    try style(#""language": "ja""#) { $0.language = "ja" }
    try style(##""color": "#0F0", "background": "#00FF0080""##) {
      $0.color = Color(rgb: 0x00FF00)
      $0.background = Color(red: 0, green: 255, blue: 0, alpha: 128)
    }
    try style(#""variations": {"wght": 650}"#) { $0.variations = [FontVariation("wght", 650)] }
    try style(#""features": {"smcp": 1, "liga": 0}"#) {
      $0.features = [FontFeature("smcp", 1), FontFeature("liga", 0)]
    }
    try style(#""slant": "italic""#) { $0.slant = .italic }
    try style(#""slant": "oblique""#) { $0.slant = .oblique }
    try style(#""slant": "upright""#) { $0.slant = .upright }
  }

  @Test func weightsAndWidths() throws {
    let weights: [(String, Int)] = [
      (#""regular""#, 400), (#""medium""#, 500), (#""semibold""#, 600), (#""bold""#, 700),
      ("1", 1), ("1000", 1000), ("650", 650),
    ]
    for (word, weight) in weights {
      try style(#""weight": \#(word)"#) { $0.weight = FontWeight(weight) }
    }
    let widths: [(String, Double)] = [
      (#""condensed""#, 75), (#""normal""#, 100), (#""expanded""#, 125), ("50", 50), ("200", 200),
    ]
    for (word, percent) in widths {
      try style(#""width": \#(word)"#) { $0.width = FontWidth(percent: percent) }
    }
    for wrong in [
      #""weight": 0"#, #""weight": 1001"#, #""weight": 400.5"#, #""weight": "thick""#,
      #""width": 49"#, #""width": 201"#, #""width": "wide""#,
    ] {
      #expect(throws: SceneError.self, "\(wrong)") { try paragraph(wrong) }
    }
  }

  @Test func decorations() throws {
    let positions: [(String, TextDecoration.Position)] = [
      ("underline", .underline), ("strikethrough", .strikethrough), ("overline", .overline),
    ]
    for (word, position) in positions {
      try style(#""decorations": ["\#(word)"]"#) { $0.decorations = [TextDecoration(position)] }
    }
    let patterns: [(String, TextDecoration.Pattern)] = [
      ("solid", .solid), ("double", .double), ("dotted", .dotted), ("dashed", .dashed),
      ("wavy", .wavy),
    ]
    for (word, pattern) in patterns {
      try style(
        #""decorations": [{"position": "overline", "pattern": "\#(word)", "color": "white", "#
          + #""thickness": 2, "offset": -3}]"#
      ) {
        $0.decorations = [
          TextDecoration(.overline, pattern: pattern, color: .white, thickness: 2, offset: -3)
        ]
      }
    }
  }

  @Test func paragraphs() throws {
    for (word, value) in [
      ("start", .start), ("end", .end), ("left", .left), ("right", .right), ("center", .center),
      ("justify", .justify),
    ] as [(String, TextAlignment)] {
      try lines(#""alignment": "\#(word)""#) { $0.alignment = value }
    }
    try lines(#""baseDirection": "leftToRight""#) { $0.baseDirection = .leftToRight }
    try lines(#""baseDirection": "rightToLeft""#) { $0.baseDirection = .rightToLeft }
    try lines(#""baseDirection": "automatic""#) { $0.baseDirection = .automatic }
    for (json, height) in [
      (#""normal""#, .normal), (#"{"multiple": 1.5}"#, .multiple(1.5)),
      (#"{"points": 20}"#, .points(20)), (#"{"atLeast": 20}"#, .atLeast(20)),
    ] as [(String, LineHeight)] {
      try lines(#""lineHeight": \#(json)"#) { $0.lineHeight = height }
    }
    try lines(#""paragraphSpacing": 1"#) { $0.paragraphSpacing = 1 }
    try lines(#""firstLineIndent": 2"#) { $0.firstLineIndent = 2 }
    try lines(#""tabSize": 3"#) { $0.tabSize = 3 }
    try lines(#""maximumLines": 4"#) { $0.maximumLines = 4 }
    try lines(#""truncatesOverflow": true"#) { $0.truncatesOverflow = true }
    #expect(throws: SceneError.self) { try paragraph("", #""maximumLines": 0"#) }
  }

  @Test func lineBreaking() throws {
    for (word, value) in [
      ("normal", .normal), ("nowrap", .nowrap), ("pre", .pre), ("preWrap", .preWrap),
      ("preLine", .preLine), ("breakSpaces", .breakSpaces),
    ] as [(String, WhiteSpace)] {
      try lines(#""whiteSpace": "\#(word)""#) { $0.whiteSpace = value }
    }
    for (word, value) in [
      ("automatic", .automatic), ("loose", .loose), ("normal", .normal), ("strict", .strict),
      ("anywhere", .anywhere),
    ] as [(String, LineBreakStrictness)] {
      try lines(#""lineBreakStrictness": "\#(word)""#) { $0.lineBreakStrictness = value }
    }
    try lines(#""lineBreakRules": "css""#) { $0.lineBreakRules = .css }
    try lines(#""lineBreakRules": "unicode""#) { $0.lineBreakRules = .unicode }
    try lines(#""wordBreak": "normal""#) { $0.wordBreak = .normal }
    try lines(#""wordBreak": "breakAll""#) { $0.wordBreak = .breakAll }
    try lines(#""wordBreak": "keepAll""#) { $0.wordBreak = .keepAll }
    try lines(#""overflowWrap": "normal""#) { $0.overflowWrap = .normal }
    try lines(#""overflowWrap": "breakWord""#) { $0.overflowWrap = .breakWord }
    try lines(#""overflowWrap": "anywhere""#) { $0.overflowWrap = .anywhere }
  }
}
