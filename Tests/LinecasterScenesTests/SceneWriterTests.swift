import Foundation
import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterScenes

@Suite struct SceneWriterTests {
  @Test func randomLayoutsAreReadAsTheyWereWritten() throws {
    var generator = SeededGenerator()
    for round in 0..<300 {
      let layout = generator.layout()
      let scene = try Scene(layout)
      #expect(scene.layout == layout, "round \(round), seed \(generator.seed)")
      let again = try Scene(json: scene.json)
      #expect(again == scene, "round \(round), seed \(generator.seed)")
      #expect(again.json == scene.json)
      #expect(again.layout == layout, "round \(round), seed \(generator.seed)")
    }
  }

  @Test func foundationReadsAndWritesTheSame() throws {
    var generator = SeededGenerator()
    for round in 0..<30 {
      let scene = try Scene(generator.layout(depth: 2))
      let decoded = try JSONDecoder().decode(Scene.self, from: Data(scene.json.utf8))
      #expect(
        decoded.layout == scene.layout,
        "round \(round), seed \(generator.seed)")
      // Foundation does not keep the order of names; font tags come sorted from the generator.
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let encoded = try encoder.encode(scene)
      #expect(
        try Scene(json: Array(encoded)).layout == scene.layout,
        "round \(round), seed \(generator.seed)")
    }
  }

  @Test func whatIsPlainIsLeftOut() throws {
    let layout = Column(spacing: 4) {
      Text("Hello")
      Box(.black, size: Size(width: 3, height: 2))
      Spacer()
    }.padding(8)
    #expect(
      try Scene(layout, width: 100, background: Color(rgb: 0xFE0102)).json == """
        {
          "width": 100,
          "background": "#FE0102",
          "body": {
            "Column": {
              "spacing": 4,
              "content": [
                {"Text": "Hello"},
                {"Box": {"color": "#000000", "size": {"width": 3, "height": 2}}},
                {"Spacer": {}}
              ]
            },
            "padding": 8
          }
        }

        """)
  }

  /// Names compare by bytes: canonically equivalent names are different.
  @Test func equivalentNamesOfStylesAreTwo() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    var text = AttributedText("a", style: TextStyle(families: [composed], language: composed))
    text.append("b", style: TextStyle(families: [decomposed], language: composed))
    text.append("c", style: TextStyle(families: [decomposed], language: decomposed))
    let layout = Text(Paragraph(text)).node
    let scene = try Scene(layout)
    #expect(scene.layout == layout)
    #expect(try Scene(json: scene.json).layout == layout)
  }

  /// Values that fit into 96 columns with their indentation are on one line.
  @Test func linesEndWhereTheyAreFull() {
    func text(_ letters: Int) -> String {
      JSONWriter.text(of: .array([.string(String(repeating: "x", count: letters))]))
    }
    #expect(text(92) == "[\"" + String(repeating: "x", count: 92) + "\"]\n")
    #expect(text(93) == "[\n  \"" + String(repeating: "x", count: 93) + "\"\n]\n")
  }

  @Test func numbersThatJSONLacksAreFaults() {
    let error = #expect(throws: SceneError.self) {
      try Scene(Text("a", style: TextStyle(size: .infinity)))
    }
    #expect(error?.description == "layout: size: inf cannot be written in JSON")
  }
}
