import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterFonts

@Suite struct FontFaceOutlineTests {
  private func face(_ family: String) throws -> FontFace {
    try #require(
      try FontCollection.bundled().face(family: family, weight: .regular, slant: .upright))
  }

  private func outline(_ scalar: Unicode.Scalar, of face: FontFace) throws -> GlyphOutline {
    face.outline(of: try #require(face.harfBuzz.glyph(for: scalar)))
  }

  /// The corners are those that fontTools reads.
  @Test func drawsABar() throws {
    let outline = try outline("|", of: face("Noto Sans"))
    #expect(outline.unitsPerEm == 1000)
    #expect(outline.svgPath() == "M239,760 L312,760 L312,-241 L239,-241 Z")
  }

  @Test func isEmptyWhereThereIsNoOutline() throws {
    let sans = try face("Noto Sans")
    #expect(try outline(" ", of: sans).isEmpty)
    #expect(sans.outline(of: UInt32(sans.glyphCount)).isEmpty)
    #expect(sans.outline(of: .max).isEmpty)
    #expect(try outline("\u{1F600}", of: face("Noto Color Emoji")).isEmpty)
  }

  /// Outlines agree with the header of each glyph: the number of contours and the bounding box.
  @Test(arguments: ["Noto Sans", "Noto Sans Arabic", "Noto Sans Thai"])
  func agreesWithTheHeadersOfGlyphs(family: String) throws {
    let face = try face(family)
    let glyphs = try #require(
      TrueTypeGlyphs([UInt8](try Data(contentsOf: URL(fileURLWithPath: face.data.source)))))
    var compared = 0
    for glyph in 0..<face.glyphCount {
      let outline = face.outline(of: UInt32(glyph))
      guard let header = glyphs.header(of: glyph) else {
        #expect(outline.isEmpty, "glyph \(glyph)")
        continue
      }
      compared += 1
      #expect(outline.isClosed, "glyph \(glyph)")
      if header.contours >= 0 {
        #expect(outline.contours == header.contours, "glyph \(glyph)")
        #expect(outline.box == header.box, "glyph \(glyph)")
      } else {
        // Components of a glyph may be scaled, while the header has whole numbers.
        let distances = zip(outline.box, header.box).map { abs($0 - $1) }
        #expect(distances.allSatisfy { $0 <= 0.5 }, "glyph \(glyph)")
      }
    }
    #expect(compared > 100)
  }
}

extension TrueTypeGlyphs.Header {
  fileprivate var box: [Double] { [xMin, yMin, xMax, yMax].map(Double.init) }
}

extension GlyphOutline {
  fileprivate var contours: Int {
    segments.count { if case .move = $0 { true } else { false } }
  }

  /// Whether every contour is closed, before the next move and at the end.
  fileprivate var isClosed: Bool {
    zip([.close] + segments, segments + [.move(to: .zero)]).allSatisfy { before, after in
      if case .move = after { before == .close } else { before != .close }
    }
  }

  /// The bounding box of all points, control points included: fonts have points at extremes.
  fileprivate var box: [Double] {
    let points = segments.flatMap { segment -> [Point] in
      switch segment {
      case .move(let point), .line(let point): [point]
      case .quadratic(let control, let point): [control, point]
      case .cubic(let control1, let control2, let point): [control1, control2, point]
      case .close: []
      }
    }
    let xs = points.map(\.x)
    let ys = points.map(\.y)
    return [xs.min(), ys.min(), xs.max(), ys.max()].map { $0 ?? 0 }
  }
}

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

  /// A glyph with two contours of two points each, whose flags use the repeat bit.
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

/// The glyph headers of the `glyf` table: a second witness of outlines.
struct TrueTypeGlyphs {
  /// A glyph's header (OpenType 1.9, `glyf`).
  struct Header: Hashable {
    /// The number of contours; -1 for a composite glyph.
    var contours: Int
    var xMin: Int
    var yMin: Int
    var xMax: Int
    var yMax: Int
  }

  private let bytes: [UInt8]
  private let tables: [FontTag: Int]

  /// Reads the table directory of a file with one face; nil without these tables.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    var tables: [FontTag: Int] = [:]
    for record in 0..<Self.number(bytes, 4, 2) {
      let start = 12 + 16 * record
      let tag = FontTag(rawValue: UInt32(Self.number(bytes, start, 4)))
      tables[tag] = Self.number(bytes, start + 8, 4)
    }
    self.tables = tables
    guard tables["glyf"] != nil, tables["loca"] != nil, tables["head"] != nil else { return nil }
  }

  /// The header of a glyph; nil if the glyph has no outline.
  func header(of glyph: Int) -> Header? {
    guard let glyf = tables["glyf"], let loca = tables["loca"], let head = tables["head"] else {
      return nil
    }
    let isLong = Self.number(bytes, head + 50, 2) == 1
    let ends = (0...1).map { index in
      isLong
        ? Self.number(bytes, loca + 4 * (glyph + index), 4)
        : 2 * Self.number(bytes, loca + 2 * (glyph + index), 2)
    }
    guard ends[0] < ends[1] else { return nil }
    let fields = (0..<5).map { index in
      Int(Int16(truncatingIfNeeded: Self.number(bytes, glyf + ends[0] + 2 * index, 2)))
    }
    return Header(
      contours: fields[0], xMin: fields[1], yMin: fields[2], xMax: fields[3], yMax: fields[4])
  }

  private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
    bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
  }
}
