import Foundation
import LinecasterBase
import LinecasterRaster
import Testing

@testable import PictureDigests

/// A part of the book in this build; `.ci/pictures check` compares all of it in an optimized build.
@Suite(.timeLimit(.minutes(60))) struct PictureDigestsTests {
  @Test(arguments: [42])
  func picturesAreTheRecordedOnesHoweverTheyAreDrawn(group: Int) async throws {
    let recorded = try RecordedDigests()
    try #require(recorded.lines.indices.contains(group))
    let one = try PictureDigester(workers: 1)
    let bitmaps = try await one.bitmaps(ofGroup: group)
    #expect(bitmaps.count == PictureBook.groupSize)
    #expect(try PictureDigester.digest(bitmaps) == recorded.lines[group])
    one.forgetCells()
    #expect(try await one.bitmaps(ofGroup: group) == bitmaps, "warm")
    for workers in [2, 16] {
      let many = try PictureDigester(workers: workers)
      #expect(try await many.bitmaps(ofGroup: group) == bitmaps, "\(workers) workers")
    }
  }

  @Test func recordsAllOfThemAndNoTwoAlike() throws {
    let recorded = try RecordedDigests()
    #expect(recorded.lines.count == 100 && Set(recorded.lines).count == 100)
  }

  /// The digest covers the bytes after the size, as the shell command below does.
  @Test func aChangedPixelChangesTheDigest() throws {
    let white = try Bitmap(width: 3, height: 2, background: .white)
    var pixels = white.pixels
    pixels[17] = 254
    let other = try Bitmap(width: 3, height: 2, pixels: pixels)
    let turned = try Bitmap(width: 2, height: 3, background: .white)
    let digests = try [white, other, turned].map { try PictureDigester.digest([$0]) }
    #expect(Set(digests).count == 3)
    // printf '3x2;%24s' | tr ' ' '\377' | sha256sum
    #expect(digests[0] == "a0eb51db753222eb04521a0d643cb2c4e952d971bc41d995919691149731c152")
  }
}
