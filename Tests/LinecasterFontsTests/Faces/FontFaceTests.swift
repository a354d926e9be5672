import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterFonts

@Suite struct FontFaceTests {
  /// The numbers in the font's own tables: `head`, `hhea`, `OS/2`, `post`.
  @Test func readsTheMetricsOfNotoSans() throws {
    let face = try #require(try FontCollection.bundled().faces.first)
    let metrics = face.metrics
    #expect(metrics.unitsPerEm == 1000)
    #expect(metrics.ascent == 1069 && metrics.descent == 293 && metrics.lineGap == 0)
    #expect(metrics.xHeight == 536 && metrics.capHeight == 714)
    #expect(metrics.underlineThickness == 50 && metrics.underlineOffset == 100)
    #expect(face.weight == .regular && face.slant == .upright && !face.hasColorBitmaps)
    #expect(face.covers("a") && face.covers("я") && !face.covers("ب") && !face.covers("\u{E000}"))
  }

  @Test func knowsWeightsAndSlants() throws {
    let faces = try FontCollection.bundled().faces
    #expect(faces[0..<4].map(\.weight.value) == [400, 700, 400, 700])
    #expect(faces[0..<4].map(\.slant) == [.upright, .upright, .italic, .italic])
  }

  @Test func everyBundledFaceHasSoundMetrics() throws {
    for face in try FontCollection.bundled().faces {
      let metrics = face.metrics
      #expect((16...16_384).contains(metrics.unitsPerEm), "\(face.family)")
      #expect(metrics.ascent > 0 && metrics.descent > 0 && metrics.lineGap >= 0)
      #expect(metrics.underlineThickness >= 1 && face.glyphCount > 0)
    }
  }

  @Test func refusesFacesThatAreNotThere() throws {
    let data = try #require(try FontCollection.bundled().faces.first).data
    for index in [-1, 1, 65_536, .max] {
      let error = #expect(throws: FontError.self) { try FontFace(data: data, index: index) }
      #expect(error?.code == .malformed)
      #expect(error?.source == data.source)
    }
  }

  #if !WOFF
    @Test(arguments: ["WOFF": "Small.woff", "WOFF2": "Small.woff2"])
    func namesTheTraitOfCompressedFormats(format: String, name: String) throws {
      let path = FontFixtures.compressed(name)
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      for data in [try FontData(path: path), FontData(bytes, name: path)] {
        for open in [{ _ = try FontFace(data: data) }, { _ = try FontFace.all(data: data) }] {
          let error = #expect(throws: FontError.self, performing: open)
          #expect(error?.code == .malformed && error?.source == path)
          #expect(
            error?.reason == "\(format) font; this build is without the package trait WOFF")
        }
      }
    }
  #endif

  @Test func clampsWeights() {
    #expect(FontWeight(-5).value == 1 && FontWeight(2_000).value == 1_000)
    #expect(FontWeight.medium < .semibold)
  }
}

@Suite struct FontFileTests {
  @Test func opensEveryFaceOfACollectionFile() throws {
    let path = FontFixtures.chineseJapaneseKorean
    let fonts = try FontCollection(paths: [path])
    #expect(fonts.faces.count == 10 && Set(fonts.faces.map(\.data.source)) == [path])
    #expect(fonts.faces.map(\.index) == Array(0..<10))
    #expect(
      fonts.faces.map(\.family)
        == ["", " Mono"].flatMap { kind in
          ["JP", "KR", "SC", "TC", "HK"].map { "Noto Sans\(kind) CJK \($0)" }
        })
    let korean = try FontFace(path: path, index: 1)
    #expect(korean.family == "Noto Sans CJK KR" && korean.covers("한"))
    // The faces share glyphs but select regional ones.
    let glyphs = fonts.faces.prefix(5).map { $0.harfBuzz.glyph(for: "\u{76F4}") }
    #expect(Set(glyphs).count >= 3)
    #expect(throws: FontError.self) { try FontFace(path: path, index: 10) }
  }
}

