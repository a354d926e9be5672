import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterText

// What is shaped once may be laid out at any width, on any thread.
let text = AttributedText(style: TextStyle(size: 16)) {
  "Shaped once, broken "
  Styled("as often as wanted") { $0.weight = .bold }
  ": مرحبًا, नमस्ते, 你好 👋"
}
let typesetter = Typesetter(fonts: try .bundled())
let paragraph = typesetter.prepare(Paragraph(text))

// What is measured is what is drawn; widths that a box needs come without shaping again.
print("between \(paragraph.minContentWidth) and \(paragraph.maxContentWidth) points wide")
let layout = paragraph.layout(width: 160)
print("\(layout.lines.count) lines, \(layout.size.height) points high")
for (line, range) in zip(layout.lines, layout.ranges(in: text.string)) {
  print("baseline at \(line.baseline): \(text.string[range])")
}

// A renderer of your own asks for the glyphs.
for run in layout.glyphRuns {
  run.forEachGlyph { glyph, x, y in
    print("\(run.face.family) \(run.size): glyph \(glyph) at \(x), \(y)")
  }
}
