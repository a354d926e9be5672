#if WOFF
  import Foundation
  import LinecasterBase
  import LinecasterTestSupport
  import Testing

  @testable import LinecasterFiles
  @testable import LinecasterFonts

  /// Compressed fonts equal the fonts that they were made from.
  @Suite struct CompressedFontsTests {
    /// A compressed file, the font that it contains, and the tables whose bytes may differ.
    struct Pair: CustomTestStringConvertible, Sendable {
      let compressed: String
      let font: String
      var rewritten: Set<String> = []

      var testDescription: String { compressed }
    }

    /// WOFF2 rewrites outlines, and `head` has a checksum of all tables.
    static let pairs = [
      Pair(compressed: "Small.woff", font: "Small.ttf"),
      Pair(compressed: "Plain.woff2", font: "Small.ttf", rewritten: ["head"]),
      Pair(compressed: "Small.woff2", font: "Small.ttf", rewritten: ["head", "glyf", "loca"]),
      Pair(compressed: "Stored.woff2", font: "Small.ttf", rewritten: ["head", "glyf", "loca"]),
      Pair(compressed: "Figures.woff2", font: "Figures.otf", rewritten: ["head"]),
    ]

    private func bytes(_ name: String) throws -> [UInt8] {
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: FontFixtures.compressed(name))))
    }

    @Test(arguments: pairs)
    func tablesAreThoseOfTheFont(pair: Pair) throws {
      let data = FontData(try bytes(pair.compressed), name: pair.compressed)
      let tables = FontTables(data.withBytes { Array($0) })
      let original = FontTables(try bytes(pair.font))
      #expect(tables.flavor == original.flavor && tables.length == data.bytes.count)
      #expect(tables.tags == tables.tags.sorted() && tables.tags == original.tags.sorted())
      for tag in tables.tags where !pair.rewritten.contains(tag) {
        #expect(tables[tag] == original[tag], "\(tag)")
      }
      // Only the checksum differs, and bit 11 of the flags, which marks compressed fonts (WOFF 2
      // §5).
      for range in [0..<8, 12..<16, 17..<54] {
        #expect(tables["head"]?[range] == original["head"]?[range])
      }
    }

    @Test(arguments: pairs)
    func facesAreThoseOfTheFont(pair: Pair) throws {
      let path = FontFixtures.compressed(pair.compressed)
      let original = try FontFace(path: FontFixtures.compressed(pair.font))
      let opened = [
        try FontFace(path: path),
        try FontFace(data: FontData(try bytes(pair.compressed), name: path)),
      ]
      for face in opened {
        #expect(face.data.source == path && face.family == original.family)
        #expect(face.metrics == original.metrics && face.glyphCount == original.glyphCount)
        expectSameGlyphs(face, original)
      }
      #expect(opened[0].covers(original.covers("é") ? "é" : "7"))
    }

    private func expectSameGlyphs(_ face: FontFace, _ original: FontFace) {
      for glyph in 0..<UInt32(original.glyphCount) {
        #expect(face.outline(of: glyph).svgPath() == original.outline(of: glyph).svgPath())
        #expect(
          face.harfBuzz.advance(ofGlyph: glyph) == original.harfBuzz.advance(ofGlyph: glyph))
      }
    }

    @Test func collectionsHaveAllFaces() throws {
      let faces = try FontFace.all(path: FontFixtures.compressed("Pair.woff2"))
      #expect(faces.map(\.weight) == [.regular, .bold] && faces.map(\.index) == [0, 1])
      let original = try FontFace(path: FontFixtures.compressed("Small.ttf"))
      expectSameGlyphs(try #require(faces.first), original)
      #expect(faces.last?.outline(of: 3).isEmpty == false)
      #expect(faces.last?.outline(of: 3).svgPath() != original.outline(of: 3).svgPath())
    }

    @Test func documentsSubsetTheDecompressedFont() throws {
      let original = try FontFace(path: FontFixtures.compressed("Small.ttf"))
      let expected = try #require(FontSubset(original, glyphs: [3, 8], for: .glyphs))
      for name in ["Small.woff", "Plain.woff2"] {
        let face = try FontFace(path: FontFixtures.compressed(name))
        let subset = try #require(FontSubset(face, glyphs: [3, 8], for: .glyphs))
        #expect(FontTables(subset.bytes)["glyf"] == FontTables(expected.bytes)["glyf"])
        #expect(subset.numbers == expected.numbers)
      }
    }
  }

  /// The tables of a font file (OpenType, table directory).
  private struct FontTables {
    let flavor: ArraySlice<UInt8>
    let tags: [String]
    /// The size of the file according to its directory.
    let length: Int
    private let tables: [String: [UInt8]]

    init(_ file: [UInt8]) {
      func number(_ place: Int) -> Int {
        file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      }
      flavor = file.prefix(4)
      let records = (0..<number(4) >> 16).map { index in
        let entry = 12 + 16 * index
        return (
          tag: String(decoding: file[entry..<entry + 4], as: UTF8.self),
          range: number(entry + 8)..<number(entry + 8) + number(entry + 12)
        )
      }
      tags = records.map(\.tag)
      tables = Dictionary(records.map { ($0.tag, Array(file[$0.range])) }) { first, _ in first }
      length = records.reduce(12 + 16 * records.count) { $0 + ($1.range.count + 3) / 4 * 4 }
    }

    subscript(tag: String) -> [UInt8]? { tables[tag] }
  }
#endif
