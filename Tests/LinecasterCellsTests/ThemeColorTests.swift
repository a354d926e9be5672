import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterText
import Testing

/// Boxes whose colours depend on the theme.
@Suite struct ThemeColorTests {
  private static let pair = ThemeColor(light: Color(rgb: 0x112233), dark: Color(rgb: 0xDDEEFF))

  /// A box with every property that takes a colour, made from one.
  private func box(
    _ paint: DisplayPaint, _ color: ThemeColor, _ stops: [GradientStop]
  ) -> LayoutNode {
    var node = Text("A", style: TextStyle(size: 20, color: Color.black)).padding(4)
      .background(paint, cornerRadius: 3).border(color, width: 2)
      .shadow(Shadow(color, blur: 2)).shadow(Shadow(color, isInset: true))
      .textShadow(Shadow(color, offset: Point(x: 1, y: 1)))
      .textPaint(.radial(RadialGradient(stops: stops)))
    node.decoration.effects.layers = [.paint(.conic(ConicGradient(stops: stops)))]
    node.decoration.effects.mask = .paint(.linear(LinearGradient(stops: stops)))
    return node
  }

  private func commands(_ layout: some Layout, _ theme: Theme) throws -> [DisplayCommand] {
    try Arranging.arranger()
      .arrange(layout, in: LayoutEnvironment(width: 80, theme: theme)).displayList.commands
  }

  @Test(arguments: Theme.allCases) func areDrawnInTheColorOfTheTheme(theme: Theme) throws {
    let plain = Self.pair.color(in: theme)
    let themed = box(
      .themeColor(Self.pair), Self.pair, [GradientStop(Self.pair, at: 0), .init(.clear, at: 1)])
    let expected = box(
      .color(plain), ThemeColor(plain), [GradientStop(plain, at: 0), .init(.clear, at: 1)])
    #expect(try "\(commands(themed, theme))" == "\(commands(expected, theme))")
  }

  @Test func differBetweenThemes() throws {
    let themed = box(.themeColor(Self.pair), Self.pair, [])
    #expect(try "\(commands(themed, .light))" != "\(commands(themed, .dark))")
    let dot = Box(Self.pair, size: Size(width: 4, height: 4))
    #expect(try "\(commands(dot, .light))" != "\(commands(dot, .dark))")
  }

  @Test func settingAPlainColorSetsAllThemes() {
    var edge = BorderEdge(width: 1, color: Self.pair)
    var shadow = Shadow(Self.pair)
    var decoration = BoxDecoration(background: Self.pair)
    #expect(edge.color == Self.pair.light && shadow.color == Self.pair.light)
    #expect(decoration.backgroundColor == Self.pair.light)
    edge.color = .white
    shadow.color = .white
    decoration.backgroundColor = .white
    #expect(edge.themeColor == ThemeColor(.white) && shadow.themeColor == ThemeColor(.white))
    #expect(decoration.background == .color(.white))
  }
}
