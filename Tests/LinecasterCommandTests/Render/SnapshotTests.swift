import Foundation
import Linecaster
import Testing

/// Compares a drawn feed with the picture under `Snapshots`.
///
/// A picture that differs is put into `Snapshots/current`; with `SNAPSHOTS=accept` in the
/// environment it takes the place of the old one instead.
@Suite struct SnapshotTests {
  @Test(arguments: Theme.allCases)
  func aFeedLooksAsItDid(theme: Theme) async throws {
    let folder = try TemporaryFolder()
    let name = "feed-\(theme.rawValue).png"
    let feed = try folder.write(Feed.mixed, to: "feed.jsonl")
    let run = try await LinecasterRun([
      "render", feed, "-o", folder.file(name), "--width", "240", "--theme", theme.rawValue,
    ])
    #expect(run.status == 0, "\(run.errors)")
    let bytes = try folder.read(name)
    if ProcessInfo.processInfo.environment["SNAPSHOTS"] == "accept" {
      try bytes.write(to: Self.snapshots.appendingPathComponent(name))
    }
    let isSame = try Self.isSame(bytes, name)
    if !isSame { try Self.keep(bytes, name) }
    #expect(isSame, "look at Snapshots/current/\(name); SNAPSHOTS=accept accepts it")
  }

  private static let snapshots = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../Snapshots").standardizedFileURL

  private static func isSame(_ bytes: Data, _ name: String) throws -> Bool {
    let path = snapshots.appendingPathComponent(name).path
    guard FileManager.default.fileExists(atPath: path) else { return false }
    return try PNGDecoder().decode(path: path) == PNGDecoder().decode(Array(bytes))
  }

  private static func keep(_ bytes: Data, _ name: String) throws {
    let current = snapshots.appendingPathComponent("current")
    try FileManager.default.createDirectory(at: current, withIntermediateDirectories: true)
    try bytes.write(to: current.appendingPathComponent(name))
  }
}
