import LinecasterBundledFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterFonts

@Suite struct PageIndexTests {
  /// The index lists the families that a search of every family for every scalar of the page finds.
  @Test func listsWhoHasSomethingNearby() {
    var random = SeededGenerator(salt: 12)
    for _ in 0..<20 {
      let coverages = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        (0...Int.random(in: 0...2, using: &random)).map { _ in
          let start = UInt32.random(in: 0...0x1400, using: &random)
          return Coverage(ranges: [start...(start + .random(in: 0...600, using: &random))])
        }
      }
      let index = PageIndex(coverages)
      for page in UInt32(0)...0x20 {
        let expected = coverages.indices.filter { family in
          (page << 8...page << 8 | 0xFF).contains { value in
            coverages[family].contains { $0.contains(value) }
          }
        }
        #expect(
          index.families(near: page << 8 | 0x80).map(Int.init) == expected,
          "seed \(TestSettings.seed)")
      }
    }
  }

  @Test func isSmallAndEndsWithUnicode() throws {
    let fonts = try FontCollection.bundled()
    #expect(fonts.indexByteCount < 32 * 1024)
    let index = PageIndex([[Coverage(ranges: [0x10FFFF...0x10FFFF])]])
    #expect(index.families(near: 0x10FF00) == [0] && index.families(near: 0x110000).isEmpty)
    #expect(index.families(near: .max).isEmpty)
  }
}
