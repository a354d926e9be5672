import LinecasterBundledFonts
import LinecasterCells
import LinecasterGeometry
import LinecasterScenes
import LinecasterText
import Testing

/// The samples in the comments of LinecasterScenes.
@Suite struct TypeSamplesScenes {
  @Test func arranges() throws {
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let scene = try Scene(
      json: """
        {"body": {"Column": [{"Text": "Hello"}, {"Text": "नमस्ते"}], "padding": 12}}
        """)
    let arrangement = try arranger.arrange(
      scene.layout(in: .light), in: LayoutEnvironment(width: scene.width))
    #expect(arrangement.size.width == scene.width)
  }

  @Test func tellsAllFaults() {
    let text = #"{"body": {"Text": "a", "paddin": 1}}"#
    for fault in Scene.faults(json: Array(text.utf8), source: "card.json") { print(fault) }
    #expect(Scene.faults(json: Array(text.utf8)).count == 1)
  }

  @Test func tellsFaults() {
    var scene: Scene?
    do {
      scene = try Scene(path: "card.json")
    } catch {
      print(error)  // card.json:1:37: body.Row[0].paddin: there is no modifier 'paddin'; …
    }
    #expect(scene == nil)
  }
}
