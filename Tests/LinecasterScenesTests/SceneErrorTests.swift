import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterText
import Testing

@testable import LinecasterScenes

/// Misplaced names, and names of CSS, lead to hints with the right place or name.
@Suite struct SceneHintTests {
  private func reason(_ json: String) throws -> String {
    try #require(throws: SceneError.self) { try Scene(json: json) }.reason
  }

  @Test(arguments: [
    (
      #"{"Row": [], "distribution": "center"}"#, "'distribution' is not a modifier",
      #"it belongs inside: {"Row": {"distribution": …, "content": […]}}"#
    ),
    (
      #"{"Column": [], "content": []}"#, "'content' is not a modifier",
      #"it belongs inside: {"Column": {"content": […]}}"#
    ),
    (
      #"{"Row": {"padding": 3}}"#, "'padding' is not an argument of Row",
      #"it belongs beside 'Row': {"Row": …, "padding": …}"#
    ),
    (
      #"{"Text": "a", "size": 3}"#, "'size' is not a modifier",
      #"it is a property of text styles: {"Text": {"string": …, "style": {"size": …}}}"#
    ),
    (
      ##"{"Text": {"string": "a", "color": "#FFF"}}"##, "'color' is not an argument of Text",
      #"it is a property of text styles: {"Text": {"string": …, "style": {"color": …}}}"#
    ),
    (
      #"{"Text": "a", "lineHeight": "normal"}"#, "'lineHeight' is not a modifier",
      #"it is a property of paragraph styles: "#
        + #"{"Text": {"string": …, "paragraphStyle": {"lineHeight": …}}}"#
    ),
    (
      #"{"Text": {"string": "a", "style": {"maximumLines": 1}}}"#,
      "'maximumLines' is not a property of text styles",
      #"it is a property of paragraph styles: "#
        + #"{"Text": {"string": …, "paragraphStyle": {"maximumLines": …}}}"#
    ),
    (
      #"{"Text": {"string": "a", "paragraphStyle": {"weight": 400}}}"#,
      "'weight' is not a property of paragraph styles",
      #"it is a property of text styles: {"Text": {"string": …, "style": {"weight": …}}}"#
    ),
    (
      #"{"Image": {"image": "a.png"}, "mode": "fit"}"#, "'mode' is not a modifier",
      #"it belongs inside: {"Image": {"mode": …}}"#
    ),
    (
      #"{"Text": {"string": "a", "style": {"fontSize": 3}}}"#,
      "'fontSize' is not a property of text styles",
      "for CSS 'fontSize', use 'size' of text styles"
    ),
    (
      #"{"Text": "a", "textAlign": "center"}"#, "'textAlign' is not a modifier",
      "for CSS 'textAlign', use 'alignment' of paragraph styles"
    ),
    (
      #"{"Row": {"gap": 3}}"#, "'gap' is not an argument of Row",
      "for CSS 'gap', use 'spacing' inside Row, Column and Grid, "
        + "or 'rowGap' and 'columnGap' beside them"
    ),
    (
      #"{"Row": {"alignItems": "center"}}"#, "'alignItems' is not an argument of Row",
      "for CSS 'alignItems', use 'alignment' inside Row and Column"
    ),
    (
      #"{"Spacer": {}, "top": 3}"#, "'top' is not a modifier",
      #"for CSS 'top', use 'inset': {"top": …}"#
    ),
    (
      #"{"Row": [], "justify": "center"}"#, "'justify' is not a modifier",
      "for CSS 'justify', use 'distribution' inside Row and Column"
    ),
    (
      #"{"Text": "a", "width": 3}"#, "'width' is not a modifier",
      #"for CSS 'width', use 'frame': {"width": …}"#
    ),
    (
      #"{"Row": [], "border-radius": 3}"#, "'border-radius' is not a modifier",
      "for CSS 'border-radius', use 'cornerRadius'"
    ),
    (
      #"{"div": []}"#, "'div' is not a layout", "for HTML 'div', use Row or Column"
    ),
    (
      #"{"Spacer": {}, "background": "red"}"#, "'red' is not a colour",
      "for CSS 'red', use '#FF0000' or a name from 'colors'"
    ),
    (
      #"{"Spacer": {}, "background": "rgb(1, 2, 3)"}"#, "'rgb(1, 2, 3)' is not a colour",
      "write colours as '#010203' or a name from 'colors'"
    ),
  ])
  func namesLeadToWhatIsMeant(node: String, name: String, hint: String) throws {
    #expect(try reason(#"{"body": \#(node)}"#) == "\(name); \(hint)")
  }

