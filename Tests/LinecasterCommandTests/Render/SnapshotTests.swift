import Foundation
import Linecaster
import LinecasterSnapshots
import Testing

/// Compares a drawn feed with the images under `Snapshots/Feed`.
@Suite struct SnapshotTests {
  private static let folder = SnapshotFolder("Feed")

  @Test(arguments: Theme.allCases)
  func aFeedLooksAsItDid(theme: Theme) async throws {
    let folder = try TemporaryFolder()
    let feed = try folder.write(Feed.mixed, to: "feed.jsonl")
    let image = folder.file("feed.png")
    let run = try await LinecasterRun([
      "render", feed, "-o", image, "--width", "240", "--theme", theme.rawValue,
    ])
    #expect(run.status == 0, "\(run.errors)")
    let outcome = try Self.folder.compare(PNGDecoder().decode(path: image), theme.rawValue)
    #expect(outcome.isFine, "\(outcome)")
  }

  @Test func everyImageIsAskedFor() throws {
    let orphans = try Self.folder.orphans(besides: Theme.allCases.map(\.rawValue))
    #expect(orphans.isEmpty, "SNAPSHOTS=accept removes them")
  }
}
