import CHarfBuzz
import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

/// The bundled faces that tests draw with, and HarfBuzz's extents of their glyphs.
enum SampleFonts {
  static func sans() throws -> FontFace {
    let fonts = try FontCollection.bundled()
    return try #require(fonts.face(family: "Noto Sans", weight: .regular, slant: .upright))
  }

  static func emoji() throws -> FontFace {
    try #require(try FontCollection.bundled().faces.first { $0.hasColorBitmaps })
  }

  static func glyph(_ scalar: Unicode.Scalar, of face: FontFace) throws -> UInt32 {
    var glyph: hb_codepoint_t = 0
    try #require(hb_font_get_nominal_glyph(face.harfBuzz.pointer, scalar.value, &glyph) != 0)
    return glyph
  }

  /// The glyph's outline box in ems from its origin, y up.
  static func extents(
    _ glyph: UInt32, of face: FontFace
  ) -> (left: Double, bottom: Double, right: Double, top: Double) {
    var box = hb_glyph_extents_t()
    hb_font_get_glyph_extents(face.harfBuzz.pointer, glyph, &box)
    let em = Double(face.metrics.unitsPerEm)
    return (
      Double(box.x_bearing) / em, Double(box.y_bearing + box.height) / em,
      Double(box.x_bearing + box.width) / em, Double(box.y_bearing) / em
    )
  }
}

/// Texts in many scripts, and lists of them.
struct ScriptSamples {
  /// A text in each of fourteen scripts, and emoji.
  static let texts = [
    "Quick brown fox, jumps over. AVATAR fi", "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
    "Съешь же ещё этих мягких булок", "نص حكيم له سر قاطع", "דג סקרן שט בים מאוכזב",
    "ऋषियों को सताने वाले दुष्ट", "আমি বাংলায় গান গাই", "யாமறிந்த மொழிகளிலே", "เป็นมนุษย์สุดประเสริฐ",
    "ខ្មែរ អក្សរ", "ვეპხის ტყაოსანი", "Բել դղյակի ձախ ժամն", "ሰማይ አይታረስ ንጉሥ አይከሰስ",
    "天地玄黃宇宙洪荒", "키스의 고유조건은", "😀 🎉 👩‍👩‍👧 🇩🇪 ok",
  ]

  let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  func layout(_ text: AttributedText, width: Double = .infinity) -> TextLayout {
    typesetter.prepare(Paragraph(text)).layout(width: width)
  }

  func layout(_ text: String, _ style: TextStyle, width: Double = .infinity) -> TextLayout {
    typesetter.prepare(Paragraph(text, style: style)).layout(width: width)
  }

  /// A list of texts of random scripts, sizes and colours, with shapes between them.
  func list(_ size: Size, commands: Int, _ random: inout SeededGenerator) -> DisplayList {
    var list = DisplayList(size: size)
    for _ in 0..<commands { list.append(command(in: size, &random)) }
    return list
  }

  /// A random text or shape.
  func command(in size: Size, _ random: inout SeededGenerator) -> DisplayCommand {
    let place = Point(
      x: .random(in: -20...size.width, using: &random),
      y: .random(in: -10...size.height, using: &random))
    guard !random.oneIn(4) else {
      let rect = Rect(
        x: place.x, y: place.y, width: .random(in: 0...40, using: &random),
        height: .random(in: 0...20, using: &random))
      return .fill(
        DisplayShape(rect, cornerRadius: random.oneIn(2) ? 5 : 0), .color(color(&random)))
    }
    return .text(text(&random), origin: place)
  }

  private func text(_ random: inout SeededGenerator) -> TextLayout {
    var style = TextStyle(
      size: Double(Int.random(in: 9...20, using: &random)), color: color(&random))
    if random.oneIn(4) {
      let position = TextDecoration.Position.allCases.randomElement(using: &random)
      let pattern = TextDecoration.Pattern.allCases.randomElement(using: &random)
      style.decorations = [TextDecoration(position ?? .underline, pattern: pattern ?? .solid)]
    }
    if random.oneIn(6) { style.background = color(&random) }
    let text = Self.texts[Int.random(in: 0..<Self.texts.count, using: &random)]
    if random.oneIn(4) {
      var rich = RandomRichText(random: random)
      let paragraph = rich.paragraph(text.split(separator: " ").map(String.init), style)
      random = rich.random
      return typesetter.prepare(paragraph).layout(width: random.oneIn(2) ? 60 : .infinity)
    }
    return layout(text, style, width: random.oneIn(2) ? 90 : .infinity)
  }

  private func color(_ random: inout SeededGenerator) -> Color {
    Color(
      red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
      blue: .random(in: 0...255, using: &random),
      alpha: random.oneIn(3) ? .random(in: 0...255, using: &random) : 255)
  }
}
