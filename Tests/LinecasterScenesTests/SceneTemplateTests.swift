import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterScenes

/// Templates with their data, compared with the written-out scenes.
@Suite struct SceneTemplateTests {
  private func scene(_ template: String, _ data: String = "{}") throws -> Scene {
    try SceneTemplate(json: template, source: "card.json")
      .scene(with: data, source: "row.json", names: .none)
  }

  private func fault(_ template: String, _ data: String = "{}") -> String? {
    do {
      _ = try scene(template, data)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Bodies of templates, data, and the equivalent bodies of scenes.
  private static let pairs: [(template: String, data: String, scene: String)] = [
    (#"{"Text": "Hello {{name}}!"}"#, #"{"name": "Ada"}"#, #"{"Text": "Hello Ada!"}"#),
    (#"{"Text": "{{n}}"}"#, #"{"n": 12.5}"#, #"{"Text": "12.5"}"#),
    (
      #"{"Text": ["{{n}}", " of ", "{{m}}"]}"#, #"{"n": 1, "m": true}"#,
      #"{"Text": ["1", " of ", "true"]}"#
    ),
    (#"{"Spacer": {}, "grow": "{{n}}"}"#, #"{"n": 12}"#, #"{"Spacer": {}, "grow": 12}"#),
    (
      #"{"Spacer": {}, "padding": "{{p}}"}"#, #"{"p": {"left": 3}}"#,
      #"{"Spacer": {}, "padding": {"left": 3}}"#
    ),
    (#"{"Spacer": {}, "padding": "{{p?}}"}"#, "{}", #"{"Spacer": {}}"#),
    (#"{"Text": "{{p?}}", "label": "{{p?}}"}"#, "{}", #"{"Text": ""}"#),
    (#"{"Text": "a{{p?}}b"}"#, #"{"p": null}"#, #"{"Text": "ab"}"#),
    (#"{"Text": "{{{{n}} {{ a.b.1 }}"}"#, #"{"a": {"b": [1, "x"]}}"#, #"{"Text": "{{n}} x"}"#),
    (#"{"Text": "{{a.count}} é"}"#, #"{"a": [5, 5]}"#, #"{"Text": "2 é"}"#),
    (
      #"{"Row": [{"Repeat": "a", "content": {"Text": "{{item}}"}}, {"Spacer": {}}]}"#,
      #"{"a": ["x", 2]}"#, #"{"Row": [{"Text": "x"}, {"Text": "2"}, {"Spacer": {}}]}"#
    ),
    (
      #"""
      {"Row": [{"Repeat": "a", "as": "row", "index": "i", "content": [
        {"If": "i", "then": {"Spacer": {}}},
        {"Repeat": "row", "as": "x", "content": {"Text": "{{i}}{{x.y}}"}}]}]}
      """#, #"{"a": [[{"y": 1}, {"y": 2}], [], [{"y": 3}]]}"#,
      #"{"Row": [{"Text": "01"}, {"Text": "02"}, {"Spacer": {}}, {"Spacer": {}}, {"Text": "23"}]}"#
    ),
    (
      #"{"Row": [{"Repeat": 2, "as": "i", "content": {"Text": "{{i}}"}}]}"#, "{}",
      #"{"Row": [{"Text": "0"}, {"Text": "1"}]}"#
    ),
    (
      #"{"Row": [{"Repeat": "a", "content": [], "else": {"Text": "none"}}]}"#, #"{"a": []}"#,
      #"{"Row": [{"Text": "none"}]}"#
    ),
    (#"{"Row": "{{nodes}}"}"#, #"{"nodes": [{"Text": "a"}]}"#, #"{"Row": [{"Text": "a"}]}"#),
    (
      #"{"Row": [{"Spacer": {}}, "{{nodes}}"]}"#, #"{"nodes": [{"Text": "a"}, {"Text": "b"}]}"#,
      #"{"Row": [{"Spacer": {}}, {"Text": "a"}, {"Text": "b"}]}"#
    ),
    (
      #"{"Spacer": {}, "grow": {"If": "s", "is": "late", "then": 2, "else": 3}}"#,
      #"{"s": "late"}"#, #"{"Spacer": {}, "grow": 2}"#
    ),
    (
      #"{"Spacer": {}, "grow": {"If": "s", "is": 1, "then": 2, "else": 3}}"#, #"{"s": "1"}"#,
      #"{"Spacer": {}, "grow": 3}"#
    ),
    (#"{"Spacer": {}, "grow": {"If": "s", "then": 2}}"#, #"{"s": 0}"#, #"{"Spacer": {}}"#),
    (
      #"{"Row": [{"If": "s", "then": [{"Text": "a"}, {"Text": "b"}]}]}"#, #"{"s": [0]}"#,
      #"{"Row": [{"Text": "a"}, {"Text": "b"}]}"#
    ),
  ]

  @Test(arguments: pairs.indices)
  func aTemplateIsTheSceneThatIsWrittenOut(pair: Int) throws {
    let (template, data, body) = Self.pairs[pair]
    let made = try scene(#"{"body": \#(template)}"#, data)
    #expect(made == (try Scene(json: #"{"body": \#(body)}"#)), "\(template)")
    #expect(try Scene(json: made.json) == made)
  }

  @Test func dataTakeThePlaceOfThoseOfTheTemplate() throws {
    let template = try SceneTemplate(
      json: ##"""
        {"data": {"name": "sample"}, "defaults": {"ink": "#123456"}, "colors": {"ink": "{{ink}}"},
         "body": {"Text": {"string": "{{name}}", "style": {"color": "ink"}}}}
        """##)
    let written = { (name: String, ink: String) in
      ##"{"colors": {"ink": "\##(ink)"}, "body": {"Text": {"string": "\##(name)", "##
        + #""style": {"color": "ink"}}}}"#
    }
    #expect(try template.scene() == Scene(json: written("sample", "#123456")))
    #expect(try template.scene(with: #"{"name": "Ada"}"#) == Scene(json: written("Ada", "#123456")))
    #expect(
      try template.scene(with: ##"{"name": "Ada", "ink": "#FFF"}"##)
        == Scene(json: written("Ada", "#FFF")))
    // Null counts as no value, so the default applies.
    #expect(
      try template.scene(with: #"{"name": "Ada", "ink": null}"#)
        == Scene(json: written("Ada", "#123456")))
  }

  @Test func partsHaveParameters() throws {
    let template = #"""
      {"parts": {
         "badge": {"Row": [{"Text": "{{label}}"}, "{{more?}}"], "padding": "{{room?}}"},
         "two": {"Row": [{"Part": "badge", "with": {"label": "{{a}}"}}, {"Part": "plain"}]},
         "plain": {"Text": "{{title}}"}, "never": {"Text": "{{nothing}}"}},
       "body": {"Column": [
         {"Part": "two", "with": {"a": "{{title}}"}},
         {"Repeat": "tags", "as": "tag", "content": {
           "Part": "badge", "with": {"label": "{{tag}}", "room": 2, "more": [{"Spacer": {}}]},
           "opacity": 0.5}}]}}
      """#
    let made = try scene(template, #"{"title": "T", "tags": ["x", "y"]}"#)
    func badge(_ tag: String) -> LayoutNode {
      Row {
        Text(tag)
        Spacer()
      }.padding(2).opacity(0.5)
    }
    let expected = Column {
      Row {
        Row { Text("T") }
        Text("T")
      }
      badge("x")
      badge("y")
    }
    #expect(made.layout == expected.node)
    #expect(try Scene(json: made.json) == made)
  }

  /// Faults name the place in the template, and the place in the data that caused them.
  @Test(arguments: [
    (
      #"{"body": {"Text": "{{nam}}"}}"#, #"{"name": 1}"#,
      "card.json:1:19: body.Text: 'nam' is not a name in the data; did you mean 'name'?"
    ),
    (
      #"{"body": {"Text": "{{a.b}}"}}"#, #"{"a": {"bc": 1}}"#,
      "card.json:1:19: body.Text: 'b' is not a name in 'a'; did you mean 'bc'?"
    ),
    (
      #"{"body": {"Text": "{{a"}}"#, "{}",
      "card.json:1:19: body.Text: '{{a' is missing its closing '}}'"
    ),
    (
      #"{"body": {"Text": "{{}}"}}"#, "{}",
      "card.json:1:19: body.Text: '' is not a name such as author.name"
    ),
    (
      #"{"body": {"Spacer": {}, "grow": "{{n}}"}}"#, "{\n \"n\": \"much\"}",
      "card.json:1:33: body.grow: 'much' is not a number; the value comes from 'n' at row.json:2:7"
    ),
    (
      #"{"body": {"Row": [{"Repeat": "a", "content": {"Spacer": {}, "gro": 1}}]}}"#,
      #"{"a": [{"b": 3}, 5]}"#,
      "card.json:1:61: body.Row[0].content.gro: 'gro' is not a modifier; did you mean 'grow'?; "
        + "the value comes from \'a[0]\' at row.json:1:8"
    ),
    (
      #"{"body": {"Row": [{"Repeat": "a", "as": "x", "content": {"Text": "{{x.y}}"}}]}}"#,
      #"{"a": [{"y": 3}, {}]}"#,
      "card.json:1:66: body.Row[0].content.Text: 'y' is not a name in 'x'; "
        + "the value comes from \'a[1]\' at row.json:1:18"
    ),
    (
      #"{"body": {"Row": [{"Repeat": "a", "content": []}]}}"#, #"{"a": "x"}"#,
      "card.json:1:30: body.Row[0].Repeat: 'x' is not a list or a whole number to repeat over; "
        + "the value comes from \'a\' at row.json:1:7"
    ),
    (
      #"{"body": {"Row": [{"Repeat": -1, "content": []}]}}"#, "{}",
      "card.json:1:30: body.Row[0].Repeat: -1 is not a list or a whole number to repeat over"
    ),
    (
      #"{"body": {"Row": {"Repeat": "a", "content": []}}}"#, #"{"a": []}"#,
      "card.json:1:19: body.Row.Repeat: 'Repeat' must be an element of a list"
    ),
    (
      #"{"body": {"Row": [{"If": "a", "than": 1}]}}"#, "{}",
      "card.json:1:31: body.Row[0].than: 'than' is not a member of If; did you mean 'then'?"
    ),
    (
      #"{"body": {"Text": "a {{a}}"}}"#, #"{"a": []}"#,
      "card.json:1:19: body.Text: an array cannot be inserted into a text; "
        + "the value comes from \'a\' at row.json:1:7"
    ),
    (
      #"{"data": {"a": {"b": "x"}}, "body": {"Spacer": {}, "grow": "{{a.b}}"}}"#, "{}",
      "card.json:1:60: body.grow: 'x' is not a number; "
        + "the value comes from 'data.a.b' at card.json:1:22"
    ),
    (
      #"{"parts": {"a": {"Row": [{"Part": "a"}]}}, "body": {"Part": "a"}}"#, "{}",
      "card.json:1:35: parts.a.Row[0].Part: the part 'a' contains itself"
    ),
    (
      #"{"parts": {"a": {"Part": "b", "with": {}}, "b": {"Part": "a"}}, "body": {"Part": "b"}}"#,
      "{}", "card.json:1:26: parts.a.Part: the part 'b' contains itself"
    ),
    (
      #"{"body": {"Text": "a"}}"#, "[]",
      "row.json:1:1: an array is not an object with the data of a template"
    ),
    (#"{"body": {"Text": "a"}}"#, "{", "row.json:1:2: not JSON: expected a name in quotes"),
  ])
  func faultsNameTheirPlaces(template: String, data: String, message: String) {
    #expect(fault(template, data) == message)
  }

  /// The first example of the article is drawn with its own data; each other one is followed by
  /// data and its message.
  @Test func theChapterSaysWhatIsRead() throws {
    let blocks = try DocumentBlock.all(of: "Sources/Linecaster/Linecaster.docc/Templates.md")
      .filter { $0.language == "json" || $0.text.hasPrefix("card.json:") }
    #expect(blocks.count == 4)
    #expect(fault(blocks[0].text) == nil)
    let source = try SceneSource(json: Array(blocks[0].text.utf8))
    #expect(try source.scene() == SceneTemplate(json: blocks[0].text).scene())
    #expect(fault(blocks[1].text, blocks[2].text).map { $0 + "\n" } == blocks[3].text)
  }

  @Test func allFaultsAreTold() throws {
    let template = try SceneTemplate(
      json:
        #"{"body": {"Row": [{"Repeat": "a", "content": {"Text": "a", "paddin": 1, "gro": 1}}]}}"#)
    let faults = template.faults(with: Array(#"{"a": [1, 2]}"#.utf8))
    #expect(faults.map(\.path).filter { $0.hasSuffix("paddin") }.count == 2)
    #expect(faults.count == 4)
    #expect(template.faults(with: Array(#"{"a": []}"#.utf8)).isEmpty)
  }

  /// Short texts of enormous scenes are refused quickly.
  @Test(arguments: [
    #"{"body": {"Row": [{"Repeat": 1e18, "content": []}]}}"#,
    #"{"body": {"Row": [{"Repeat": 1e5, "content": {"Repeat": 1e5, "content": {"Spacer": {}}}}]}}"#,
    #"""
    {"data": {"a": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]}, "body": {"Row": [
     {"Repeat": "a", "content": {"Repeat": "a", "content": {"Repeat": "a", "content": {
      "Repeat": "a", "content": {"Repeat": "a", "content": {"Repeat": "a", "content": {
       "Repeat": "a", "content": []}}}}}}}]}}
    """#,
  ])
  func endlessTemplatesAreRefused(template: String) {
    let error = #expect(throws: SceneError.self) { try scene(template) }
    #expect(error?.code == .tooLarge)
  }

  @Test func partsThatDoubleAreBounded() {
    var parts = [#""p0": {"Text": "{{a}}{{a}}"}"#]
    for level in 1...30 {
      parts.append(#""p\#(level)": {"Part": "p\#(level - 1)", "with": {"a": "{{a}}{{a}}"}}"#)
    }
    let template =
      #"{"parts": {\#(parts.joined(separator: ", "))}, "#
      + #""body": {"Part": "p30", "with": {"a": "x"}}}"#
    let error = #expect(throws: SceneError.self) { try scene(template) }
    #expect(error?.code == .tooLarge)
  }

  /// A generator writes templates together with the scenes that they should make.
  @Test func randomTemplatesAreTheirScenes() throws {
    var random = SeededGenerator(salt: 2_101)
    for _ in 0..<200 {
      var writer = TemplateWriter(random: random)
      let (template, written) = writer.node(depth: 4)
      random = writer.random
      let made = try scene(#"{"body": \#(template)}"#, TemplateWriter.data)
      #expect(made == (try Scene(json: #"{"body": \#(written)}"#)), "\(template)\n\(random.seed)")
    }
  }

  /// Random text gives a scene, or a fault with a place, the same each time.
  @Test func randomTextIsNoTrap() {
    var random = SeededGenerator(salt: 2_102)
    let pieces = [
      "{", "}", "{{", "}}", "a", ".", "?", " ", "0", "é", "count", "\\u0000", "\\\\", "|", "'",
      " | fixed 2", " | plural a b",
    ]
    for _ in 0..<500 {
      let text = (0..<8).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      for template in [
        #"{"body": {"Text": "\#(text)"}}"#,
        #"{"body": {"Row": [{"Repeat": "\#(text)", "content": 1}]}}"#,
        #"{"body": {"Row": [{"If": "\#(text)", "then": {"Part": "\#(text)", "with": 1}}]}}"#,
      ] {
        let fault = fault(template, #"{"a": [{"a": 1}]}"#)
        #expect(fault == self.fault(template, #"{"a": [{"a": 1}]}"#), "\(template)")
        #expect(fault?.contains("body") != false, "\(template): \(fault ?? "")")
      }
    }
  }
}

/// Writes random templates over fixed data, with the equivalent scenes.
private struct TemplateWriter {
  var random: SeededGenerator
  /// The names in scope with their text in the data.
  private var names: [(path: String, words: String)] = [("a", "x"), ("b.c", "7"), ("l.1", "2")]

  static let data = #"{"a": "x", "b": {"c": 7}, "l": [1, 2, 3], "none": [], "no": false}"#

  init(random: SeededGenerator) { self.random = random }

  mutating func node(depth: Int) -> (template: String, scene: String) {
    guard depth > 0, !random.oneIn(4) else {
      let (path, words) = names.randomElement(using: &random) ?? ("a", "x")
      return (#"{"Text": "<{{\#(path)}}>"}"#, #"{"Text": "<\#(words)>"}"#)
    }
    var (templates, scenes): ([String], [String]) = ([], [])
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let (template, inner) = element(depth: depth - 1)
      templates.append(template)
      scenes += inner
    }
    return (
      #"{"Row": [\#(templates.joined(separator: ", "))]}"#,
      #"{"Row": [\#(scenes.joined(separator: ", "))]}"#
    )
  }

  private mutating func element(depth: Int) -> (template: String, scenes: [String]) {
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      // The content is repeated over numbers, which makes the text of each repetition different.
      let name = "i\(names.count)"
      names.append((name, "\u{1}\(name)\u{1}"))
      let (template, scene) = node(depth: depth)
      names.removeLast()
      return (
        #"{"Repeat": "l", "as": "\#(name)", "content": \#(template)}"#,
        ["1", "2", "3"].map { scene.replacing("\u{1}\(name)\u{1}", with: $0) }
      )
    case 1:
      let (yes, other) = (node(depth: depth), node(depth: depth))
      let holds = random.oneIn(2)
      let name = holds ? "l" : "none"
      return (
        #"{"If": "\#(name)", "then": \#(yes.template), "else": [\#(other.template)]}"#,
        [holds ? yes.scene : other.scene]
      )
    case 2: return (#"{"If": "no", "then": \#(node(depth: depth).template)}"#, [])
    default:
      let (template, scene) = node(depth: depth)
      return (template, [scene])
    }
  }
}
