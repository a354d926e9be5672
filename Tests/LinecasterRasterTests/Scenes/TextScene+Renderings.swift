import LinecasterDisplay
import LinecasterGeometry
import LinecasterText

@testable import LinecasterRaster

extension TextScene {
  /// Every option of renderings.
  static let rendered = [
    sample("plain", .plain),
    sample("hinted-light", GlyphRendering(hinting: .light)),
    sample("hinted-full", GlyphRendering(hinting: .full)),
    sample("stripes-rgb", GlyphRendering(antialiasing: .rgb)),
    sample("stripes-bgr", GlyphRendering(antialiasing: .bgr)),
    sample("stripes-vertical", GlyphRendering(antialiasing: .verticalRGB)),
    sample("stripes-sharp", GlyphRendering(antialiasing: .rgb, smoothsStripes: false)),
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
        ("Hamburgefonstiv \(Int(size))", TextStyle(size: size, color: color))
      })
  }

  /// Coloured layers, one of them in the colour of the text.
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
