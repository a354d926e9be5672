import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterScenes

/// The articles on scenes agree with the reader.
@Suite struct SceneChapterTests {
  private static let folder = "Sources/Linecaster/Linecaster.docc"
  private static let chapter = "\(folder)/Scenes.md"
  /// The articles with the tables of nodes, modifiers and values, and of text.
  private static let nodes = "\(folder)/SceneNodes.md"
  private static let text = "\(folder)/SceneText.md"
  private static let commandLine = "\(folder)/CommandLine.md"

  /// An example is a valid scene, or is followed by its message.
  @Test(arguments: [(chapter, 8), (nodes, 2), (text, 5), (commandLine, 1)])
  func everyExampleIsWhatItIsSaidToBe(document: String, count: Int) throws {
    let blocks = try DocumentBlock.all(of: document)
    #expect(blocks.count { $0.language == "json" } == count)
    for (index, block) in blocks.enumerated() where block.language == "json" {
      let next = index + 1 < blocks.count ? blocks[index + 1] : nil
      let message = next.flatMap { $0.text.hasPrefix("card.json:") ? $0.text : nil }
      #expect(Self.fault(block.text).map { $0 + "\n" } == message, "\(block.text)")
    }
  }

  private static func fault(_ json: String) -> String? {
    do {
      let scene = try Scene(json: json, source: "card.json")
      return try Scene(json: scene.json) == scene ? nil : "not the same when written"
    } catch {
      return "\(error)"
    }
  }

  @Test func everyNameIsInAChapter() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().appendingPathComponent("../..")
    let pages = try [Self.chapter, Self.nodes, Self.text].map {
      try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8)
    }
    let names =
      SceneDocument.names + SceneElement.allCases.map(\.rawValue) + LayoutNode.modifiers.names
      + LayoutNode.stackArguments.names + LayoutNode.gridArguments.names
      + TextStyle.fields.names + ParagraphStyle.fields.names
      + BoxArguments.leaf.record.names + ImageArguments.leaf.record.names + SceneText.names
    #expect(names.count > 80)
    for name in names {
      #expect(pages.contains { $0.contains("`\(name)`") }, "\(name)")
    }
  }

  @Test func aSceneBringsFontsAlong() throws {
    let folder = URL(fileURLWithPath: FontFixtures.variable).deletingLastPathComponent().path
    let scene = try Scene(
      json: #"{"fonts": [{"family": "a", "file": "Variable.ttf"}], "body": {"Text": "a"}}"#)
    let fonts = try scene.fonts(before: .bundled(), folder: folder)
    #expect(fonts.familyNames[0] == "a")
  }

  @Test func allFaultsAreTold() {
    let text = #"{"body": {"Text": "a", "paddin": 1, "margn": 2}}"#
    for fault in Scene.faults(json: Array(text.utf8), source: "card.json") { print(fault) }
    #expect(Scene.faults(json: Array(text.utf8)).count == 2)
  }

  @Test func aSceneIsDrawn() throws {
    let blocks = try DocumentBlock.all(of: Self.chapter)
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-scene-\(UUID().uuidString).json").path
    try Data(blocks[0].text.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let scene = try Scene(path: path)
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let arrangement = try arranger.arrange(
      scene.layout, in: LayoutEnvironment(width: scene.width, theme: .dark))
    let image = try DisplayRasterizer().rasterize(
      arrangement.displayList, background: scene.background.dark)
    #expect(image.width == 320 && (50...80).contains(image.height))
    #expect(arrangement.missingCharacters.isEmpty)
    let samples = blocks.filter { $0.language == "swift" }
    #expect(samples.count == 3)
    for sample in samples { #expect(try sample.isPart(ofFile: #filePath)) }
  }
}
