import Foundation
import LinecasterBase
import LinecasterFonts
import LinecasterRaster
import LinecasterText

/// The fonts of an SVG file, with the glyphs and the text that it draws.
struct SVGFonts {
  private struct Font {
    let face: FontFace
    var glyphs: Set<UInt32> = []
    var scalars: Set<UInt32> = []
  }

  private var fonts: [Font] = []
  private var known: [FontFace: Int] = [:]
  private var subsettable: [FontFace: Bool] = [:]

  /// The family name of a font in the file.
  static func family(_ index: Int) -> String { "linecaster-\(index)" }

  /// The index of a font; `nil` if HarfBuzz cannot subset it.
  mutating func index(of face: FontFace) -> Int? {
    if let index = known[face] { return index }
    guard subsettable[face] != false, FontSubset.isPossible(for: face) else {
      subsettable[face] = false
      return nil
    }
    fonts.append(Font(face: face))
    known[face] = fonts.count - 1
    return fonts.count - 1
  }

  /// Adds glyphs of a font, and the text that they stand for.
  mutating func add(_ glyphs: some Sequence<UInt32>, _ text: String, to index: Int) {
    fonts[index].glyphs.formUnion(glyphs)
    fonts[index].scalars.formUnion(text.unicodeScalars.lazy.map(\.value))
  }

  /// The `@font-face` rules with the embedded fonts (CSS Fonts 4 §4).
  ///
  /// - Throws: `RasterError` if HarfBuzz cannot subset a font; `CancellationError`.
  func rules(_ scope: WorkScope) throws -> String {
    var rules = ""
    for (index, font) in fonts.enumerated() {
      try scope.checkCancellation()
      guard let subset = FontSubset(font.face, glyphs: font.glyphs, for: .text(font.scalars))
      else {
        throw RasterError(
          code: .unusableFace, source: font.face.data.source,
          reason: "HarfBuzz could not subset the font")
      }
      let kind = subset.isCFF ? ("otf", "opentype") : ("ttf", "truetype")
      rules +=
        "@font-face{font-family:\(Self.family(index));src:url(data:font/\(kind.0);base64,"
        + "\(Data(subset.bytes).base64EncodedString())) format('\(kind.1)')}\n"
    }
    return rules
  }
}
