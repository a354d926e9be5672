import LinecasterBase
import LinecasterBoxLayout
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterCells

private enum Density: String, EnvironmentKey, CaseIterable {
  case regular, compact, airy
  static let defaultValue = Density.regular
}

private struct Bold: EnvironmentKey {
  static let defaultValue = false
}

private struct Reader: EnvironmentKey {
  typealias Value = String?
  static let defaultValue: String? = nil
}

extension Bold {
  typealias Value = Bool
}

@Suite struct LayoutEnvironmentTests {
  @Test func valuesOfKeysAreFoundByTheirType() {
    var environment = LayoutEnvironment(width: 100)
    #expect(environment[Density.self] == .regular && !environment[Bold.self])
    environment[Density.self] = .compact
    environment[Bold.self] = true
    environment[Reader.self] = "Ada"
    #expect(environment[Density.self] == .compact && environment[Bold.self])
    #expect(environment[Reader.self] == "Ada")
    var other = environment
    other[Reader.self] = nil
    #expect(environment[Reader.self] == "Ada" && other[Reader.self] == nil)
  }

  @Test func aDefaultThatIsSetIsAsGoodAsNone() {
    let plain = LayoutEnvironment(width: 100)
    var environment = plain
    environment[Density.self] = .compact
    #expect(environment != plain)
    environment[Density.self] = .regular
    #expect(environment == plain && environment.hashValue == plain.hashValue)
  }

  /// Environments are equal exactly if all their values are; a model of plain values is the
  /// reference.
  @Test func equalityIsThatOfAllValues() {
    struct Model: Hashable {
      var density = Density.regular
      var isBold = false
      var locale: String?
      var isRightToLeft = false
      var isBlack = false
      var scale = 1.0
      var width = 10.0
    }
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    func pair() -> (Model, LayoutEnvironment) {
      var model = Model()
      var environment = LayoutEnvironment(width: 10)
      for _ in 0..<6 {
        switch Int.random(in: 0..<7, using: &random) {
        case 0:
          model.density = Density.allCases.randomElement(using: &random) ?? .airy
          environment[Density.self] = model.density
        case 1:
          model.isBold.toggle()
          environment[Bold.self] = model.isBold
        case 2:
          model.locale = [nil, "de", "ar"].randomElement(using: &random) ?? nil
          environment.locale = model.locale
        case 3:
          model.isRightToLeft.toggle()
          environment.layoutDirection = model.isRightToLeft ? .rightToLeft : .leftToRight
        case 4:
          model.isBlack.toggle()
          environment.background = model.isBlack ? ThemeColor(.black) : .background
        case 5:
          model.scale = [1, 2].randomElement(using: &random) ?? 1
          environment.fonts.scale = model.scale
        default:
          model.width = [10, 20].randomElement(using: &random) ?? 10
          environment.width = model.width
        }
      }
      return (model, environment)
    }
    let pairs = (0..<120).map { _ in pair() }
    for (model, environment) in pairs {
      for (otherModel, other) in pairs {
        #expect((model == otherModel) == (environment == other), "LINECASTER_SEED=\(seed)")
        if model == otherModel { #expect(environment.hashValue == other.hashValue) }
      }
    }
    #expect(Set(pairs.map(\.0)).count == Set(pairs.map(\.1)).count)
  }

  @Test func everyTraitIsPartOfKeys() {
    struct Label: Cell {
      func body(in environment: LayoutEnvironment) -> some Layout { Text("a") }
    }
    let changes: [(inout LayoutEnvironment) -> Void] = [
      { _ in }, { $0.theme = .dark }, { $0.background = ThemeColor(.black) }, { $0.locale = "ar" },
      { $0.layoutDirection = .rightToLeft }, { $0[Density.self] = .airy },
      { $0[Density.self] = .compact }, { $0.fonts = FontPreference(scale: 2) },
      { $0.textRendering = .plain }, { $0.textRendering = .screen },
    ]
    let keys = changes.map { change in
      var environment = LayoutEnvironment(width: 100)
      change(&environment)
      return MeasurementKey(AnyCell(Label()), environment)
    }
    #expect(Set(keys).count == changes.count)
  }
}

/// The reading direction and the language of the environment.
@Suite struct ReadingTests {
  private func arrange(
    _ layout: some Layout, _ change: (inout LayoutEnvironment) -> Void
  ) throws -> CellArrangement {
    var environment = LayoutEnvironment(width: 100)
    change(&environment)
    return try Arranging.arranger().arrange(layout, in: environment)
  }

