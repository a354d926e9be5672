import Foundation
import LinecasterBase
import LinecasterFiles
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

/// The glyphs of a group of paints side by side, each in a square of its own.
struct PaintSheet: Hashable, Sendable, CustomTestStringConvertible {
  /// The group, which names the pictures of HarfBuzz.
  let group: String
  let path: String
  let characters: [Unicode.Scalar]
  /// The row of the picture and the place on the font's axis.
  var row = 0
  var weight: Double?

  /// The groups of `make_paints.py`.
  static let all = [
    PaintSheet(group: "fills", path: FontFixtures.paints, characters: glyphs(from: 0, 25)),
    PaintSheet(group: "moves", path: FontFixtures.paints, characters: glyphs(from: 25, 19)),
    PaintSheet(group: "blends", path: FontFixtures.paints, characters: glyphs(from: 44, 30)),
    PaintSheet(
      group: "variable", path: FontFixtures.variablePaints, characters: glyphs(from: 0, 11),
      weight: 650),
    PaintSheet(
      group: "variable", path: FontFixtures.variablePaints, characters: glyphs(from: 0, 11),
      row: 1, weight: 900),
    PaintSheet(
      group: "emoji", path: FontFixtures.emojiPaints,
      characters: ["\u{1F39B}", "\u{1F39F}", "\u{1F3AB}"]),
  ]

  private static func glyphs(from first: Int, _ count: Int) -> [Unicode.Scalar] {
    (first..<first + count).compactMap { Unicode.Scalar(UInt32(0xE000 + $0)) }
  }

  static let side = 40
  static let size = 32.0
  static let origin = Point(x: 4, y: 34)
  static let color = Color(rgb: 0x204060)

  var width: Int { characters.count * Self.side }

  var testDescription: String { weight.map { "\(group)-\(Int(saturating: $0))" } ?? group }

  /// The squares drawn by this rasterizer.
  func draw(background: Color = .clear) throws -> [Bitmap] {
    var face = try FontFace(path: path)
    if let weight { face = face.instance(variations: [FontVariation(.weightAxis, weight)]) }
    let source = GlyphSource()
    let squares = try characters.map { character in
      var canvas = Canvas(
        bitmap: try Bitmap(width: Self.side, height: Self.side, background: background),
        scale: .one, glyphs: source)
      try canvas.drawGlyph(
        SampleFonts.glyph(character, of: face), of: face, size: Self.size, color: Self.color,
        at: Self.origin)
      return canvas.bitmap
    }
    #expect(source.faults.isEmpty)
    return squares
  }

  /// The squares by HarfBuzz, on a transparent background.
  func pictures() throws -> [Bitmap] {
    squares(of: try ImageDecoder().decode(path: FontFixtures.paintPictures(group)), row: row)
  }

  /// The squares by Chromium, on white.
  func recording() throws -> [Bitmap] {
    squares(of: try ChromiumRecordings.image(ChromiumRecordings.name(self)), row: 0)
  }

  private func squares(of image: Bitmap, row: Int) -> [Bitmap] {
    characters.indices.map {
      image.cropped(x: $0 * Self.side, y: row * Self.side, width: Self.side, height: Self.side)
    }
  }

  /// The sheet as a page of HTML.
  func html() -> String {
    let squares = characters.enumerated().map { index, character in
      "<svg style=\"left:\(index * Self.side)px\"><text x=\"4\" y=\"34\">&#\(character.value);"
        + "</text></svg>"
    }
    let place = weight.map { "font-variation-settings:'wght' \($0);" } ?? ""
    return """
      <!DOCTYPE html><meta charset="utf-8"><title>Paints</title><style>
      @font-face{font-family:P;src:url("\(URL(fileURLWithPath: path).absoluteString)")}
      body{margin:0;background:#fff}
      svg{position:absolute;top:0;width:40px;height:40px;overflow:hidden;fill:#204060;
      font:32px P;\(place)}
      </style>\(squares.joined())
      """
  }
}
