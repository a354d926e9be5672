import Foundation
import LinecasterBase
import LinecasterRaster
import LinecasterTestSupport
import LinecasterTesting
import Testing

/// Folders with any limit: an image is accepted, or reported as too large.
@Suite struct SnapshotsExtremesTests {
  @Test func folders() throws {
    let place = FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-limits-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: place) }
    let image = try Bitmap(width: 8, height: 8, background: .white)
    for limit in [Int.min, -1, 0, 1, 40, 20_000, .max] {
      let folder = SnapshotFolder(
        place.appendingPathComponent("\(limit)"), label: "Limits",
        current: place.appendingPathComponent("current"), maximumBytes: limit, accepts: true)
      let outcome = try folder.compare(image, "white")
      #expect(outcome.passes == (limit > 40), "\(limit): \(outcome)")
    }
  }
}
