import Linecaster

/// Different glyphs of one script.
struct GlyphSample {
  /// A glyph of a face.
  struct Glyph: Hashable {
    let face: FontFace
    let identifier: UInt32
  }

  let name: String
  let glyphs: [Glyph]

  /// Lays the text out and takes every glyph once.
  private init(_ name: String, _ text: String, _ typesetter: Typesetter) {
    self.name = name
    let style = TextStyle(families: ["Noto Sans"], size: 16)
    let layout = typesetter.prepare(Paragraph(text, style: style)).layout(width: 320)
    var seen: Set<Glyph> = []
    var glyphs: [Glyph] = []
    for run in layout.glyphRuns {
      run.forEachGlyph { identifier, _, _ in
        let glyph = Glyph(face: run.face, identifier: identifier)
        if seen.insert(glyph).inserted { glyphs.append(glyph) }
      }
    }
    self.glyphs = glyphs
  }

  /// Letters, digits and signs of Latin; the letters of Arabic in all their shapes; 2,000 Chinese
  /// characters.
  static func all(_ typesetter: Typesetter) -> [GlyphSample] {
    [
      GlyphSample("latin", text([0x21...0x7E, 0xA1...0x24F]), typesetter),
      GlyphSample("arabic", joined([0x621...0x63A, 0x641...0x64A]), typesetter),
      GlyphSample("chinese", text([0x4E00...0x55CF]), typesetter),
    ]
  }

  private static func scalars(_ ranges: [ClosedRange<UInt32>]) -> [Unicode.Scalar] {
    ranges.joined().compactMap { Unicode.Scalar($0) }
  }

  private static func text(_ ranges: [ClosedRange<UInt32>]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars(ranges))
    return String(text)
  }

  /// Each letter alone, and between letters that it joins.
  private static func joined(_ ranges: [ClosedRange<UInt32>]) -> String {
    scalars(ranges).map { "\($0) \($0)\u{640}\($0)\u{640}\($0)" }.joined(separator: " ")
  }
}
