import LinecasterCells
import LinecasterGeometry
import Testing

@testable import LinecasterScenes

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
      "a.json:1:24: body.paddin: there is no modifier 'paddin'; is it 'padding'?"
    ),
    (
      #"{"body": {"text": "a"}}"#,
      "a.json:1:11: body.text: there is no layout 'text'; is it 'Text'?"
    ),
    (
      #"{"body": {"Row": [{"Text": "a"}, {"Spacer": {}, "grow": "x"}]}}"#,
      "a.json:1:57: body.Row[1].grow: 'x' is not a number"
    ),
    (
      "{\n \"body\": {\n  \"Text\": {\"string\": \"ü\", \"style\": {\"color\": \"blu\"}}}}",
      "a.json:3:46: body.Text.style.color: there is no colour 'blu'"
    ),
    (
      ##"{"colors": {"blue": "#00F"}, "body": {"Spacer": {}, "background": "blu"}}"##,
      "a.json:1:67: body.background: there is no colour 'blu'; is it 'blue'?"
    ),
    (
      #"{"body": {"Row": {"alignment": "centre"}}}"#,
      "a.json:1:32: body.Row.alignment: there is no alignment 'centre'; is it 'center'?"
    ),
    (
      #"{"body": {"Row": [], "Column": []}}"#,
      "a.json:1:22: body.Column: a node is Row or Column, not both"
    ),
    (
      #"{"body": {"padding": 3}}"#,
      "a.json:1:10: body: a node is one of Row, Column, Text, Box, Image, Spacer, Part"
    ),
    (##"{"body": {"Box": {"color": "#FFF"}}}"##, "a.json:1:18: body.Box: 'size' is missing"),
    (
      #"{"body": {"Text": ["a", {"weight": 3}]}}"#,
      "a.json:1:25: body.Text[1]: a part of a text needs 'Styled'"
    ),
    (
      #"{"width": 0, "body": {"Spacer": {}}}"#,
      "a.json:1:11: width: 0.0 is not a width from 1 to 10000"
    ),
    (
      #"{"scale": 2, "body": {"Spacer": {}}}"#,
      "a.json:1:2: scale: there is no member of scenes 'scale'"
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
    (#"{"body": {"Text": "a"}"#, "a.json:1:23: not JSON: a comma or '}' is missing"),
    (
      #"{"styles": {"a": {"sice": 3}}, "body": {"Spacer": {}}}"#,
      "a.json:1:19: styles.a.sice: there is no property of text styles 'sice'; is it 'size'?"
    ),
    (
      ##"{"colors": {"a": {"light": "#FFF"}}, "body": {"Spacer": {}}}"##,
      "a.json:1:18: colors.a: a colour for each of light and dark"
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
    // Ten times the last one in each: 10²⁰ nodes, were they all made.
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
