import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterTestSupport
import LinecasterText
import Testing

extension ThemeSize {
  fileprivate static let avatar = ThemeSize(40, growsWithText: true)
}

@Suite struct ThemeSizeTests {
  private struct Author: Cell {
    func body(in environment: LayoutEnvironment) -> some Layout {
      let side = environment[.avatar]
      Row { Box(.black, size: Size(width: side, height: side)) }.padding(environment[.gap])
    }
  }

  private func environment(scale: Double = 1, letters: Double = 1) -> LayoutEnvironment {
    LayoutEnvironment(
      width: 300, scale: PixelScale(scale), fonts: FontPreference(scale: letters))
  }

  @Test func someSizesGrowWithLetters() {
    #expect(environment(letters: 1.5)[.avatar] == 60 && environment(letters: 1.5)[.gap] == 8)
  }

  /// The line size equals the width of borders and separators of one point.
  @Test(arguments: [1, 1.25, 1.5, 2, 3]) func linesAreWholePixels(scale: Double) {
    let environment = environment(scale: scale)
    #expect(environment[.line] == environment.scale.lineWidth(1))
    #expect(environment[ThemeSize(0.1, isLine: true)] * scale == 1)
  }

  /// Seed row E9: a cell with named sizes is laid out again when the text size changes.
  @Test(arguments: [1.0, 2]) func cellsTakeSizesByTheirNames(letters: Double) throws {
    let environment = environment(letters: letters)
    let layout = AnyCell(Author()).layout(in: environment)
    let arrangement = try Arranging.arranger().arrange(layout, in: environment)
    #expect(arrangement.size.height == 40 * letters + 16)
  }

  @Test func strangeSizesAreNone() {
    for points in ExtremeNumbers.doubles {
      for growsWithText in [false, true] {
        let size = ThemeSize(points, growsWithText: growsWithText, isLine: growsWithText)
        let length = environment(scale: 3, letters: 1e6)[size]
        #expect(length.isFinite && length >= 0)
        #expect(size.points == (points >= 0 && points <= 1e9 ? points : 0))
      }
    }
  }
}
