import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
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
      scene.layout, in: LayoutEnvironment(width: scene.width))
    #expect(arrangement.size.width == scene.width)
  }

  @Test func tellsAllFaults() {
    let text = #"{"body": {"Text": "a", "paddin": 1}}"#
    for fault in Scene.faults(json: Array(text.utf8), source: "card.json") { print(fault) }
    #expect(Scene.faults(json: Array(text.utf8)).count == 1)
  }

  @Test func fillsTemplates() throws {
    let template = try SceneTemplate(
      json: """
        {"data": {"names": []}, "body": {"Column": [
          {"Repeat": "names", "as": "name", "content": {"Text": "Hello {{name}}"}}]}}
        """)
    let scene = try template.scene(with: #"{"names": ["Ada", "Grace"]}"#)
    let written = try Scene(
      json: #"{"body": {"Column": [{"Text": "Hello Ada"}, {"Text": "Hello Grace"}]}}"#)
    #expect(scene == written)
  }

  @Test func fillsRows() throws {
    let text = #"{"body": {"Text": "{{name}}"}}"#
    let rows = [#"{"name": "Ada"}"#, #"{"name": "Grace"}"#]
    var scenes: [Scene] = []
    let template = try SceneTemplate(json: text, source: "card.json")
    for (number, row) in rows.enumerated() {
      let scene = try template.scene(with: row, source: "row \(number)")
      scenes.append(scene)
    }
    #expect(scenes.count == 2 && scenes[0] != scenes[1])
  }

  @Test func tellsFaults() {
    var scene: Scene?
    do {
      scene = try Scene(path: "card.json")
    } catch {
      print(error)  // card.json:1:37: body.Row[0].paddin: 'paddin' is not a modifier; …
    }
    #expect(scene == nil)
  }
}