/// Metrics of a font with some numbers replaced.
@Suite struct FontMetricsTests {
  private let font: [UInt8]

  init() throws {
    font = [UInt8](try Data(contentsOf: URL(fileURLWithPath: FontFixtures.variable)))
  }

  private func field(_ offset: Int) -> Int { Int(font[offset]) << 8 | Int(font[offset + 1]) }

  /// The offset of a table (OpenType, table directory).
  private func start(of table: String) throws -> Int {
    let records = (0..<field(4)).map { 12 + $0 * 16 }
    let record = try #require(records.first { Array(font[$0..<$0 + 4]) == Array(table.utf8) })
    return field(record + 8) << 16 | field(record + 10)
  }

  private func metrics(_ changes: [(table: String, offset: Int, value: Int)]) throws -> FontMetrics
  {
    var bytes = font
    for change in changes {
      let place = try start(of: change.table) + change.offset
      bytes[place] = UInt8(truncatingIfNeeded: change.value >> 8)
      bytes[place + 1] = UInt8(truncatingIfNeeded: change.value)
    }
    return try FontFace(data: FontData(bytes, name: "changed")).metrics
  }

  private func line(_ metrics: FontMetrics) -> [Double] {
    [metrics.ascent, metrics.descent, metrics.lineGap]
  }

  private static let windows = [("OS/2", 74, 950), ("OS/2", 76, 250)]
  private static let typographic = [("OS/2", 68, 800), ("OS/2", 70, -150), ("OS/2", 72, 90)]
  private static let none = [("hhea", 4, 0), ("hhea", 6, 0)]

  @Test func takesLinesFromTheTablesInTurn() throws {
    let all = Self.windows + Self.typographic
    #expect(line(try metrics(all)) == [900, 200, 0])
    #expect(line(try metrics(all + [("OS/2", 62, 1 << 7), ("OS/2", 0, 4)])) == [800, 150, 90])
    #expect(line(try metrics(all + Self.none)) == [800, 150, 90])
    let noTypographic = [("OS/2", 68, 0), ("OS/2", 70, 0)]
    #expect(line(try metrics(Self.windows + Self.none + noTypographic)) == [950, 250, 0])
    let nothing = [("OS/2", 74, 0), ("OS/2", 76, 0)] + Self.none + noTypographic
    #expect(line(try metrics(nothing)) == [800, 200, 0])
  }

  @Test func negativeGapsAreNone() throws {
    #expect(try metrics([("hhea", 8, -100)]).lineGap == 0)
    #expect(try metrics([("hhea", 8, 100)]).lineGap == 100)
  }

  /// The font has neither x nor H; without the numbers in `OS/2` the usual estimates apply.
  @Test func estimatesHeights() throws {
    #expect(try metrics([]).xHeight == 500 && metrics([]).capHeight == 700)
    let none = try metrics([("OS/2", 86, 0), ("OS/2", 88, 0)])
    #expect(none.xHeight == 500 && none.capHeight == 700)
  }
}

@Suite struct FontVariationTests {
  private let face: FontFace

  init() throws {
    face = try FontFace(path: FontFixtures.variable)
  }

  private func advance(_ face: FontFace) -> Int? { face.harfBuzz.advance(of: "l") }

  /// Axes and named instances are those that `make_variable.py` wrote into the font.
  @Test func listsAxesAndNamedPlaces() {
    #expect(face.axes.map(\.tag) == ["wght", "wdth", "slnt", "opsz", "HIDE"])
    #expect(face.axes.map(\.range) == [100...900, 75...125, -12...0, 8...72, 0...1])
    #expect(face.axes.map(\.defaultValue) == [400, 100, 0, 12, 0])
    #expect(face.axes.map(\.isHidden) == [false, false, false, false, true])
    #expect(face.axes.map(\.name) == ["Weight", "Width", "Slant", "Optical Size", "Hidden"])
    #expect(face.namedInstances.map(\.name) == ["Bold", "Wide"])
    #expect(face.namedInstances[0].variations.map(\.value) == [700, 100, 0, 12, 0])
  }

