import LinecasterBase
import LinecasterFonts
import LinecasterText

extension Gallery {
  /// The images of the chapter on fonts.
  static let fonts: [any Figure] = [FallbackFigure(), StylesFigure()]
}

/// A text in many scripts, each part in a colour for its face.
private struct FallbackFigure: Figure {
  let name = "fonts-fallback"

  private static let text = "Hello, नमस्ते, مرحبا, สวัสดี, שלום, 你好, 안녕, გამარჯობა 👋🏽"

  func draw(on sheet: inout Sheet) {
    let style = TextStyle(size: 26)
    let (text, faces) = Self.colored(Self.text, style, sheet.typesetter)
    let layout = sheet.typesetter.prepare(Paragraph(text)).layout(width: Sheet.contentWidth)
    sheet.draw(layout, at: Point(x: Sheet.margin, y: sheet.nextRow))
    let columns = Columns(count: 3)
    let top = sheet.nextRow
    for (index, face) in faces.enumerated() {
      let origin = columns.origin(
        index % columns.count, y: top + Double(index / columns.count) * 20)
      let swatch = Rect(x: origin.x, y: origin.y + 2, width: 11, height: 11)
      sheet.fill(swatch, Palette.mark(index), cornerRadius: 2)
      sheet.caption(face.family, at: origin.offset(x: 18, y: 0))
    }
  }

  /// The text with a colour for each face, and the faces in order of appearance.
  private static func colored(
    _ string: String, _ style: TextStyle, _ typesetter: Typesetter
  ) -> (AttributedText, [FontFace]) {
    var text = AttributedText(string, style: style)
    var faces: [FontFace] = []
    for grapheme in typesetter.explainFonts(of: string, style: style).graphemes {
      if !faces.contains(grapheme.face) { faces.append(grapheme.face) }
      let color = Palette.mark(faces.firstIndex(of: grapheme.face) ?? 0)
      text.updateStyle(inUTF16: grapheme.utf16Range) { style in
        style.color = color
        style.decorations = [TextDecoration(.underline, thickness: 2)]
      }
    }
    return (text, faces)
  }
}

/// Families in four styles, each marked as real or synthesized.
private struct StylesFigure: Figure {
  let name = "fonts-styles"

  private static let samples = [
    ("Noto Sans", "Grafik"), ("Noto Sans Hebrew", "ספריה"), ("Noto Sans Syriac", "ܟܬܒܐ"),
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

  /// The origin of the first run's style.
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
