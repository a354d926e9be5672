import Foundation
import LinecasterBase
import LinecasterFonts
import LinecasterRaster
import LinecasterText

/// The fonts of a file of SVG, with the glyphs and the text that it draws.
struct SVGFonts {
  private struct Font {
    let face: FontFace
    var glyphs: Set<UInt32> = []
    var scalars: Set<UInt32> = []
  }

  private var fonts: [Font] = []
  private var known: [FontFace: Int] = [:]
  private var subsettable: [FontFace: Bool] = [:]

  /// The name of the family that a font has in the file.
  static func family(_ index: Int) -> String { "linecaster-\(index)" }

  /// The index of a font; nil where HarfBuzz cannot make a part of it.
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

  /// Takes glyphs of a font and the text that they stand for.
  mutating func add(_ glyphs: some Sequence<UInt32>, _ text: String, to index: Int) {
    fonts[index].glyphs.formUnion(glyphs)
    fonts[index].scalars.formUnion(text.unicodeScalars.lazy.map(\.value))
  }

  /// The rules of CSS that bring the fonts along (CSS Fonts 4 §4).
  ///
  /// - Throws: `RasterError` where HarfBuzz makes no part of a font; `CancellationError`.
  func rules(_ scope: WorkScope) throws -> String {
    var rules = ""
    for (index, font) in fonts.enumerated() {
      try scope.ask()
      guard let subset = FontSubset(font.face, glyphs: font.glyphs, for: .text(font.scalars))
      else {
        throw RasterError(
          code: .unusableFace, source: font.face.data.source,
          reason: "HarfBuzz makes no part of it for a document")
      }
      let kind = subset.isCFF ? ("otf", "opentype") : ("ttf", "truetype")
      rules +=
        "@font-face{font-family:\(Self.family(index));src:url(data:font/\(kind.0);base64,"
        + "\(Data(subset.bytes).base64EncodedString())) format('\(kind.1)')}\n"
    }
    return rules
  }
}

/// Text that is set at a place of its own, and goes on from there by the widths of its font.
struct SVGChunk {
  /// The text, in the order in which it is read.
  private(set) var text = ""
  /// Where it starts: its left end, or its right one where it runs from right to left, in layout
  /// points of the run.
  private(set) var start: Point
  /// Where each of its units is, along the line; nil where only the first one has a place.
  private(set) var places: [Double]?

  /// The chunks of a run: words with the spaces behind them, whose letters have places of their own
  /// where each is one glyph of one unit and knows no neighbours.
  static func chunks(of run: GlyphRun, _ glyphs: [PlacedGlyph]) -> [SVGChunk] {
    let clusters = run.isRightToLeft ? run.clusters.reversed() : run.clusters
    let isSimple = !run.isRightToLeft && clusters.allSatisfy(\.isSimple)
    var chunks: [SVGChunk] = []
    var isBehindSpace = true
    for cluster in clusters where !cluster.text.isEmpty && !cluster.glyphs.isEmpty {
      let start = start(of: cluster, run, glyphs)
      let isSpace = cluster.text == " " || cluster.text == "\u{A0}"
      if chunks.isEmpty || (isBehindSpace && !isSpace) || run.isUpright {
        chunks.append(SVGChunk(start: start, places: isSimple ? [] : nil))
      }
      chunks[chunks.count - 1].text += cluster.text
      if isSimple { chunks[chunks.count - 1].places?.append(start.x) }
      isBehindSpace = isSpace
    }
    return chunks
  }

  private init(start: Point, places: [Double]?) { (self.start, self.places) = (start, places) }

  /// Where a cluster starts on its line.
  private static func start(
    of cluster: GlyphCluster, _ run: GlyphRun, _ glyphs: [PlacedGlyph]
  ) -> Point {
    let own = glyphs[cluster.glyphs]
    let first = own.first ?? glyphs[0]
    guard run.isRightToLeft else { return first.origin }
    let end = own.map { $0.origin.x + $0.advance }.max() ?? first.origin.x
    // Marks stand above and below the line.
    let letter = own.first { $0.advance > 0 } ?? first
    return Point(x: end, y: letter.origin.y)
  }
}

extension GlyphCluster {
  /// Whether it is a glyph of a unit that looks the same beside any other: of alphabets without
  /// joining, or an ideograph.
  fileprivate var isSimple: Bool {
    guard glyphs.count == 1, text.utf16.count == 1, let unit = text.utf16.first else {
      return text.isEmpty
    }
    return unit < 0x300 || 0x370..<0x590 ~= unit || 0x1E00..<0x2010 ~= unit
      || 0x3000..<0xA4D0 ~= unit || 0xAC00..<0xD7A4 ~= unit
  }
}
