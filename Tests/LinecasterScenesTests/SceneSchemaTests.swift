import Foundation
import LinecasterBase
import LinecasterCells
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterScenes

/// The reader of scenes and the schema for editors agree.
@Suite struct SceneSchemaTests {
  private let validator: SchemaValidator

  init() throws {
    validator = SchemaValidator(try JSONValue(json: Array(Scene.schema.utf8)))
  }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../..").standardizedFileURL

  /// The scenes of the project: those of the command, the documentation and the fuzzers.
  private static func scenes() throws -> [JSONValue] {
    var texts: [Data] = []
    for folder in [
      "Sources/LinecasterCommand/Demo", "Tests/Fuzz/Corpus/scene", "Tests/Fuzz/Regressions/scene",
    ] {
      let folder = root.appendingPathComponent(folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
        texts.append(try Data(contentsOf: folder.appendingPathComponent(name)))
      }
    }
    for page in ["Scenes", "SceneNodes", "SceneText", "CommandLine"] {
      texts += try DocumentBlock.all(of: "Sources/Linecaster/Linecaster.docc/\(page).md").map {
        Data($0.text.utf8)
      }
    }
    return texts.compactMap { try? JSONValue(json: Array($0)) }
  }

  /// A scene with members that the others do not use.
  private static let whole = """
    {"title": "a", "width": 300, "theme": "dark", "rendering": "plain",
     "background": "page", "fonts": [{"family": "a", "file": "a"}],
     "style": {"style": "title", "color": {"light": "ink", "dark": "#FFF"}},
     "colors": {"page": "#FFFFFF", "ink": {"light": "#111", "dark": "white"}},
     "styles": {"title": {"size": 3, "variations": {"wght": 3}, "features": {"smcp": 1}},
       "b": "title"},
     "parts": {"p": {"Text": ["a", {"Styled": ["b", {"Styled": "c"}], "style": "b", "width": 80}]}},
     "body": {"Column": {"spacing": "5%", "alignment": "center", "distribution": "end", "content": [
       {"Part": "p", "alignment": "end", "theme": "light", "frame": {"width": 3}},
       {"Row": [{"Spacer": {}, "inset": {"start": null, "top": 3}}], "alignSelf": "start",
        "border": {"top": "ink", "left": {"color": "#000", "width": 2}}, "tint": true},
       {"Text": {"string": [{"InlineBox": ["a", {"Ruby": "b", "annotation": ["c"]}], "padding": 3,
         "bidi": {"isolate": "rightToLeft"}, "verticalAlignment": {"raised": 3}, "link": "a"},
         {"Attachment": {"size": {"width": 1, "height": 2}, "image": "a", "corners": 2}},
         {"Attachment": {"layout": {"Row": [{"Text": "b"}], "padding": 1}, "margin": 2}}],
         "style": {"decorations": ["underline", {"position": "overline"}], "weight": 300},
         "truncationToken": ["…", {"InlineBox": "more", "link": "b"}],
         "strutStyle": {"size": 9}, "tabStops": [3, {"position": 9, "alignment": {"decimal": ","},
           "leader": "."}],
         "paragraphStyle": {"lineHeight": {"multiple": 2}, "maximumLines": 2,
           "hangingPunctuation": ["first", "allowEnd"], "justification": "kashida",
           "initialLetter": {"size": 3, "sink": 2}, "indentedLines": ["others"],
           "textBoxTrim": ["start"], "textBoxEdge": {"over": "ex", "under": "text"},
           "tabDistance": 8, "hyphenationLimits": {"linesInARow": 2}}}},
       {"Box": {"color": "page", "size": {"width": 1, "height": 2}}, "corners": {"topLeft": 3},
        "shadow": [{"color": "ink", "offset": {"x": 1}}], "opacity": 0.5,
        "background": {"radial": {"stops": ["ink", {"color": "#000", "place": 1}]}},
        "transform": [{"rotate": 3}, {"matrix": [1, 2, 3, 4, 5, 6]}, {"scale": 2}], "zIndex": 2,
        "filter": {"blur": 2}, "backdropFilter": [{"blur": 2}, {"sepia": 1}],
        "mask": {"image": "a.png"}, "blend": "screen",
        "textStroke": {"color": "ink", "width": 2}, "textPaint": "ink"},
       {"Image": {"image": "a.png", "mode": "fit"}, "border": "#000", "padding": {"horizontal": 3}}
     ]}}}
    """

