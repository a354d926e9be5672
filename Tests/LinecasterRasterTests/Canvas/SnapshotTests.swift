import LinecasterTesting
import Testing

@testable import LinecasterRaster

/// Compares drawn scenes with the blessed images under `Snapshots/Canvas`.
@Suite struct CanvasSnapshotTests {
  private static let folder = SnapshotFolder("Canvas")

  @Test(arguments: CanvasScene.all)
  func scenesLookAsTheyDid(scene: CanvasScene) throws {
    let outcome = try Self.folder.compare(scene.draw(scale: 1.5), scene.name)
    #expect(outcome.passes, "\(outcome)")
  }

  @Test func everyImageIsAskedFor() throws {
    let orphans = try Self.folder.orphans(besides: CanvasScene.all.map(\.name))
    #expect(orphans.isEmpty, "SNAPSHOTS=accept removes them")
  }
}

/// Compares drawn text with the blessed images under `Snapshots/Text`.
@Suite struct TextSnapshotTests {
  private static let folder = SnapshotFolder("Text")

  @Test(arguments: TextScene.all)
  func textLooksAsItDid(scene: TextScene) throws {
    let outcome = try Self.folder.compare(scene.draw(), scene.name)
    #expect(outcome.passes, "\(outcome)")
  }

  @Test func everyImageIsAskedFor() throws {
    let orphans = try Self.folder.orphans(besides: TextScene.all.map(\.name))
    #expect(orphans.isEmpty, "SNAPSHOTS=accept removes them")
  }
}
