import LinecasterTestSupport
import Testing

@testable import LinecasterFonts

@Suite struct FontVariationTests {
  private let face: FontFace

  init() throws {
    face = try FontFace(path: FontFixtures.variable)
  }

  private func advance(_ face: FontFace) -> Int? { face.harfBuzz.advance(of: "l") }

  /// What `make_variable.py` wrote into the font.
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
