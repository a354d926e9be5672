import LinecasterTestSupport
import Testing

@testable import LinecasterFonts

@Suite struct TrueTypeContoursTests {
  private func starts(_ glyph: UInt32, _ glyphs: [[UInt8]]) -> [Bool] {
    var places: [Int] = [0]
    for glyph in glyphs { places.append(places[places.count - 1] + glyph.count) }
    return starts(glyph, glyphs.flatMap(\.self), places.flatMap { [0, 0, 0, UInt8($0)] })
  }

  private func starts(
    _ glyph: UInt32, _ table: [UInt8], _ locations: [UInt8], long: Bool = true
  ) -> [Bool] {
    table.withUnsafeBytes { table in
      locations.withUnsafeBytes { locations in
        TrueTypeContours(glyphs: table, locations: locations, hasLongLocations: long)
          .startsOffCurve(glyph)
      }
    }
  }

  private let box = [UInt8](repeating: 0, count: 8)

  /// A glyph with two contours of two points each; flags of points repeat.
  private var simple: [UInt8] {
    [0, 2] + box + [0, 1, 0, 3, 0, 1, 0xFF] + [0, 1 | 8, 1, 0]
  }

  private func composite(_ parts: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xFF] + box
    for (index, part) in parts.enumerated() {
      bytes += [0, index + 1 < parts.count ? 0x20 | 0x08 : 0x01, 0, part]
      bytes += [UInt8](repeating: 0, count: 4)
    }
    return bytes
  }

  @Test func readsTheFlagsOfFirstPoints() {
    #expect(starts(0, [simple]) == [true, false])
    #expect(starts(1, [simple]) == [])
    #expect(starts(1, [simple, []]) == [])
    #expect(starts(.max, [simple]) == [])
  }

  @Test func readsShortLocations() {
    #expect(starts(1, [0, 0] + simple + [0], [0, 0, 0, 1, 0, 12], long: false) == [true, false])
  }

  @Test func joinsTheContoursOfParts() {
    let glyphs = [simple, composite([0, 0]), composite([1, 0])]
    #expect(starts(1, glyphs) == [true, false, true, false])
    #expect(starts(2, glyphs) == [true, false, true, false, true, false])
  }

  @Test func endsOnGlyphsThatHoldThemselves() {
    #expect(starts(0, [composite([0])]) == [])
    #expect(starts(0, [composite([1, 1, 1, 1]), composite([0, 0, 0, 0])]) == [])
  }

  @Test func readsNothingBeyondTheTables() {
    var random = SeededGenerator(salt: 31)
    for _ in 0..<2000 {
      var table = Bool.random(using: &random) ? simple + composite([0, 1]) : random.bytes(40)
      for _ in 0..<3 { table[Int.random(in: table.indices, using: &random)] = .random(in: 0...255) }
      let locations: [UInt8] = [0, 0, 0, UInt8.random(in: 0...30, using: &random), 0, 60]
      for glyph: UInt32 in 0..<3 {
        #expect(starts(glyph, table, locations, long: false).count <= 65_536)
        #expect(starts(glyph, table, locations).count <= 65_536)
      }
    }
  }
}
