import LinecasterFlexbox
import LinecasterGeometry
import Testing

/// §9.3, §9.5, §9.7: sizes and places along the main axis.
struct MainAxisTests {
  @Test func placesItemsInARow() throws {
    let boxes = try frames(flex(100, 50, [box(20, 10), box(30, 20)]))
    #expect(boxes == [rect(0, 0, 100, 50), rect(0, 0, 20, 10), rect(20, 0, 30, 20)])
  }

  @Test func placesItemsInAColumn() throws {
    let boxes = try frames(
      flex(100, .auto, { $0.direction = .column }, [box(20, 10), box(30, 20)]))
    #expect(boxes == [rect(0, 0, 100, 30), rect(0, 0, 20, 10), rect(0, 10, 30, 20)])
  }

  @Test(arguments: [
    (FlexDirection.rowReverse, rect(80, 0, 20, 10), rect(50, 0, 30, 20)),
    (.columnReverse, rect(0, 40, 20, 10), rect(0, 20, 30, 20)),
  ])
  func reverses(direction: FlexDirection, first: Rect, second: Rect) throws {
    let boxes = try frames(flex(100, 50, { $0.direction = direction }, [box(20, 10), box(30, 20)]))
    #expect(boxes.dropFirst() == [first, second])
  }

  @Test func growsInProportion() throws {
    let boxes = try frames(
      flex(100, 10, [box(20, 10) { $0.grow = 1 }, box(20, 10) { $0.grow = 3 }]))
    #expect(boxes.dropFirst() == [rect(0, 0, 35, 10), rect(35, 0, 65, 10)])
  }

  @Test func factorsBelowOneLeaveSpace() throws {
    let boxes = try frames(flex(100, 10, [box(20, 10) { $0.grow = 0.5 }]))
    #expect(boxes[1] == rect(0, 0, 60, 10))
  }

  @Test func shrinksInProportionToBaseSizes() throws {
    let boxes = try frames(
      flex(100, 10, [box(50, 10) { $0.shrink = 1 }, box(100, 10) { $0.shrink = 2 }]))
    #expect(boxes.dropFirst() == [rect(0, 0, 40, 10), rect(40, 0, 60, 10)])
  }

  @Test func maximumGivesItsRestToOthers() throws {
    let boxes = try frames(
      flex(
        100, 10,
        [
          box(0, 10) {
            $0.grow = 1
            $0.maxWidth = 20
          }, box(0, 10) { $0.grow = 1 },
        ]))
    #expect(boxes.dropFirst() == [rect(0, 0, 20, 10), rect(20, 0, 80, 10)])
  }

  @Test func minimumTakesFromOthers() throws {
    let boxes = try frames(
      flex(
        100, 10,
        [
          box(100, 10) {
            $0.shrink = 1
            $0.minWidth = 80
          }, box(100, 10) { $0.shrink = 1 },
        ]))
    #expect(boxes.dropFirst() == [rect(0, 0, 80, 10), rect(80, 0, 20, 10)])
  }

  @Test func basisReplacesWidth() throws {
    let boxes = try frames(
      flex(200, 10, [box(20, 10) { $0.basis = 50 }, box(20, 10) { $0.basis = .percent(25) }]))
    #expect(boxes.dropFirst() == [rect(0, 0, 50, 10), rect(50, 0, 50, 10)])
  }

  @Test(arguments: [
    (FlexJustify.flexStart, 0.0, 20.0), (.flexEnd, 60, 80), (.center, 30, 50),
    (.spaceBetween, 0, 80), (.spaceAround, 15, 65), (.spaceEvenly, 20, 60), (.start, 0, 20),
    (.end, 60, 80),
  ])
  func justifies(justify: FlexJustify, first: Double, second: Double) throws {
    let boxes = try frames(
      flex(100, 10, { $0.justifyContent = justify }, [box(20, 10), box(20, 10)]))
    #expect(boxes.dropFirst() == [rect(first, 0, 20, 10), rect(second, 0, 20, 10)])
  }

  @Test(arguments: [
    (FlexJustify.spaceBetween, 0.0), (.spaceAround, 0), (.spaceEvenly, 0), (.center, -10),
    (.flexEnd, -20),
  ])
  func justifiesWithoutSpace(justify: FlexJustify, first: Double) throws {
    let boxes = try frames(flex(100, 10, { $0.justifyContent = justify }, [box(120, 10)]))
    #expect(boxes[1] == rect(first, 0, 120, 10))
  }

  @Test func gapsStandBetweenItems() throws {
    let boxes = try frames(
      flex(100, 10, { $0.gap = 10 }, [box(20, 10), box(20, 10) { $0.grow = 1 }, box(20, 10)]))
    #expect(
      boxes.dropFirst() == [rect(0, 0, 20, 10), rect(30, 0, 40, 10), rect(80, 0, 20, 10)])
  }

  @Test func autoMarginsTakeFreeSpaceFirst() throws {
    let boxes = try frames(
      flex(
        100, 10, { $0.justifyContent = .center },
        [box(20, 10), box(20, 10) { $0.margin.left = .auto }]))
    #expect(boxes.dropFirst() == [rect(0, 0, 20, 10), rect(80, 0, 20, 10)])
  }

  @Test func rightToLeftMirrorsRows() throws {
    let boxes = try frames(
      flex(
        100, 10, { $0.writingDirection = .rightToLeft },
        [box(20, 10) { $0.margin.start = 5 }, box(30, 10)]))
    #expect(boxes.dropFirst() == [rect(75, 0, 20, 10), rect(45, 0, 30, 10)])
  }
}
