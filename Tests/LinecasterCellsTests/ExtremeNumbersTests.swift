import LinecasterBase
import LinecasterBoxLayout
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

/// Layouts with extreme numbers: nothing traps, which would end the process, and all numbers of an
/// arrangement are finite.
@Suite struct ExtremeNumbersTests {
  @Test func sizesWithNamesAreWidthsOfSomething() {
    var random = SeededGenerator(salt: 260)
    for _ in 0..<2_000 {
      let size = ThemeSize(
        random.extreme(), growsWithText: random.oneIn(2), isLine: random.oneIn(2))
      var environment = LayoutEnvironment(
        width: random.extreme(), scale: PixelScale(random.extreme()))
      environment.fonts.scale = random.extreme()
      let length = environment[size]
      #expect(length >= 0 && length.isFinite, "seed \(TestSettings.seed)")
    }
  }

  private func node(depth: Int, _ random: inout SeededGenerator) -> LayoutNode {
    var node = content(depth: depth, &random)
    for _ in 0..<3 { node = modified(node, &random) }
    return node
  }

  private func size(_ random: inout SeededGenerator) -> Size {
    Size(width: random.extreme(), height: random.extreme())
  }

  private func content(depth: Int, _ random: inout SeededGenerator) -> LayoutNode {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &random) {
    case 0:
      let style = TextStyle(size: random.extreme(), letterSpacing: random.extreme())
      let text = Text("jag 天", style: style)
      return random.oneIn(3) ? text.lineLimit(random.extremeInteger()) : text.node
    case 1: return Box(.black, size: size(&random), cornerRadius: random.extreme()).node
    case 2: return Image(ImageReference("a"), size: size(&random)).node
    case 3:
      let children = (0..<3).map { _ in node(depth: depth - 1, &random) }
      return Row(spacing: random.extreme()) { for child in children { child } }.node
    case 4:
      let children = (0..<3).map { _ in node(depth: depth - 1, &random) }
      let track = GridTrack.minmax(.points(random.extreme()), fraction: random.extreme())
      return Grid(columns: [.points(random.extreme()), track], spacing: random.extreme()) {
        for child in children { child }
      }.node
    default:
      let children = (0..<3).map { _ in node(depth: depth - 1, &random) }
      return Column(spacing: random.extreme()) { for child in children { child } }.node
    }
  }

  private func modified(_ node: LayoutNode, _ random: inout SeededGenerator) -> LayoutNode {
    let number = random.extreme()
    switch Int.random(in: 0..<18, using: &random) {
    case 14:
      return node.transform(.rotate(number)).transform(.translate(x: number, y: random.extreme()))
    case 15:
      return node.transform(.scale(x: number, y: random.extreme()))
        .transform(.skew(x: random.extreme(), y: number))
    case 16:
      var fit = TextFit(smallest: number, largest: random.extreme())
      if random.oneIn(2) { (fit.smallest, fit.largest) = (fit.largest, fit.smallest) }
      return node.fitted(fit).textStroke(.black, width: random.extreme())
    case 17:
      return node.zIndex(ExtremeNumbers.integers.randomElement(using: &random) ?? 0)
        .filter(.blur(number)).modified {
          $0.decoration.effects.transformOrigin = Point(x: random.extreme(), y: number)
        }
    case 0:
      return random.oneIn(2)
        ? node.padding(number)
        : node.padding(DirectionalInsets(leading: number, vertical: random.extreme()))
    case 1: return node.margin(Insets(top: number, left: random.extreme()))
    case 2: return node.frame(width: number, height: random.extreme())
    case 3: return node.aspectRatio(number)
    case 4: return node.grow(number)
    case 5: return node.shrink(number)
    case 6: return node.background(.white, cornerRadius: number)
    case 7: return node.cornerRadius(number)
    case 8: return node.border(.black, width: number, pattern: .dashed)
    case 9: return node.opacity(number)
    case 10: return node.shadow(Shadow(.black, blur: number, spread: random.extreme()))
    case 12:
      let line = random.oneIn(9) ? random.extremeInteger() : 2
      return node.gridColumn(.line(line), .span(line)).gridRow(.span(3)).order(line)
    case 11: return node.clipped().basis(.percent(number))
    default:
      return node.modified {
        $0.decoration = BoxDecoration(corners: CornerRadii(all: number), opacity: number)
      }
    }
  }

  @Test func selectsAnyPlaces() throws {
    let arranger = try Arranging.arranger()
    let column = Column { for text in ["jag 天", "", "office"] { Text(text) } }
    for text in ExtremeNumbers.integers {
      for offset in ExtremeNumbers.integers {
        var environment = LayoutEnvironment(width: 90)
        let place = TextPlace(text: text, utf16Offset: offset)
        environment.state.selectedText = SelectedText(from: place, to: place)
        #expect(try arranger.arrange(column, in: environment).word(at: place) == nil || text >= 0)
        environment.state.selectedText = SelectedText(to: place)
        let arrangement = try arranger.arrange(column, in: environment)
        #expect(arrangement.string(of: SelectedText(from: place)).utf8.count <= 16)
        let found = CellTextRange(text: text, utf16Range: min(offset, 3)..<max(offset, 3))
        environment.state.foundText = FoundText([found], current: found)
        let marked = try arranger.arrange(column, in: environment)
        #expect(marked.size == arrangement.size)
        #expect(marked.bounds(of: found) == nil || (0..<3).contains(text))
      }
    }
    for number in ExtremeNumbers.doubles {
      let arrangement = try arranger.arrange(column, in: LayoutEnvironment(width: 90))
      let place = arrangement.textPlace(nearest: Point(x: number, y: number))
      #expect(place.map { (0..<3).contains($0.text) } == true)
    }
  }

  @Test func arrangesAnyLayout() throws {
    var random = SeededGenerator(salt: 170)
    let arranger = try Arranging.arranger()
    for _ in 0..<600 {
      var environment = LayoutEnvironment(
        width: random.extreme(), scale: PixelScale(random.extreme()))
      environment.width = random.oneIn(2) ? 90 : random.extreme()
      environment.fonts = FontPreference(scale: random.extreme())
      let node = node(depth: 2, &random)
      let arrangement = try arranger.arrange(node, in: environment)
      let numbers =
        [arrangement.size.width, arrangement.size.height]
        + arrangement.fills.flatMap { [$0.minX, $0.minY, $0.width, $0.height] }
      #expect(numbers.allSatisfy { $0.isFinite }, "seed \(TestSettings.seed)")
    }
    _ = BoxDecoration(background: .white, cornerRadius: .nan)
  }
}
