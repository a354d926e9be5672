import LinecasterFlexbox
import LinecasterGeometry
import Testing

/// §9.4 and §9.6: sizes and places across the main axis.
struct CrossAxisTests {
  @Test(arguments: [
    (FlexAlign.stretch, 0.0, 50.0), (.flexStart, 0, 0), (.flexEnd, 50, 0), (.center, 25, 0),
    (.start, 0, 0), (.end, 50, 0), (.baseline, 0, 0),
  ])
  func aligns(align: FlexAlign, y: Double, height: Double) throws {
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
    (FlexAlignContent.stretch, 0.0, 50.0), (.flexStart, 0, 10), (.flexEnd, 80, 90),
    (.center, 40, 50), (.spaceBetween, 0, 90), (.spaceAround, 20, 70), (.start, 0, 10),
    (.end, 80, 90),
  ])
  func alignsLines(align: FlexAlignContent, first: Double, second: Double) throws {
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

  @Test func columnsStretchWidths() throws {
    let boxes = try frames(
      flex(
        100, .auto, { $0.direction = .column },
        [box(.auto, 10), box(.auto, 10) { $0.margin.left = 5 }]
      ))
    #expect(boxes.dropFirst() == [rect(0, 0, 100, 10), rect(5, 10, 95, 10)])
  }
}
