import Foundation
import LinecasterTestSupport
import Testing

/// What a process holds while it draws a picture that is longer than what it may hold.
///
/// It is asked for as long as it runs, which a busy machine may be too late for: a part of
/// `make nightly PART=stress`.
@Suite(.enabled(if: TestSettings.isLong, "only where LINECASTER_STRESS is long"))
struct PictureMemoryTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The most megabytes that were resident while a column of some points was drawn.
  private func peak(width: Int, height: Int, _ options: String...) async throws -> Double {
    let scene = try folder.write(
      ##"""
      {"width": \##(width), "body": {"Column": [
        {"Text": "start", "shadow": {"color": "#000", "blur": 4}},
        {"Box": {"color": "#08f", "size": {"width": 90, "height": \##(height)}}},
        {"Text": "end"}
      ]}}
      """##, to: "\(height).json")
    let (run, bytes) = try await LinecasterRun.measuringMemory(
      ["render", scene, "-o", folder.file("out.png")] + options)
    #expect(run.status == 0, "\(run.errors)")
    return Double(bytes) / 1_048_576
  }

  /// A picture of 24 MB in bands of 2 MB.
  private func peakInBands() async throws -> Double {
    try await peak(width: 400, height: 15_000, "--max-memory", "2")
  }

  @Test func aBandIsHeldAtOnce() async throws {
    let whole = try await peak(width: 400, height: 15_000)
    let bands = try await peakInBands()
    #expect(whole - bands > 12, "\(whole) MB, \(bands) MB in bands")
  }

  /// As a whole the picture has 1.4 GB.
  @Test func aMillionRowsTakeLittle() async throws {
    let long = try await peak(width: 360, height: 999_900)
    let short = try await peakInBands()
    #expect(long - short < 64, "\(long) MB, \(short) MB for a short one")
  }
}
