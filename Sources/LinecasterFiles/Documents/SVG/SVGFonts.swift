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

/// Text with a position of its own, continued by the advance widths of its font.
struct SVGChunk {
  /// The text, in reading order.
  private(set) var text = ""
  /// The start of the text: its left end, or its right end for right-to-left text, in layout points
  /// of the run.
  private(set) var start: Point
  /// The position of each unit along the line; `nil` if only the first one has a position.
  private(set) var places: [Double]?

  /// The chunks of a run: words with the spaces after them. Letters have positions of their own if
  /// each is one glyph of one unit and does not depend on its neighbours.
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

  /// The start of a cluster on its line.
  private static func start(
    of cluster: GlyphCluster, _ run: GlyphRun, _ glyphs: [PlacedGlyph]
  ) -> Point {
    let own = glyphs[cluster.glyphs]
    let first = own.first ?? glyphs[0]
    guard run.isRightToLeft else { return first.origin }
    let end = own.map { $0.origin.x + $0.advance }.max() ?? first.origin.x
    // Combining marks are above and below the line.
    let letter = own.first { $0.advance > 0 } ?? first
    return Point(x: end, y: letter.origin.y)
  }
}

extension GlyphCluster {
  /// Whether the cluster is one glyph of one unit that looks the same beside any other: in
  /// non-joining alphabets, or an ideograph.
  fileprivate var isSimple: Bool {
    guard glyphs.count == 1, text.utf16.count == 1, let unit = text.utf16.first else {
      return text.isEmpty
    }
    return unit < 0x300 || 0x370..<0x590 ~= unit || 0x1E00..<0x2010 ~= unit
      || 0x3000..<0xA4D0 ~= unit || 0xAC00..<0xD7A4 ~= unit
  }
}
