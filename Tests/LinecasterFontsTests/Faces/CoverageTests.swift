import LinecasterBundledFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterFonts

@Suite struct CoverageTests {
  @Test func answersAsASetDoes() {
    var random = SeededGenerator(salt: 5)
    for _ in 0..<40 {
      var ranges: [ClosedRange<UInt32>] = []
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let start = UInt32.random(in: 0...0x3000, using: &random)
        ranges.append(start...(start + UInt32.random(in: 0...700, using: &random)))
      }
      let coverage = Coverage(ranges: ranges)
      let expected = Set(ranges.joined())
      let wrong = (0...UInt32(0x3400)).filter { coverage.contains($0) != expected.contains($0) }
      #expect(wrong == [], "ranges \(ranges), seed \(TestSettings.seed)")
    }
  }

  @Test func endsWhereUnicodeEnds() {
    let coverage = Coverage(ranges: [0x10FFF0...UInt32.max, 0x110000...0x110005])
    #expect(coverage.contains(0x10FFFF) && coverage.contains(0x10FFF0))
    #expect(!coverage.contains(0x10FFEF) && !coverage.contains(0x110000))
    #expect(!coverage.contains(.max) && !Coverage(ranges: []).contains(0))
    #expect(Coverage(ranges: [0...0x10FFFF]).contains(0xFFFF))
  }

  @Test func agreesWithTheCharacterMaps() throws {
    for face in try FontCollection.bundled().faces where face.weight == .regular {
      let wrong = (0...UInt32(0x1FFFF)).filter { value in
        guard let scalar = Unicode.Scalar(value) else { return false }
        return face.covers(scalar) != (face.harfBuzz.glyph(for: scalar) != nil)
      }
      #expect(wrong == [], "\(face.family)")
    }
  }
}
