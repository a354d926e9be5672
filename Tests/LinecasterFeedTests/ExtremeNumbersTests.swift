import Linecaster
import LinecasterFeed
import LinecasterTestSupport
import Testing

/// Messages with extreme numbers; a trap would end the test process.
@Suite struct ExtremeNumbersTests {
  @Test func momentsHaveWords() {
    var random = SeededGenerator(salt: 177)
    let moments = ExtremeNumbers.integers + (0..<200).map { _ in random.extremeInteger() }
    for seconds in moments {
      let time = FeedTime.seconds(seconds)
      #expect(!time.text.isEmpty, "\(seconds)")
      #expect(time == .seconds(seconds) && time.hashValue == FeedTime.seconds(seconds).hashValue)
    }
  }

  @Test func arrangesImagesOfAnySize() throws {
    var random = SeededGenerator(salt: 178)
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    for round in 0..<60 {
      let size = Size(width: random.extreme(), height: random.extreme())
      let item = FeedItem(
        identifier: "a", author: "Ada", time: .seconds(random.extremeInteger()), body: "Hello",
        image: FeedImage(reference: ImageReference("a.png"), size: size))
      let environment = LayoutEnvironment(
        width: random.extreme(), scale: PixelScale(random.extreme()))
      let layout = AnyCell(FeedCell(item)).layout(in: environment)
      let arrangement = try arranger.arrange(layout, in: environment)
      let numbers = [arrangement.size.width, arrangement.size.height]
      #expect(
        numbers.allSatisfy { $0.isFinite && $0 >= 0 },
        "\(size), round \(round), seed \(random.seed)")
    }
  }
}
