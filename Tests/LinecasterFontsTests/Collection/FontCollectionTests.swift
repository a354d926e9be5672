import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@Suite struct FontCollectionTests {
  private let fonts: FontCollection

  init() throws {
    fonts = try .bundled()
  }

  @Test func listsBundledFamiliesInOrderOfFallback() {
    #expect(
      fonts.familyNames == [
        "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari",
        "Noto Sans Bengali", "Noto Sans Tamil", "Noto Sans Thai", "Noto Sans Khmer",
        "Noto Sans Georgian", "Noto Sans Armenian", "Noto Sans Ethiopic", "Noto Sans Telugu",
        "Noto Sans Gujarati", "Noto Sans Kannada", "Noto Sans Malayalam", "Noto Sans Oriya",
        "Noto Sans Gurmukhi", "Noto Sans Sinhala", "Noto Sans Myanmar", "Noto Sans Lao",
        "Noto Serif Tibetan", "Noto Sans Thaana", "Noto Sans Syriac", "Noto Sans NKo",
        "Noto Sans Javanese", "Noto Sans Canadian Aboriginal", "Noto Sans Meetei Mayek",
        "Noto Sans Ol Chiki", "Noto Sans Chakma", "Noto Sans Tifinagh", "Noto Sans Adlam",
        "Noto Sans Cherokee", "Noto Sans Vai", "Noto Nastaliq Urdu",
        "Noto Sans Math", "Noto Color Emoji", "Noto Sans Symbols", "Noto Sans Symbols2",
        "Noto Sans CJK JP", "Noto Sans CJK KR", "Noto Sans CJK SC", "Noto Sans CJK TC",
        "Noto Sans CJK HK", "Noto Sans Mongolian", "Noto Sans Yi", "Noto Sans Mono",
      ])
    #expect(fonts.faces.count == 84)
    #expect(Set(fonts.faces.map(\.identifier)).count == 84)
    #expect(fonts.faces.filter(\.hasColorBitmaps).map(\.family) == ["Noto Color Emoji"])
  }

  @Test func matchesFamilyWeightAndSlant() throws {
    let cases: [(Int, FontSlant, Int, FontSlant)] = [
      (400, .upright, 400, .upright), (500, .upright, 400, .upright),
      (501, .upright, 700, .upright), (1, .upright, 400, .upright),
      (1000, .italic, 700, .italic), (400, .italic, 400, .italic),
    ]
    for (weight, slant, foundWeight, foundSlant) in cases {
      let face = try #require(
        fonts.face(family: "noto SANS", weight: FontWeight(weight), slant: slant))
      #expect(face.family == "Noto Sans")
      #expect(face.weight.value == foundWeight && face.slant == foundSlant)
    }
    let hebrew = fonts.face(family: "Noto Sans Hebrew", weight: .bold, slant: .italic)
    #expect(hebrew?.slant == .upright && hebrew?.weight == .bold)
    #expect(fonts.face(family: "No such family", weight: .regular, slant: .upright) == nil)
  }

  @Test func cascadesNamedFamiliesFirstAndEachOnce() {
    let cascade = fonts.cascade(
      for: FontRequest(
        families: ["Noto Sans Thai", "unknown", "NOTO SANS THAI", "Noto Sans Mono"],
        weight: .bold))
    #expect(cascade.count == 46)
    #expect(Set(cascade.map(\.family)).count == 46)
    #expect(
      cascade.prefix(3).map(\.family) == ["Noto Sans Thai", "Noto Sans Mono", "Noto Sans"])
    let regularOnly: Set = [
      "Noto Color Emoji", "Noto Sans Syriac", "Noto Sans NKo", "Noto Sans Chakma",
      "Noto Sans Tifinagh", "Noto Sans Vai", "Noto Sans Yi",
      "Noto Sans Mongolian", "Noto Sans Math", "Noto Sans Symbols2",
    ]
    #expect(cascade.allSatisfy { $0.weight == .bold || regularOnly.contains($0.family) })
    #expect(fonts.cascade(for: FontRequest()).count == 46)
  }

  @Test func needsAFace() {
    let error = #expect(throws: FontError.self) { try FontCollection(faces: []) }
    #expect(error?.code == .empty)
    #expect(#expect(throws: FontError.self) { try FontCollection(paths: []) }?.code == .empty)
  }

  @Test func isEqualByFaces() throws {
    let same = try FontCollection(faces: fonts.faces)
    #expect(same == fonts && same.hashValue == fonts.hashValue)
    #expect(try FontCollection(faces: fonts.faces.reversed()) != fonts)
  }

  @Test func opensAndAnswersOnManyThreads() async throws {
    let path = fonts.faces[0].data.source
    let (fonts, expected) = (fonts, fonts.faces[0])
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          guard let face = try? FontFace(path: path), let shared = try? FontCollection.bundled()
          else { return false }
          let isSame = ("\u{20}"..."\u{17F}").allSatisfy { (scalar: Unicode.Scalar) in
            face.covers(scalar) == expected.covers(scalar)
          }
          // Another test may close the files of the bundled fonts, which then reopen as other
          // faces.
          return isSame && face.metrics == expected.metrics && shared == fonts
            && face.identifier != expected.identifier
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}

extension ClosedRange where Bound == Unicode.Scalar {
  fileprivate func allSatisfy(_ condition: (Unicode.Scalar) -> Bool) -> Bool {
    (lowerBound.value...upperBound.value).allSatisfy {
      Unicode.Scalar($0).map(condition) ?? true
    }
  }
}
