import LinecasterBase
import LinecasterBoxLayout
import Testing

/// §9.4 and §9.6: sizes and places across the main axis.
struct CrossAxisTests {
  @Test(arguments: [
    (BoxAlign.stretch, 0.0, 50.0), (.flexStart, 0, 0), (.flexEnd, 50, 0), (.center, 25, 0),
    (.start, 0, 0), (.end, 50, 0), (.baseline, 0, 0),
  ])
  func aligns(align: BoxAlign, y: Double, height: Double) throws {
    let boxes = try frames(flex(100, 50, { $0.alignItems = align }, [box(20, .auto)]))
    #expect(boxes[1] == rect(0, y, 20, height))
  }

  @Test func alignSelfWins() throws {
    let boxes = try frames(
      flex(100, 50, { $0.alignItems = .center }, [box(20, 10) { $0.alignSelf = .flexEnd }]))
    #expect(boxes[1] == rect(0, 40, 20, 10))
  }

  @Test func lineIsAsHighAsItsHighestItem() throws {
    let boxes = try frames(flex(100, .auto, [box(20, 30), box(20, .auto), box(20, 10)]))
    #expect(
      boxes == [
        rect(0, 0, 100, 30), rect(0, 0, 20, 30), rect(20, 0, 20, 30), rect(40, 0, 20, 10),
      ])
  }

  @Test func baselinesMeet() throws {
    let boxes = try frames(
      flex(100, .auto, { $0.alignItems = .baseline }, [text([20]), box(20, 30)]))
    #expect(boxes == [rect(0, 0, 100, 32), rect(0, 22, 20, 10), rect(20, 0, 20, 30)])
  }

  @Test func autoMarginsCenterAcross() throws {
    let boxes = try frames(
      flex(
        100, 50,
        [
          box(20, 10) {
            $0.margin.top = .auto
            $0.margin.bottom = .auto
          }, box(20, 10) { $0.margin.top = .auto },
        ]))
    #expect(boxes.dropFirst() == [rect(0, 20, 20, 10), rect(20, 40, 20, 10)])
  }

  @Test func wrapsIntoLines() throws {
    let boxes = try frames(
      flex(50, .auto, { $0.wrap = .wrap }, [box(30, 10), box(30, 20), box(20, 5)]))
    #expect(
      boxes == [
        rect(0, 0, 50, 30), rect(0, 0, 30, 10), rect(0, 10, 30, 20), rect(30, 10, 20, 5),
      ])
  }

  @Test func wrapsInReverse() throws {
    let boxes = try frames(
      flex(50, .auto, { $0.wrap = .wrapReverse }, [box(30, 10), box(30, 20)]))
    #expect(boxes.dropFirst() == [rect(0, 20, 30, 10), rect(0, 0, 30, 20)])
  }

  @Test(arguments: [
    (BoxAlignContent.stretch, 0.0, 50.0), (.flexStart, 0, 10), (.flexEnd, 80, 90),
    (.center, 40, 50), (.spaceBetween, 0, 90), (.spaceAround, 20, 70), (.start, 0, 10),
    (.end, 80, 90),
  ])
  func alignsLines(align: BoxAlignContent, first: Double, second: Double) throws {
    let boxes = try frames(
      flex(
        50, 100,
        {
          $0.wrap = .wrap
          $0.alignContent = align
        }, [box(50, 10), box(50, 10)]))
    #expect(boxes.dropFirst() == [rect(0, first, 50, 10), rect(0, second, 50, 10)])
  }

  @Test func rowGapStandsBetweenLines() throws {
    let boxes = try frames(
      flex(
        50, .auto,
        {
          $0.wrap = .wrap
          $0.rowGap = 7
        }, [box(50, 10), box(50, 10)]))
    #expect(boxes == [rect(0, 0, 50, 27), rect(0, 0, 50, 10), rect(0, 17, 50, 10)])
  }

  @Test func limitsBoundStretching() throws {
    let boxes = try frames(
      flex(
        100, 50, [box(20, .auto) { $0.maxHeight = 30 }, box(20, .auto) { $0.minHeight = 60 }]))
    #expect(boxes.dropFirst() == [rect(0, 0, 20, 30), rect(20, 0, 20, 60)])
  }

  @Test func limitsBoundTheHeightOfTheContent() throws {
    let boxes = try frames(
      flex(
        100, .auto, { $0.alignItems = .flexStart },
        [text([20]) { $0.minHeight = 30 }, text([20]) { $0.maxHeight = 6 }]))
    #expect(boxes == [rect(0, 0, 100, 30), rect(0, 0, 20, 30), rect(20, 0, 20, 6)])
  }

  @Test func columnsStretchWidths() throws {
    let boxes = try frames(
      flex(
        100, .auto, { $0.direction = .column },
        [box(.auto, 10), box(.auto, 10) { $0.margin.left = 5 }]
      ))
    #expect(boxes.dropFirst() == [rect(0, 0, 100, 10), rect(5, 10, 95, 10)])
  }

  @Test func autoMarginsDoNotStretch() throws {
    let boxes = try frames(flex(100, 50, [text([20]) { $0.margin.top = .auto }]))
    #expect(boxes[1] == rect(0, 40, 20, 10))
  }

  @Test func stretchingLeavesRoomForMargins() throws {
    let item = box(20, .auto) { $0.margin = BoxEdges(top: 3, bottom: 4) }
    #expect(try frames(flex(100, 50, [item]))[1] == rect(0, 3, 20, 43))
  }

  @Test func theOnlyLineOfWrappedItemsIsAsHighAsThey() throws {
    let boxes = try frames(
      flex(
        100, 50,
        {
          $0.wrap = .wrap
          $0.alignContent = .flexStart
          $0.alignItems = .flexEnd
        }, [box(20, 10), box(20, 20)]))
    #expect(boxes.dropFirst() == [rect(0, 10, 20, 10), rect(20, 0, 20, 20)])
  }

  @Test func gapsCountWhereLinesBreak() throws {
    let style: (inout BoxStyle) -> Void = {
      $0.wrap = .wrap
      $0.columnGap = 10
    }
    let fitting = try frames(flex(50, .auto, style, [box(20, 10), box(20, 10)]))
    #expect(fitting[2] == rect(30, 0, 20, 10))
    let broken = try frames(flex(50, .auto, style, [box(25, 10), box(20, 10)]))
    #expect(broken[2] == rect(0, 10, 20, 10))
  }

  @Test func sumsThatMissAWidthByRoundingFit() throws {
    // 0.1 + 0.2 is more than 0.3 in floating point.
    let boxes = try frames(flex(0.3, .auto, { $0.wrap = .wrap }, [box(0.1, 10), box(0.2, 10)]))
    #expect(boxes.dropFirst().map(\.minY) == [0, 0])
  }

  @Test(arguments: [
    (BoxAlign.start, 0.0), (.end, 40), (.flexStart, 40), (.flexEnd, 0), (.center, 20),
  ])
  func startAndEndKeepTheirSidesInReverse(align: BoxAlign, y: Double) throws {
    let style: (inout BoxStyle) -> Void = {
      $0.wrap = .wrapReverse
      $0.alignItems = align
    }
    #expect(try frames(flex(100, 50, style, [box(20, 10)]))[1].minY == y)
  }

  @Test func marginsBelowABaselineMakeTheLineHigher() throws {
    let low = text([20]) { $0.margin.bottom = 7 }
    let boxes = try frames(
      flex(100, .auto, { $0.alignItems = .baseline }, [low, box(20, 30)]))
    // 30 above the baseline; 2 and the margin below it.
    #expect(boxes == [rect(0, 0, 100, 39), rect(0, 22, 20, 10), rect(20, 0, 20, 30)])
  }

  @Test func containersHaveTheBaselineOfTheirFirstItemOnOne() throws {
    let inner = flex(
      30, .auto, { $0.alignItems = .flexStart },
      [box(10, 20), text([10]) { $0.alignSelf = .baseline }])
    let boxes = try frames(
      flex(100, .auto, { $0.alignItems = .baseline }, [inner, box(5, 30)]))
    #expect(boxes[0].height == 42)
    #expect(boxes[1] == rect(0, 22, 30, 20))
  }

  @Test func rightToLeftMirrorsColumns() throws {
    let style: (inout BoxStyle) -> Void = {
      $0.direction = .column
      $0.writingDirection = .rightToLeft
      $0.alignItems = .flexStart
    }
    #expect(try frames(flex(100, 50, style, [box(20, 10)]))[1] == rect(80, 0, 20, 10))
  }

  @Test func linesShareSpaceEvenly() throws {
    let style: (inout BoxStyle) -> Void = {
      $0.wrap = .wrap
      $0.alignContent = .spaceEvenly
    }
    let boxes = try frames(flex(50, 80, style, [box(50, 10), box(50, 10)]))
    #expect(boxes.dropFirst().map(\.minY) == [20, 50])
  }

  @Test func anItemTooWideHasNoEmptyLineBeforeIt() throws {
    let style: (inout BoxStyle) -> Void = {
      $0.wrap = .wrap
      $0.rowGap = 7
    }
    let boxes = try frames(flex(50, .auto, style, [box(80, 10)]))
    #expect(boxes == [rect(0, 0, 50, 10), rect(0, 0, 80, 10)])
  }

  @Test func linesFillTheLeastHeight() throws {
    let style: (inout BoxStyle) -> Void = {
      $0.wrap = .wrap
      $0.minHeight = 50
      $0.alignItems = .center
    }
    #expect(try frames(flex(100, .auto, style, [box(20, 10)]))[1].minY == 20)
  }

  @Test func theOnlyLineKeepsToTheLimitsOfTheContainer() throws {
    let high: (inout BoxStyle) -> Void = {
      $0.minHeight = 50
      $0.alignItems = .flexEnd
    }
    #expect(try frames(flex(100, .auto, high, [box(20, 10)]))[1].minY == 40)
    let low: (inout BoxStyle) -> Void = {
      $0.maxHeight = 30
      $0.alignItems = .center
    }
    #expect(try frames(flex(100, .auto, low, [box(20, 50)]))[1].minY == -10)
  }

  @Test func baselinesMeetAtTheLowerEdgeInReverse() throws {
    let style: (inout BoxStyle) -> Void = {
      $0.wrap = .wrapReverse
      $0.alignItems = .baseline
    }
    // The text extends 2 below the baseline, which is the distance from the start of the line.
    let boxes = try frames(flex(100, 50, style, [text([20]), box(20, 30)]))
    #expect(boxes.dropFirst() == [rect(0, 40, 20, 10), rect(20, 18, 20, 30)])
  }

  @Test func containersHaveTheBaselineOfWhatIsOnTop() throws {
    let lines = flex(
      20, .auto,
      {
        $0.wrap = .wrapReverse
        $0.alignItems = .flexStart
      }, [text([20]), box(20, 20)])
    let column = flex(
      20, .auto, { $0.direction = .columnReverse }, [text([20]), box(20, 20)])
    for inner in [lines, column] {
      let boxes = try frames(
        flex(100, .auto, { $0.alignItems = .baseline }, [inner, box(5, 40)]))
      #expect(boxes[1] == rect(0, 20, 20, 30))
    }
  }

  @Test func baselinesOfClippedItemsAreInside() throws {
    let clipped = text([20]) {
      $0.height = 5
      $0.overflow = .hidden
    }
    let boxes = try frames(
      flex(100, .auto, { $0.alignItems = .baseline }, [clipped, box(5, 30)]))
    #expect(boxes[1] == rect(0, 25, 20, 5))
  }
}