  @Test func startsAtTheDefault() {
    #expect(face.variations.map(\.value) == [400, 100, 0, 12, 0])
    #expect(face.weight == .regular && face.width == .normal && face.slant == .upright)
    #expect(face.instance() === face && face.instance(variations: face.variations) === face)
    #expect(advance(face) == 500 && face.spaceAdvance == 250)
    #expect(face.metrics.xHeight == 500 && face.metrics.ascent == 900)
  }

  @Test func shapesAndMeasuresAtItsPlace() {
    let black = face.instance(variations: [FontVariation("wght", 900)])
    #expect(advance(black) == 700 && black.spaceAdvance == 300 && black.weight.value == 900)
    #expect(black.metrics.xHeight == 550 && black.metrics.ascent == 1000)
    let wide = face.instance(variations: [FontVariation("wdth", 125)])
    #expect(advance(wide) == 600 && wide.width == .expanded && wide.weight == .regular)
    #expect(face.instance(variations: [FontVariation("slnt", -12)]).slant == .oblique)
    let both = black.instance(variations: [FontVariation("wdth", 125)])
    #expect(advance(both) == 800 && both.weight.value == 900)
    #expect(advance(face.instance(variations: face.namedInstances[1].variations)) == 600)
  }

  @Test func clampsAndTakesTheLastOfAnAxis() {
    let place = { (variations: [FontVariation]) in
      face.instance(variations: variations).variations.map(\.value)
    }
    #expect(place([FontVariation("wght", 5000)]) == [900, 100, 0, 12, 0])
    #expect(place([FontVariation("wght", -.infinity)]) == [100, 100, 0, 12, 0])
    #expect(place([FontVariation("wght", .nan)]) == [400, 100, 0, 12, 0])
    #expect(place([FontVariation("none", 3), FontVariation("HIDE", 9)]) == [400, 100, 0, 12, 1])
    #expect(
      place([FontVariation("wght", 900), FontVariation("wght", 100)]) == [100, 100, 0, 12, 0])
  }

  @Test func isTheSameObjectWhileAlive() {
    let bold = face.instance(variations: [FontVariation("wght", 700)])
    #expect(face.instance(variations: [FontVariation("wght", 700.0000001)]) === bold)
    #expect(bold.instance(variations: face.variations) === face)
    let faked = bold.instance(synthesis: FontSynthesis(emboldens: true))
    #expect(faked !== bold && faked.identifier != bold.identifier && faked.synthesis.emboldens)
    #expect(faked.instance() === bold && faked.data === bold.data)
    #expect(advance(faked) == advance(bold))
  }

  @Test func forgetsWhatNobodyUses() {
    var table = FontInstanceTable()
    var kept: [FontFace] = []
    for weight in 0..<10_000 {
      let instance = FontFace(
        base: face.base, coordinates: [Int32(weight), 0, 0, 0, 0], synthesis: .none)
      if weight.isMultiple(of: 1000) { kept.append(instance) }
      let key = FontInstanceTable.Key(coordinates: instance.coordinates, synthesis: .none)
      table[key] = instance
      #expect(table[key] === instance)
    }
    #expect(table.count <= 64)
    for instance in kept {
      let key = FontInstanceTable.Key(coordinates: instance.coordinates, synthesis: .none)
      #expect(table[key] === instance)
    }
  }

  @Test func agreesOnManyThreads() async {
    await withTaskGroup(of: FontFace.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<200).map { face.instance(variations: [FontVariation("wght", Double(100 + $0))]) }
            .last ?? face
        }
      }
      var found: Set<FontFace> = []
      for await instance in group { found.insert(instance) }
      #expect(found.count == 1)
    }
  }
}
