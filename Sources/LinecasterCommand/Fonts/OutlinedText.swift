import Foundation
import Linecaster
import LinecasterGeometry

/// Text as outlines: laid out by the engine, every glyph as a path.
struct OutlinedText {
  /// The glyphs that have an outline, line by line and in visual order.
  let glyphs: [PlacedOutline]
  /// The size of all lines, in layout points.
  let size: Size
  /// The distance from the top edge down to the first baseline, in layout points.
  let baseline: Double
  /// The characters the font does not have.
  let missing: [Unicode.Scalar]

  /// Lays text out in lines that only its own terminators end, with one face as it is.
  init(_ text: String, face: FontFace, style: TextStyle) throws(FontError) {
    var style = style
    // Named in full, so that neither the size nor the weight of the style moves the face.
    style.variations = face.variations
    let typesetter = Typesetter(fonts: try FontCollection(faces: [face]))
    let paragraph = Paragraph(
      text, style: style, paragraphStyle: ParagraphStyle(whiteSpace: .pre))
    let layout = typesetter.prepare(paragraph).layout()
    var glyphs: [PlacedOutline] = []
    for run in layout.glyphRuns {
      let scale = run.size / Double(run.face.metrics.unitsPerEm)
      run.forEachGlyph { glyph, x, y in
        let outline = run.face.outline(of: glyph)
        guard !outline.isEmpty else { return }
        glyphs.append(
          PlacedOutline(
            x: Self.rounded(x), y: Self.rounded(layout.firstBaseline - y),
            d: outline.svgPath(scale: scale)))
      }
    }
    self.glyphs = glyphs
    size = layout.size
    baseline = layout.firstBaseline
    missing = layout.missingCharacters
  }

  /// A place in thousandths, as paths have them.
  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}

extension OutlinedText {
  /// An image of the text, black on white, with a margin (SVG 2).
  var svg: String {
    let margin = (size.height / 4).rounded(.up)
    let width = size.width.rounded(.up) + 2 * margin
    let height = size.height.rounded(.up) + 2 * margin
    let top = -baseline - margin
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" "#
        + #"viewBox="\#(-margin) \#(top) \#(width) \#(height)">"#,
      #"<rect x="\#(-margin)" y="\#(top)" width="100%" height="100%" fill="white"/>"#,
    ]
    lines += glyphs.map { glyph in
      #"<path transform="translate(\#(glyph.x) \#(0 - glyph.y)) scale(1 -1)" d="\#(glyph.d)"/>"#
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }
}

/// A glyph of a line: where it stands, and its shape as the data of an SVG path.
///
/// All in layout points from the start of the first baseline, x to the right and y up; the path
/// starts at the glyph's own origin.
struct PlacedOutline: Encodable, Equatable {
  let x: Double
  let y: Double
  let d: String
}

/// What the command says of a case: its glyphs, or what is wrong with it.
struct GlyphRecord: Encodable {
  /// The case; nil where not even that could be read.
  let id: String?
  /// The glyphs in visual order; nil where there is an error.
  var glyphs: [PlacedOutline]?
  /// What is wrong with the case.
  var error: String?

  /// One line of JSON (RFC 8259), with `id` even where there is none.
  func line() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }

  private enum CodingKeys: String, CodingKey {
    case id
    case glyphs
    case error
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(glyphs, forKey: .glyphs)
    try container.encodeIfPresent(error, forKey: .error)
  }
}
