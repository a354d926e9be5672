import LinecasterSnapshots
import Testing

@testable import LinecasterRaster

/// Compares drawn text with the blessed images under `Snapshots/Text`.
@Suite struct TextSnapshotTests {
  private static let folder = SnapshotFolder("Text")

  @Test(arguments: TextScene.all)
  func textLooksAsItDid(scene: TextScene) throws {
    let outcome = try Self.folder.compare(scene.draw(), scene.name)
    #expect(outcome.isFine, "\(outcome)")
  }

  @Test func everyImageIsAskedFor() throws {
    let orphans = try Self.folder.orphans(besides: TextScene.all.map(\.name))
    #expect(orphans.isEmpty, "SNAPSHOTS=accept removes them")
  }
}