  /// Whether a scene can be read. Undefined names of colours, styles, parts and areas, and shapes
  /// of areas are ignored, because the schema does not know them.
  private func isRead(_ value: JSONValue) -> Bool {
    let named = ["a colour", "a style in 'styles'", "a part in 'parts'"].map { "' is not \($0)" }
    let areas = ["The area ", "Row "]
    return Scene.faults(json: Array(JSONWriter.text(of: value).utf8)).allSatisfy { fault in
      // The names of colours are known in the member that defines them.
      fault.code == .unknownName && named.contains { fault.reason.contains($0) }
        && !fault.path.hasPrefix("colors.")
        || fault.reason.contains("' is not an area of the surrounding grid")
        || areas.contains(where: fault.reason.hasPrefix)
        || fault.code == .tooDeep || fault.code == .tooLarge
    }
  }

  @Test func theScenesOfTheProjectAreJudgedTheSame() throws {
    let scenes = try Self.scenes()
    let good = scenes.filter(isRead)
    #expect(scenes.count > 15 && good.count > 10 && good.count < scenes.count)
    for scene in scenes {
      #expect(try validator.accepts(scene) == isRead(scene), "\(JSONWriter.text(of: scene))")
    }
  }

  @Test func whatIsWrittenIsAccepted() throws {
    var generator = SeededGenerator()
    for round in 0..<100 {
      let scene = try Scene(generator.layout())
      #expect(try validator.accepts(scene.value), "round \(round), seed \(generator.seed)")
    }
  }

  /// The reader and the schema agree on scenes with one random change.
  @Test func changedScenesAreJudgedTheSame() throws {
    var generator = SeededGenerator(salt: 5)
    let whole = try JSONValue(json: Array(Self.whole.utf8))
    #expect(isRead(whole))
    #expect(try validator.accepts(whole))
    // A limit ends the reading, after which faults are not found.
    let scenes = try Self.scenes().filter { scene in
      Scene.faults(json: Array(JSONWriter.text(of: scene).utf8)).isEmpty
    }
    var accepted = 0
    let rounds = TestSettings.isLong ? 10_000 : 1_000
    for round in 0..<rounds {
      let base =
        switch round % 3 {
        case 0: whole
        case 1: scenes[Int.random(in: scenes.indices, using: &generator)]
        default: try Scene(generator.layout(depth: 2)).value
        }
      var mutator = SceneMutator(base, &generator)
      let changed = mutator.mutated(base, &generator)
      let isFine = try validator.accepts(changed)
      accepted += isFine ? 1 : 0
      #expect(
        isFine == isRead(changed),
        "round \(round), seed \(generator.seed): \(JSONWriter.text(of: changed))")
    }
    // Both results must occur often.
    #expect((rounds / 10...rounds * 9 / 10).contains(accepted), "\(accepted)")
  }

  /// The schema lists the fields, so new fields are tested automatically.
  @Test func everyFieldIsReadAsItsSchemaSays() throws {
    let schema = try JSONValue(json: Array(Scene.schema.utf8))
    let values = SchemaValues(validator)
    var generator = SeededGenerator(salt: 6)
    let definitions = schema["$defs"]
    let styles = definitions?["textStyle"]?["anyOf"]?.elements[1]["properties"]?.members ?? []
    let paragraphs =
      definitions?["textArgument"]?["anyOf"]?.elements[2]["properties"]?["paragraphStyle"]?[
        "properties"]?.members ?? []
    let modifiers = (definitions?["node"]?["properties"]?.members ?? []).filter {
      LayoutNode.modifiers.names.contains($0.name)
    }
    #expect(styles.count > 20 && paragraphs.count > 20 && modifiers.count > 50)
    for (place, fields) in [("style", styles), ("paragraphStyle", paragraphs), ("", modifiers)] {
      for field in fields where field.name != "style" {
        var accepted = 0
        for _ in 0..<30 {
          let member = JSONMember(field.name, try values.value(of: field.value, &generator))
          let node: [JSONMember] =
            place.isEmpty
            ? [JSONMember("Text", .string("a")), member]
            : [
              JSONMember(
                "Text",
                .object([
                  JSONMember("string", .string("a")),
                  JSONMember(ExactText(place), .object([member])),
                ]))
            ]
          let scene = JSONValue.object([JSONMember("body", .object(node))])
          let isFine = try validator.accepts(scene)
          accepted += isFine ? 1 : 0
          #expect(
            isFine == isRead(scene), "seed \(generator.seed): \(JSONWriter.text(of: scene))")
        }
        #expect(accepted > 0, "\(field.name), seed \(generator.seed)")
      }
    }
  }

  @Test func theSchemaIsOfTheStandard() throws {
    let schema = try JSONValue(json: Array(Scene.schema.utf8))
    #expect(schema["$schema"] == .string("https://json-schema.org/draft/2020-12/schema"))
    #expect(schema["$defs"]?["node"]?["properties"]?["cornerRadius"]?["type"] == .string("number"))
    // Editors load it whole. A rule that is written again for each field would multiply its size.
    let count = Scene.schema.utf8.count
    #expect(count < 96 << 10, "\(count) bytes; if only fields were added, raise the limit")
  }
}

