import LinecasterFonts
import LinecasterGeometry
import LinecasterText

/// Families in four styles, and for each whether the family has it or it is synthesized.
struct StylesFigure: Figure {
  let name = "fonts-styles"

  private static let samples = [
    ("Noto Sans", "Grafik"), ("Noto Sans Hebrew", "ספריה"), ("NanumGothic", "글자체"),
  ]
  private static let styles: [(FontWeight, FontSlant)] = [
    (.regular, .upright), (.bold, .upright), (.regular, .italic), (.bold, .italic),
  ]

  func draw(on sheet: inout Sheet) {
    for (family, text) in Self.samples {
      let top = sheet.caption(family, at: Point(x: Sheet.margin, y: sheet.nextRow))
      let columns = Columns(count: Self.styles.count)
      for (index, (weight, slant)) in Self.styles.enumerated() {
        let style = TextStyle(
          families: [family], size: 32, weight: weight, slant: slant, color: Palette.ink)
        let layout = sheet.layout(text, style)
        let origin = columns.origin(index, y: top)
        sheet.draw(layout, at: origin)
        sheet.caption(
          Self.origin(of: layout), at: origin.offset(x: 0, y: layout.size.height),
          color: Palette.mark(0))
      }
    }
  }

  /// Where the style of the first letters comes from.
  private static func origin(of layout: TextLayout) -> String {
    guard let face = layout.glyphRuns.first?.face else { return "" }
    switch (face.synthesis.emboldens, face.synthesis.slants) {
    case (false, false): return face.styleName
    case (true, false): return "\(face.styleName), made bolder"
    case (false, true): return "\(face.styleName), made to lean"
    case (true, true): return "\(face.styleName), bolder, leaning"
    }
  }
}
