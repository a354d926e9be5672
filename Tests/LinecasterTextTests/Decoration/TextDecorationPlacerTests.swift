import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import Testing

@testable import LinecasterText

@Suite struct TextDecorationPlacerTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func layout(_ text: AttributedText, width: Double = .infinity) -> TextLayout {
    typesetter.prepare(Paragraph(text)).layout(width: width)
  }

  @Test func goStraightOnThroughOtherFaces() {
    let style = TextStyle(background: .white, decorations: [TextDecoration(.underline)])
    let layout = layout(AttributedText("Latin עברית 日本", style: style))
    #expect(layout.glyphRuns.count > 2)
    #expect(layout.decorationLines.count == 1 && layout.backgrounds.count == 1)
    #expect(abs((layout.decorationLines.first?.frame.width ?? 0) - layout.size.width) < 1e-6)
    #expect(layout.backgrounds.first?.frame.height == 20)
  }

  @Test func coverTheirRangeOnly() throws {
    var text = AttributedText("plain ")
    text.append("lined", style: TextStyle(decorations: [TextDecoration(.strikethrough)]))
    text.append(" plain", style: TextStyle())
    let layout = layout(text)
    let line = try #require(layout.decorationLines.first)
    #expect(layout.decorationLines.count == 1)
    #expect(line.frame.minX == layout.graphemes[6].x)
    #expect(abs(line.frame.maxX - layout.graphemes[11].x) < 1e-9)
    // A tenth of 15 points thick, centred a third of Noto Sans's ascent of 16 above the baseline.
    #expect(abs(line.frame.minY - (layout.firstBaseline - 16.0 / 3 - 0.75)) < 1e-9)
    #expect(abs(line.frame.height - 1.5) < 1e-9)
  }

  @Test func haveTheColourOfTheTextOrTheirOwn() {
    let red = Color(rgb: 0xFF0000)
    let style = TextStyle(
      color: red,
      decorations: [TextDecoration(.underline), TextDecoration(.overline, color: .black)])
    #expect(
      layout(AttributedText("a", style: style)).decorationLines.map(\.color) == [red, .black])
  }

  @Test func haveTheColourOfTheTheme() {
    let ink = ThemeColor(light: .black, dark: .white)
    let page = ThemeColor(light: Color(rgb: 0xFFEECC), dark: Color(rgb: 0x112233))
    var style = TextStyle(decorations: [TextDecoration(.underline)])
    style.themeBackground = page
    style.decorations[0].themeColor = ink
    #expect(style.background == page.light && style.decorations[0].color == ink.light)
    var layout = layout(AttributedText("a", style: style))
    for theme in Theme.allCases {
      layout.theme = theme
      #expect(layout.decorationLines.map(\.color) == [ink.color(in: theme)])
      #expect(layout.backgrounds.map(\.color) == [page.color(in: theme)])
    }
  }

  @Test func areOneALine() {
    let style = TextStyle(decorations: [TextDecoration(.underline, thickness: 2)])
    let layout = layout(AttributedText("several words on lines", style: style), width: 60)
    #expect(layout.decorationLines.count == layout.lines.count && layout.lines.count > 1)
    #expect(layout.decorationLines.allSatisfy { $0.frame.height == 2 })
  }

  @Test(arguments: [Double.nan, -1, 0, .infinity])
  func takeAnyThickness(_ thickness: Double) {
    let style = TextStyle(decorations: [TextDecoration(.underline, thickness: thickness)])
    let line = layout(AttributedText("a", style: style)).decorationLines.first
    #expect(abs((line?.frame.height ?? 0) - 1.5) < 1e-9)
  }

  @Test(arguments: [Double.nan, -.infinity, .infinity])
  func takeAnyOffset(_ offset: Double) {
    let style = TextStyle(decorations: [TextDecoration(.underline, offset: offset)])
    let plain = TextStyle(decorations: [TextDecoration(.underline)])
    let frames = [style, plain].map {
      layout(AttributedText("a", style: $0)).decorationLines.first?.frame
    }
    #expect(frames[0] == frames[1])
  }

  @Test func offsetsCountFromTheBaseline() {
    for offset in [-3.5, 0, 4.25] {
      let style = TextStyle(decorations: [TextDecoration(.underline, offset: offset)])
      let layout = layout(AttributedText("a", style: style))
      #expect(layout.decorationLines.first?.frame.minY == layout.firstBaseline + offset)
    }
  }

  @Test func changingThemShapesNothing() {
    let plain = typesetter.prepare(Paragraph("text"))
    let calls = typesetter.statistics.shapeCalls
    let other = typesetter.prepare(
      Paragraph("text", style: TextStyle(decorations: [TextDecoration(.overline)])))
    #expect(plain.layout().glyphCount == other.layout().glyphCount)
    #expect(typesetter.statistics.shapeCalls - calls <= 1)
  }
}
