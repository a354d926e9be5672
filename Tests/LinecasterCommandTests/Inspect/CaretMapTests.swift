import Linecaster
import LinecasterTestSupport
import Testing

@testable import LinecasterCommand

@Suite struct CaretMapTests {
  private func placed(_ texts: [String], width: Double = 120) throws -> [PageAnatomy.PlacedText] {
    let typesetter = Typesetter(fonts: try .bundled())
    return texts.map {
      PageAnatomy.PlacedText(
        layout: typesetter.prepare(Paragraph($0)).layout(width: width), origin: .zero, box: 0,
        frame: .zero)
    }
  }

  /// The map has the layout's nearest caret at every place along every line.
  @Test(arguments: ["Office fjord, and more of it", "abc שלום 12 עולם def", "", "e\u{301}👩🏽‍🚀日本"])
  func stretchesHaveTheNearestCarets(string: String) throws {
    let texts = try placed([string])
    let layout = texts[0].layout
    let lines = try #require(CaretMap(texts).texts[0])
    #expect(lines.count == layout.lines.count)
    var generator = SeededGenerator()
    for line in lines {
      for _ in 0..<200 {
        let x = Double.random(in: -20..<160, using: &generator)
        let y = (line.top + line.bottom) / 2
        let near = [-0.01, 0, 0.01].map { layout.caret(nearest: Point(x: x + $0, y: y)) }
        guard Set(near).count == 1 else { continue }
        let stretch = line.stretches.first { x < $0.end } ?? line.stretches.last
        #expect(stretch?.caret == near[1], "\(x) of \(string), seed \(generator.seed)")
      }
    }
  }

  @Test func textsWithoutRoomAreLeftOut() throws {
    let texts = try placed(["abcd", String(repeating: "a ", count: 50), "efg"])
    let map = CaretMap(texts, unitLimit: 20)
    #expect(map.texts.map { $0 != nil } == [true, false, true])
    #expect(map.leftOutCount == 1)
  }
}