/// A change of one value or member of a scene.
private struct SceneMutator {
  /// The number of values before the changed one.
  private var left: Int

  init(_ value: JSONValue, _ generator: inout SeededGenerator) {
    left = Int.random(in: 0..<Self.count(value), using: &generator)
  }

  private static func count(_ value: JSONValue) -> Int {
    switch value.content {
    case .array(let values): values.reduce(1) { $0 + count($1) }
    case .object(let members): members.reduce(1) { $0 + count($1.value) }
    default: 1
    }
  }

  mutating func mutated(_ value: JSONValue, _ generator: inout SeededGenerator) -> JSONValue {
    left -= 1
    if left == -1 { return Self.changed(value, &generator) }
    switch value.content {
    case .array(let values): return .array(values.map { mutated($0, &generator) })
    case .object(let members):
      return .object(members.map { JSONMember($0.name, mutated($0.value, &generator)) })
    default: return value
    }
  }

  private static let values: [String] = [
    "null", "true", "false", "0", "-1", "1.5", "60", "5000", "1e9", #""""#, ##""#FFF""##,
    ##""#12""##, #""black""#, #""auto""#, #""50%""#, #""5e1%""#, #""5%%""#, #""0x5%""#, #""8px""#,
    #""center""#, #""bold""#, #""underline""#, #""normal""#, #""row""#, #""light""#, #""../a""#,
    "[]", "[1]", #"["a"]"#, "{}", #"{"Text": "a"}"#, #"{"points": 3}"#, #"{"Spacer": {}}"#,
    #"{"width": 1, "height": 2}"#, #"{"color": "black"}"#, #"{"Styled": "a"}"#,
    #"{"Ruby": "a", "annotation": "b"}"#, #"{"Attachment": {"layout": {"Spacer": {}}}}"#,
    #"{"layout": {"Text": "a"}}"#, #"["first"]"#, #""kashida""#, #""é""#, #"["start"]"#,
    #"{"position": 3}"#, #"{"decimal": "."}"#, #"{"size": 2}"#, #"{"under": "text"}"#,
    #"{"light": "black", "dark": "white"}"#,
  ]

  private static func value(_ generator: inout SeededGenerator) -> JSONValue {
    let text = values.randomElement(using: &generator) ?? "null"
    return (try? JSONValue(json: Array(text.utf8))) ?? .null
  }

  private static func name(_ generator: inout SeededGenerator) -> ExactText {
    let names =
      SceneDocument.names + SceneElement.allCases.map(\.rawValue) + LayoutNode.modifiers.names
      + LayoutNode.stackArguments.names + TextStyle.fields.names + ParagraphStyle.fields.names
      + SceneText.names + [
        "content", "x", "Styled", "InlineBox", "annotation", "theme", "left", "layout",
      ]
    return names.randomElement(using: &generator) ?? "x"
  }

  private static func changed(
    _ value: JSONValue, _ generator: inout SeededGenerator
  ) -> JSONValue {
    switch value.content {
    case .object(var members) where !generator.oneIn(3):
      let name = name(&generator)
      let isNew = !members.contains { $0.name == name }
      switch Int.random(in: 0..<3, using: &generator) {
      case 0 where !members.isEmpty:
        members.remove(at: Int.random(in: members.indices, using: &generator))
      case 1 where !members.isEmpty && isNew:
        let index = Int.random(in: members.indices, using: &generator)
        members[index] = JSONMember(name, members[index].value)
      default:
        if isNew { members.append(JSONMember(name, self.value(&generator))) }
      }
      return .object(members)
    case .array(var values) where !generator.oneIn(3):
      values.append(self.value(&generator))
      return .array(values)
    default: return self.value(&generator)
    }
  }
}