  @Test func rowsAreMirrored() throws {
    let row = Row(spacing: 5) {
      Box(.black, size: Size(width: 10, height: 4))
      Box(.white, size: Size(width: 20, height: 4))
    }
    .padding(leading: 7, trailing: 1)
    let columns = Column(alignment: .flexStart) { Box(.black, size: Size(width: 30, height: 3)) }
    let layout = Column {
      row
      columns
    }
    let left = try arrange(layout) { _ in }
    let right = try arrange(layout) { $0.layoutDirection = .rightToLeft }
    #expect(left.fills.map(\.minX) == [7, 22, 0])
    #expect(
      right.fills
        == left.fills.map { frame in
          Rect(x: 100 - frame.maxX, y: frame.minY, width: frame.width, height: frame.height)
        })
    #expect(right.size == left.size)
    let own = try arrange(layout.node.writingDirection(.leftToRight)) {
      $0.layoutDirection = .rightToLeft
    }
    #expect(own.fills == left.fills)
  }

  @Test func marginsOfTheRootAreMirrored() throws {
    let column = Column { Box(.black, size: Size(width: 30, height: 3)) }
      .margin(leading: 10, top: 1, trailing: 4, bottom: 2)
    for direction in [BoxWritingDirection.leftToRight, .rightToLeft] {
      let arrangement = try arrange(column) { $0.layoutDirection = direction }
      #expect(arrangement.size == Size(width: 100, height: 6))
      let x = direction == .leftToRight ? 10.0 : 60
      #expect(arrangement.fills == [Rect(x: x, y: 1, width: 30, height: 3)])
    }
  }

  @Test func textWithoutALanguageIsInThatOfTheReader() throws {
    func languages(_ style: TextStyle, _ locale: String?) throws -> [String?] {
      try arrange(Text("직 office", style: style)) { $0.locale = locale }
        .texts.flatMap { $0.layout.glyphRuns.map(\.style.language) }
    }
    #expect(Set(try languages(TextStyle(), nil)) == [nil])
    #expect(Set(try languages(TextStyle(), "ja")) == ["ja"])
    #expect(Set(try languages(TextStyle(language: "ko"), "ja")) == ["ko"])
    // Small letters at which Japanese does not start a line.
    let words = "東京ー大阪っ京都ー名古屋ャ札幌ー仙台"
    func ranges(_ style: TextStyle, _ locale: String?) throws -> [[Range<Int>]] {
      try arrange(Text(words, style: style)) { $0.locale = locale }
        .texts.map { $0.layout.lines.map(\.utf16Range) }
    }
    #expect(
      try ranges(TextStyle(), "ja") == ranges(TextStyle(language: "ja"), nil))
  }
}

/// Text without a colour takes that of the theme, and is prepared once for all themes.
@Suite struct ThemedTextTests {
  private func colors(_ layout: some Layout, _ theme: Theme) throws -> [Color] {
    try Arranging.arranger().arrange(layout, in: LayoutEnvironment(width: 200, theme: theme))
      .texts.flatMap { $0.layout.glyphRuns.map(\.color) }
  }

  @Test func nothingSaidIsTheThemes() throws {
    #expect(try colors(Text("a"), .light) == [ThemeColor.text.light])
    #expect(try colors(Text("a"), .dark) == [ThemeColor.text.dark])
    #expect(ThemeColor.text.light != ThemeColor.text.dark)
  }

  @Test func aColourMayBeOfEachThemeOrOfAll() throws {
    let red = Color(rgb: 0xFF0000)
    let both = ThemeColor(light: red, dark: .white)
    let layout = Column {
      Text("a", style: TextStyle(color: red))
      Text("b", style: TextStyle(color: both))
      Text("c", style: TextStyle(color: .secondaryText))
      Text(
        Paragraph(
          AttributedText {
            "d"
            Styled("e") { $0.themeColor = .accent }
            Styled("f") { $0.color = red }
          }))
    }
    #expect(
      try colors(layout, .light) == [
        red, red, ThemeColor.secondaryText.light, ThemeColor.text.light, ThemeColor.accent.light,
        red,
      ])
    #expect(
      try colors(layout, .dark) == [
        red, .white, ThemeColor.secondaryText.dark, ThemeColor.text.dark, ThemeColor.accent.dark,
        red,
      ])
  }

  @Test func linesAreInTheColourOfTheirText() throws {
    let style = TextStyle(color: .accent, decorations: [TextDecoration(.underline)])
    for theme in Theme.allCases {
      let arrangement = try Arranging.arranger().arrange(
        Text("a", style: style), in: LayoutEnvironment(width: 50, theme: theme))
      let text = try #require(arrangement.texts.first).layout
      #expect(text.decorationLines.map(\.color) == [ThemeColor.accent.color(in: theme)])
    }
  }

  @Test func bothThemesShareWhatIsPrepared() throws {
    let arranger = try Arranging.arranger()
    let layout = Text("Measured once, for both themes", style: TextStyle(color: .secondaryText))
    var environment = LayoutEnvironment(width: 90)
    let light = try arranger.arrange(layout, in: environment)
    let before = arranger.typesetter.statistics
    environment.theme = .dark
    let dark = try arranger.arrange(layout, in: environment)
    let after = arranger.typesetter.statistics
    #expect(after.paragraphs == before.paragraphs && after.shapeCalls == before.shapeCalls)
    #expect(after.paragraphHits == before.paragraphHits + 1)
    #expect(dark.size == light.size)
  }
}
