import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterRaster

/// A named image of text for one capability of glyph drawing.
struct TextScene: Sendable, CustomTestStringConvertible {
  let name: String
  var rendering = GlyphRendering.plain
  var background = Color.white
  let commands: @Sendable (borrowing Typesetter) -> [DisplayCommand]

  var testDescription: String { name }

  /// The scene at one pixel a point.
  func draw() throws -> Bitmap {
    let fonts = try FontCollection(
      faces: FontCollection.bundled().faces + [FontFace(path: FontFixtures.layers)])
    var list = DisplayList(size: Size(width: 200, height: 110))
    for command in commands(Typesetter(fonts: fonts)) { list.append(command) }
    return try DisplayRasterizer(rendering: rendering).rasterize(list, background: background)
  }

  /// Lines of text of one style, one below the other.
  static func lines(
    _ typesetter: borrowing Typesetter, _ texts: [(String, TextStyle)]
  ) -> [DisplayCommand] {
    var y = 4.0
    return texts.map { text, style in
      let layout = typesetter.prepare(Paragraph(text, style: style)).layout()
      defer { y += layout.size.height + 2 }
      return .text(layout, origin: Point(x: 6, y: y))
    }
  }

  /// All scenes.
  static let all = decorated + rendered + scripts
}

extension TextScene {
  /// Lines, backgrounds and shadows of text.
  static let decorated =
    TextDecoration.Position.allCases.map { position in
      TextScene(name: "lines-\(position)") { typesetter in
        lines(
          typesetter,
          TextDecoration.Pattern.allCases.map { pattern in
            var style = TextStyle(size: 13, color: CanvasScene.blue)
            style.decorations = [TextDecoration(position, pattern: pattern, color: CanvasScene.red)]
            return ("gypsy \(pattern) jüngst", style)
          })
      }
    } + [
      TextScene(name: "backgrounds") { typesetter in
        var style = TextStyle(size: 18, color: .white)
        style.background = CanvasScene.green
        let text = Paragraph("Lines on a colour, and שלום between", style: style)
        let layout = typesetter.prepare(text).layout(width: 180)
        return [.text(layout, origin: Point(x: 10, y: 20))]
      },
      TextScene(name: "text-shadows") { typesetter in
        let style = TextStyle(size: 30, weight: .bold, color: CanvasScene.yellow)
        let layout = typesetter.prepare(Paragraph("Shadow", style: style)).layout()
        let origins = [Point(x: 10, y: 4), Point(x: 40, y: 54)]
        let shadows = [
          Shadow(.black, offset: Point(x: 2, y: 2)),
          Shadow(CanvasScene.blue, offset: Point(x: 0, y: 3), blur: 8),
        ]
        return zip(origins, shadows).flatMap { origin, shadow in
          [
            DisplayCommand.textShadow(layout, origin: origin, shadow),
            .text(layout, origin: origin),
          ]
        }
      },
    ]
}

extension TextScene {
  /// Every option of renderings.
  static let rendered = [
    sample("plain", .plain),
    sample("hinted-light", GlyphRendering(hinting: .light)),
    sample("hinted-full", GlyphRendering(hinting: .full)),
    sample("stripes-rgb", GlyphRendering(antialiasing: .rgb)),
    sample("stripes-bgr", GlyphRendering(antialiasing: .bgr)),
    sample("stripes-vertical", GlyphRendering(antialiasing: .verticalRGB)),
    sample("stripes-sharp", GlyphRendering(antialiasing: .rgb, smoothsSubpixels: false)),
    sample("placed-exactly", GlyphRendering(placement: .exact)),
    sample("contrast", GlyphRendering(contrast: 0.7)),
    sample("gamma", GlyphRendering(gamma: 2.2)),
    TextScene(
      name: "gamma-light", rendering: GlyphRendering(gamma: 2.2),
      background: Color(rgb: 0x102030)
    ) { samples($0, .white) },
    TextScene(name: "palette", rendering: GlyphRendering(palette: 1)) { typesetter in
      layers(typesetter)
    },
    TextScene(name: "layers") { layers($0) },
  ]

  private static func sample(_ name: String, _ rendering: GlyphRendering) -> TextScene {
    TextScene(name: name, rendering: rendering) { samples($0, .black) }
  }

  private static func samples(_ typesetter: borrowing Typesetter, _ color: Color)
    -> [DisplayCommand]
  {
    lines(
      typesetter,
      [10.0, 13, 16, 22].map { size in
        ("Hamburgefonstiv \(Int(saturating: size))", TextStyle(size: size, color: color))
      })
  }

  /// Coloured layers, one of them in the text colour.
  private static func layers(_ typesetter: borrowing Typesetter) -> [DisplayCommand] {
    let families = ["Linecaster Layers"]
    return lines(
      typesetter,
      [
        ("A", TextStyle(families: families, size: 48, color: CanvasScene.blue)),
        ("A", TextStyle(families: families, size: 32, color: CanvasScene.red.opacity(0.5))),
      ])
  }
}

extension TextScene {
  /// Scripts, emoji, and letters with synthesized bold and slant.
  static let scripts = [
    TextScene(name: "scripts-complex") { typesetter in
      lines(
        typesetter,
        ["نص حكيم له سر", "דג סקרן שט בים", "ऋषियों को सताने", "เป็นมนุษย์สุด"]
          .map { ($0, TextStyle(size: 13, color: .black)) })
    },
    TextScene(name: "scripts-other") { typesetter in
      lines(
        typesetter,
        ["Ξεσκεπάζω την", "Съешь же ещё", "天地玄黃 宇宙", "키스의 고유", "ሰማይ አይታረስ"]
          .map { ($0, TextStyle(size: 14, color: CanvasScene.blue)) })
    },
    TextScene(name: "emoji") { typesetter in
      lines(
        typesetter,
        [
          ("😀 🎉 👩‍👩‍👧 🇩🇪", TextStyle(size: 16, color: .black)),
          ("🦊 ❤️‍🔥 👍🏽", TextStyle(size: 40, color: Color.black.opacity(0.6))),
        ])
    },
    TextScene(name: "synthetic") { typesetter in
      let families = ["Noto Sans Syriac", "Noto Sans Mongolian"]
      let looks: [(FontWeight, FontSlant)] = [
        (.regular, .upright), (.bold, .upright), (.regular, .oblique), (.bold, .oblique),
      ]
      return lines(
        typesetter,
        looks.map { weight, slant in
          let style = TextStyle(
            families: families, size: 17, weight: weight, slant: slant, color: .black)
          return ("ܟܬܒܐ ܕܫܠܡܐ ᠮᠣᠩᠭᠣᠯ", style)
        })
    },
  ]
}
