import LinecasterCells
import LinecasterGeometry
import LinecasterList
import Testing

/// Seed row A68: separators of any thickness, inset and colour, each of which is seen to change.
@Suite struct SeparatorTests {
  private let light = LayoutEnvironment(width: 100)
  private let dark = LayoutEnvironment(width: 100, theme: .dark)

  @Test func everyPropertyIsContent() {
    let separator = Separator.small
    let changes: [(inout Separator) -> Void] = [
      { $0.thickness = 16 }, { $0.priority = 1 }, { $0.insets = .zero },
      { $0.color = ThemeColor(.black) },
    ]
    for change in changes {
      var other = separator
      change(&other)
      #expect(AnyCell(separator) != AnyCell(other))
    }
  }

  @Test func colorsFollowTheTheme() {
    let cell = AnyCell(Separator.medium)
    #expect(cell.layout(in: light) != cell.layout(in: dark))
    let color = ThemeColor(light: .white, dark: .black)
    #expect(color.color(in: .light) == .white && color.color(in: .dark) == .black)
  }

  @Test func lengthsAreAlwaysUsable() {
    for (given, usable) in [(-1.0, 0.0), (.nan, 0), (.infinity, 0), (2.5, 2.5)] {
      var separator = Separator(thickness: given)
      #expect(separator.thickness == usable)
      separator.thickness = given
      #expect(separator.thickness == usable)
      var space = Space(given)
      #expect(space.height == usable)
      space.height = given
      #expect(space.height == usable)
    }
  }
}