  @Test(arguments: [
    (
      #"{"Spacer": {}, "padding": "8px"}"#,
      "'8px' is not a length; write lengths without a unit, in CSS pixels: 8"
    ),
    (
      #"{"Spacer": {}, "padding": "1.5em"}"#,
      "'1.5em' is not a length; write lengths without a unit, in layout points"
    ),
    (
      #"{"Spacer": {}, "cornerRadius": "4"}"#,
      "'4' is not a number; write numbers without quotes: 4"
    ),
    (#"{"Spacer": {}, "cornerRadius": "pxpx"}"#, "'pxpx' is not a number"),
    (#"{"Spacer": {}, "cornerRadius": "infpx"}"#, "'infpx' is not a number"),
  ])
  func numbersHaveNoUnit(node: String, message: String) throws {
    #expect(try reason(#"{"body": \#(node)}"#) == message)
  }

  /// `alignment` is an argument of stacks and a modifier; beside a stack it could be either.
  @Test func alignmentsCannotBeConfused() throws {
    let message = try reason(#"{"body": {"Row": [], "alignment": "center"}}"#)
    #expect(
      message == "'alignment' beside Row is ambiguous; to place the children, write "
        + #"{"Row": {"alignment": …, "content": […]}}; "#
        + "to place this node, write 'alignSelf' beside it")
    let inside = try Scene(json: #"{"body": {"Row": {"alignment": "center", "content": []}}}"#)
    #expect(inside.layout == Row(alignment: .center) {}.node)
    let beside = try Scene(json: #"{"body": {"Row": [], "alignSelf": "center"}}"#)
    #expect(beside.layout == Row {}.alignment(.center))
    #expect(try Scene(beside.layout).json.contains(#""alignSelf": "center""#))
  }

  @Test func whatBelongsIntoTheBodyIsTold() throws {
    #expect(
      try reason(#"{"Text": "a"}"#)
        == "'Text' is not a member of scenes; layouts belong in 'body': "
        + #"{"body": {"Text": …}}"#)
    #expect(
      try reason(#"{"padding": 3, "body": {"Spacer": {}}}"#)
        == "'padding' is not a member of scenes; it belongs beside the layout in 'body'")
  }

  /// Hints only contain names that scenes have.
  @Test func hintsNameWhatScenesHave() throws {
    let names = Set(
      (SceneDocument.names + SceneElement.allCases.map(\.rawValue) + LayoutNode.modifiers.names
        + LayoutNode.stackArguments.names + LayoutNode.gridArguments.names
        + TextStyle.fields.names + ParagraphStyle.fields.names
        + ImageArguments.leaf.record.names + SceneText.names + [SceneInline.box, "link"])
        .map(\.string))
    #expect(CSSNames.properties.count > 50)
    for (name, meaning) in CSSNames.properties {
      for quoted in meaning.matches(of: /'([A-Za-z]+)'/).map({ String($0.1) }) {
        #expect(names.contains(quoted), "\(name): \(quoted)")
      }
    }
  }

  @Test func coloursAreThoseOfCSS() {
    #expect(CSSNames.colors.count == 147)
    #expect(CSSNames.colors.allSatisfy { Color(hex: "#\($0.value)") != nil })
    #expect(CSSNames.colors["rebeccapurple"] == "663399" && CSSNames.colors["tan"] == "D2B48C")
  }
}

@Suite struct SceneErrorTests {
  private func error(_ json: String) -> SceneError? {
    do {
      _ = try Scene(json: json, source: "a.json")
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    (
      #"{"body": {"Text": "a", "paddin": 4}}"#,
      "a.json:1:24: body.paddin: 'paddin' is not a modifier; did you mean 'padding'?"
    ),
    (
      #"{"body": {"text": "a"}}"#,
      "a.json:1:11: body.text: 'text' is not a layout; did you mean 'Text'?"
    ),
    (
      #"{"body": {"Row": [{"Text": "a"}, {"Spacer": {}, "grow": "x"}]}}"#,
      "a.json:1:57: body.Row[1].grow: 'x' is not a number"
    ),
    (
      "{\n \"body\": {\n  \"Text\": {\"string\": \"ü\", \"style\": {\"color\": \"blu\"}}}}",
      "a.json:3:46: body.Text.style.color: 'blu' is not a colour"
    ),
    (
      ##"{"colors": {"blue": "#00F"}, "body": {"Spacer": {}, "background": "blu"}}"##,
      "a.json:1:67: body.background: 'blu' is not a colour; did you mean 'blue'?"
    ),
    (
      #"{"body": {"Row": {"alignment": "centre"}}}"#,
      "a.json:1:32: body.Row.alignment: 'centre' is not an alignment; did you mean 'center'?"
    ),
    (
      #"{"body": {"Row": [], "Column": []}}"#,
      "a.json:1:22: body.Column: a node cannot be both Row and Column"
    ),
    (
      #"{"body": {"padding": 3}}"#,
      "a.json:1:10: body: the node has no layout; add one of "
        + "Row, Column, Grid, Text, Box, Image, Spacer, Part"
    ),
    (##"{"body": {"Box": {"color": "#FFF"}}}"##, "a.json:1:18: body.Box: 'size' is missing"),
    (
      #"{"body": {"Text": ["a", {"weight": 3}]}}"#,
      "a.json:1:25: body.Text[1]: a part of a text needs 'Styled'"
    ),
    (
      #"{"width": 0, "body": {"Spacer": {}}}"#,
      "a.json:1:11: width: 0 is not a width from 1 to 10000"
    ),
    (
      #"{"scale": 2, "body": {"Spacer": {}}}"#,
      "a.json:1:2: scale: 'scale' is not a member of scenes"
    ),
    (
      #"{"fonts": [{"family": "a"}], "body": {"Spacer": {}}}"#,
      "a.json:1:12: fonts[0]: 'file' is missing"
    ),
    (
      #"{"fonts": [{"family": "a", "file": "../a.ttf"}], "body": {"Spacer": {}}}"#,
      "a.json:1:36: fonts[0].file: '../a.ttf' is not a path inside the folder of the scene"
    ),
    (#"{"width": 2}"#, "a.json:1:1: 'body' is missing"),
    (#"[]"#, #"a.json:1:1: an array is not a scene, such as {"body": {"Text": "Hello"}}"#),
    (#"{"body": {"Text": "a"}"#, "a.json:1:23: not JSON: expected ',' or '}'"),
    (
      #"{"styles": {"a": {"sice": 3}}, "body": {"Spacer": {}}}"#,
      "a.json:1:19: styles.a.sice: 'sice' is not a property of text styles; did you mean 'size'?"
    ),
    (
      ##"{"colors": {"a": {"light": "#FFF"}}, "body": {"Spacer": {}}}"##,
      "a.json:1:18: colors.a: 'dark' is missing"
    ),
    (
      #"{"body": {"Text": {"string": "a", "style": {"features": {"toolong": 1}}}}}"#,
      "a.json:1:58: body.Text.style.features.toolong: "
        + "'toolong' is not a tag of one to four ASCII characters"
    ),
  ])
  func faultsAreNamedWithTheirPlace(json: String, expected: String) {
    #expect(error(json)?.description == expected)
  }

  @Test func whatGoesRoundIsAFault() {
    let part = error(
      #"{"parts": {"a": {"Row": [{"Part": "b"}]}, "b": {"Part": "a"}}, "body": {"Part": "a"}}"#)
    #expect(part?.code == .tooDeep && part?.reason == "the part 'a' contains itself")
    let style = error(
      #"{"styles": {"a": {"style": "b"}, "b": {"style": "a"}}, "body": {"Spacer": {}}}"#)
    #expect(style?.code == .tooDeep)
    let unused = error(#"{"parts": {"a": {"Part": "a"}}, "body": {"Spacer": {}}}"#)
    #expect(unused?.code == .tooDeep)
  }

  @Test func deepTreesAreFaultsAndNeverEndTheStack() throws {
    func nest(_ depth: Int) -> String {
      #"{"body": "# + String(repeating: #"{"Row": {"content": ["#, count: depth)
        + #"{"Spacer": {}}"# + String(repeating: "]}}", count: depth) + "}"
    }
    #expect(error(nest(LayoutNode.maximumDepth)) == nil)
    #expect(error(nest(LayoutNode.maximumDepth + 1))?.code == .tooDeep)
    #expect(error(nest(100_000))?.code == .tooDeep)
    #expect(error(String(repeating: "[", count: 1_000_000))?.code == .tooDeep)
    #expect(error(String(repeating: #"{"a":"#, count: 1_000_000))?.code == .tooDeep)
  }

  @Test func partsInPartsEndAtALimit() {
    // Each part uses the one before ten times: 10²⁰ nodes if all were made.
    var parts = [#""p0": {"Text": "laugh"}"#]
    for level in 1...20 {
      let uses = (0..<10).map { _ in #"{"Part": "p\#(level - 1)"}"# }.joined(separator: ",")
      parts.append(#""p\#(level)": {"Row": [\#(uses)]}"#)
    }
    let found = error(#"{"parts": {\#(parts.joined(separator: ","))}, "body": {"Part": "p20"}}"#)
    #expect(found?.code == .tooLarge && found?.reason == "more than 100000 nodes")
  }

  @Test func aSceneHasAsManyNodesAsIsSaid() {
    // 11, 111, 1,111 and 11,111 nodes; nine of the last in a row, and the row, are 100,000.
    let parts = (1...4).map { level in
      let uses = level == 1 ? #"{"Spacer": {}}"# : #"{"Part": "p\#(level - 1)"}"#
      let row = Array(repeating: uses, count: 10).joined(separator: ",")
      return #""p\#(level)": {"Row": [\#(row)]}"#
    }
    func scene(_ more: String) -> String {
      let nine = Array(repeating: #"{"Part": "p4"}"#, count: 9).joined(separator: ",")
      return #"{"parts": {\#(parts.joined(separator: ","))}, "body": {"Row": [\#(nine)\#(more)]}}"#
    }
    #expect(error(scene("")) == nil)
    #expect(error(scene(#", {"Spacer": {}}"#))?.code == .tooLarge)
  }

  @Test(arguments: [
    (##""shadow": [@]"##, ##"{"color": "#000"}"##, 16),
    (##""background": {"linear": {"stops": [@]}}"##, ##""#000""##, 256),
  ])
  func listsHaveLimits(member: String, element: String, limit: Int) {
    func scene(_ count: Int) -> String {
      let list = Array(repeating: element, count: count).joined(separator: ",")
      return #"{"body": {"Spacer": {}, \#(member.replacing("@", with: list))}}"#
    }
    #expect(error(scene(limit)) == nil)
    #expect(error(scene(limit + 1))?.code == .tooLarge)
  }

  @Test func aSceneHasAsManyFontsAsIsSaid() {
    func scene(_ count: Int) -> String {
      let font = #"{"family": "a", "file": "a.ttf"}"#
      let fonts = Array(repeating: font, count: count).joined(separator: ",")
      return #"{"fonts": [\#(fonts)], "body": {"Spacer": {}}}"#
    }
    #expect(error(scene(64)) == nil)
    #expect(error(scene(65))?.code == .tooLarge)
  }

  @Test func textInPartsEndsAtALimit() {
    let text = String(repeating: "x", count: 1 << 20)
    let uses = (0..<20).map { _ in #"{"Part": "p"}"# }.joined(separator: ",")
    let found = error(#"{"parts": {"p": {"Text": "\#(text)"}}, "body": {"Row": [\#(uses)]}}"#)
    #expect(found?.code == .tooLarge)
    #expect(error(String(repeating: " ", count: Scene.byteLimit + 1))?.code == .tooLarge)
  }
}
