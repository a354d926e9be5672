import LinecasterFlexbox
import LinecasterGeometry
import Testing

/// Sizes that follow from the other one, CSS Sizing 4 §5.
struct AspectRatioTests {
  private func ratio(
    _ width: FlexLength, _ height: FlexLength, _ ratio: Double, _ children: [FlexNode] = [],
    _ change: (inout FlexStyle) -> Void = { _ in }
  ) -> FlexNode {
    flex(
      width, height,
      {
        $0.aspectRatio = ratio
        $0.shrink = 0
        change(&$0)
      }, children)
  }

  private func start(_ children: [FlexNode]) -> FlexNode {
    flex(200, 200, { $0.alignItems = .flexStart }, children)
  }

  @Test func heightFromWidth() throws {
    #expect(try frames(start([ratio(60, .auto, 2)]))[1] == rect(0, 0, 60, 30))
  }

  @Test func widthFromHeight() throws {
    #expect(try frames(start([ratio(.auto, 30, 2)]))[1] == rect(0, 0, 60, 30))
  }

  @Test func bothSizesGoBeforeTheRatio() throws {
    #expect(try frames(start([ratio(10, 30, 2)]))[1] == rect(0, 0, 10, 30))
  }

  @Test func contentMakesTheBoxHigher() throws {
    let boxes = try frames(start([ratio(60, .auto, 2, [box(10, 80)])]))
    #expect(boxes[1] == rect(0, 0, 60, 80))
  }

  @Test func clippedContentDoesNot() throws {
    let boxes = try frames(
      start([ratio(60, .auto, 2, [box(10, 80)]) { $0.overflow = .hidden }]))
    #expect(boxes[1] == rect(0, 0, 60, 30))
  }

  @Test func contentMakesTheBoxWider() throws {
    let boxes = try frames(start([ratio(.auto, 30, 2, [box(90, 10)])]))
    #expect(boxes[1] == rect(0, 0, 90, 30))
  }

  @Test func theGrownHeightOfAColumnGivesTheWidth() throws {
    let root = flex(
      200, 100,
      {
        $0.direction = .column
        $0.alignItems = .flexStart
      }, [ratio(.auto, .auto, 1.5) { $0.grow = 1 }])
    #expect(try frames(root)[1] == rect(0, 0, 150, 100))
  }

  @Test func percentagesReferToTheHeightOfTheRatio() throws {
    let child = box(10, .percent(50))
    #expect(try frames(start([ratio(60, .auto, 2, [child])]))[2] == rect(0, 0, 10, 15))
  }

  @Test func contentBoxesKeepTheRatioInside() throws {
    let node = ratio(40, .auto, 2) {
      $0.boxSizing = .contentBox
      $0.padding = FlexEdges(all: 5)
    }
    #expect(try frames(start([node]))[1] == rect(0, 0, 50, 30))
  }

  @Test(arguments: [0, -1, Double.nan, .infinity, 1e-9])
  func strangeRatiosAreNone(number: Double) throws {
    #expect(try frames(start([ratio(60, .auto, number)]))[1] == rect(0, 0, 60, 0))
  }
}
