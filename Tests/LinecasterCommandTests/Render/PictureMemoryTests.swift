import Foundation
import LinecasterTestSupport
import Testing

/// The memory of a process that draws a picture larger than its memory limit.
///
/// It is sampled while the process runs, which may be too late on a busy machine: a part of `make
/// nightly PART=stress`.
@Suite(.enabled(if: TestSettings.isLong, "only where LINECASTER_STRESS is long"))
struct PictureMemoryTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The maximum resident megabytes while a column of the given size is drawn.
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

  /// The maximum for a picture of 24 MB in bands of 2 MB.
  private func peakInBands() async throws -> Double {
    try await peak(width: 400, height: 15_000, "--max-memory", "2")
  }

  @Test func aBandIsHeldAtOnce() async throws {
    let whole = try await peak(width: 400, height: 15_000)
    let bands = try await peakInBands()
    #expect(whole - bands > 12, "\(whole) MB, \(bands) MB in bands")
  }

  /// The whole picture would take 1.4 GB.
  @Test func aMillionRowsTakeLittle() async throws {
    let long = try await peak(width: 360, height: 999_900)
    let short = try await peakInBands()
    #expect(long - short < 64, "\(long) MB, \(short) MB for a short one")
  }
}
