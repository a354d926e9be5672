import LinecasterBase
import LinecasterBoxLayout
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
    (BoxJustify.flexStart, 0.0, 20.0), (.flexEnd, 60, 80), (.center, 30, 50),
    (.spaceBetween, 0, 80), (.spaceAround, 15, 65), (.spaceEvenly, 20, 60), (.start, 0, 20),
    (.end, 60, 80),
  ])
  func justifies(justify: BoxJustify, first: Double, second: Double) throws {
    let boxes = try frames(
      flex(100, 10, { $0.justifyContent = justify }, [box(20, 10), box(20, 10)]))
    #expect(boxes.dropFirst() == [rect(first, 0, 20, 10), rect(second, 0, 20, 10)])
  }

  @Test(arguments: [
    (BoxJustify.spaceBetween, 0.0), (.spaceAround, 0), (.spaceEvenly, 0), (.center, -10),
    (.flexEnd, -20),
  ])
  func justifiesWithoutSpace(justify: BoxJustify, first: Double) throws {
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

  @Test func shrinkingSparesPadding() throws {
    let padded = box(60, 10) {
      $0.shrink = 1
      $0.padding = BoxEdges(horizontal: 20)
    }
    let boxes = try frames(flex(100, 10, [padded, box(60, 10) { $0.shrink = 1 }]))
    // 20 too much, distributed in proportion to the inner sizes of 20 and 60.
    #expect(boxes.dropFirst() == [rect(0, 0, 55, 10), rect(55, 0, 45, 10)])
  }

  @Test func autoMarginsShareTheSpace() throws {
    let boxes = try frames(
      flex(
        100, 10,
        [box(20, 10) { $0.margin.left = .auto }, box(20, 10) { $0.margin.right = .auto }]))
    #expect(boxes.dropFirst() == [rect(30, 0, 20, 10), rect(50, 0, 20, 10)])
    let centered = box(20, 10) { $0.margin = BoxEdges(horizontal: .auto) }
    #expect(try frames(flex(100, 10, [centered]))[1].minX == 40)
  }

  @Test func marginsKeepTheirSidesInReverse() throws {
    let boxes = try frames(
      flex(
        100, 10, { $0.direction = .rowReverse }, [box(20, 10) { $0.margin.left = 7 }, box(20, 10)]))
    #expect(boxes.dropFirst() == [rect(80, 0, 20, 10), rect(53, 0, 20, 10)])
  }

  @Test func limitsOfAColumnDecideWhatItsItemsShare() throws {
    let column: (inout BoxStyle) -> Void = {
      $0.direction = .column
      $0.minHeight = 100
    }
    let grown = try frames(flex(50, .auto, column, [box(10, 10) { $0.grow = 1 }]))
    #expect(grown == [rect(0, 0, 50, 100), rect(0, 0, 10, 100)])
    let shrunk = try frames(
      flex(
        50, .auto,
        {
          $0.direction = .column
          $0.maxHeight = 30
        }, [box(10, 20) { $0.shrink = 1 }, box(10, 20) { $0.shrink = 1 }]))
    #expect(shrunk == [rect(0, 0, 50, 30), rect(0, 0, 10, 15), rect(0, 15, 10, 15)])
  }

  @Test(arguments: [BoxJustify.spaceAround, .spaceEvenly])
  func spacesWithoutSpaceStartAtTheLeftInReverse(justify: BoxJustify) throws {
    let style: (inout BoxStyle) -> Void = {
      $0.direction = .rowReverse
      $0.justifyContent = justify
    }
    #expect(try frames(flex(100, 10, style, [box(120, 10)]))[1].minX == 0)
  }

  @Test func startAndEndAreSidesOfTheText() throws {
    for (justify, x) in [(BoxJustify.start, 0.0), (.end, 80), (.flexStart, 80), (.flexEnd, 0)] {
      let style: (inout BoxStyle) -> Void = {
        $0.direction = .rowReverse
        $0.justifyContent = justify
      }
      #expect(try frames(flex(100, 10, style, [box(20, 10)]))[1].minX == x)
    }
  }

  @Test func factorsThatAreNoNumbersAreTheInitialOnes() throws {
    #expect(try frames(flex(100, 10, [box(200, 10) { $0.shrink = .nan }]))[1].width == 100)
    #expect(try frames(flex(100, 10, [box(200, 10) { $0.shrink = -1 }]))[1].width == 100)
    #expect(try frames(flex(100, 10, [box(20, 10) { $0.grow = .nan }]))[1].width == 20)
  }

  @Test func aBasisInPercentIsAShareOfTheMainSize() throws {
    let item = box(10, 10) { $0.basis = .percent(25) }
    #expect(try frames(flex(100, 200, { $0.direction = .column }, [item]))[1].height == 50)
  }

  @Test func columnsBreakAtTheirMaximum() throws {
    let column: (inout BoxStyle) -> Void = {
      $0.direction = .column
      $0.wrap = .wrap
      $0.alignContent = .flexStart
      $0.maxHeight = 50
    }
    let boxes = try frames(flex(100, .auto, column, [box(20, 30), box(20, 30)]))
    #expect(boxes == [rect(0, 0, 100, 30), rect(0, 0, 20, 30), rect(20, 0, 20, 30)])
  }
}
