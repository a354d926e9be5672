import LinecasterBase
import LinecasterBoxLayout
import Testing

/// Leaves with content, and §4.5: their minimum sizes.
struct MeasuredLeafTests {
  @Test func textWrapsAtTheWidthOfAColumn() throws {
    let boxes = try frames(flex(50, .auto, { $0.direction = .column }, [text([30, 30, 15])]))
    #expect(boxes == [rect(0, 0, 50, 20), rect(0, 0, 50, 20)])
  }

  private enum Mode: CaseIterable { case exactly, atMost, free }

  /// Each constraint of the width with each of the height: an exact length applies, a maximum
  /// limits the content, and unconstrained content has its own size.
  @Test(arguments: Mode.allCases, Mode.allCases)
  private func widthsAndHeightsAreExactAtMostOrFree(width: Mode, height: Mode) throws {
    let item = text([30, 30, 30]) {
      switch width {
      case .exactly: $0.width = 80
      case .atMost: $0.maxWidth = 80
      case .free: break
      }
      switch height {
      case .exactly: $0.height = 15
      case .atMost: $0.maxHeight = 15
      case .free: break
      }
    }
    let column: (inout BoxStyle) -> Void = {
      $0.direction = .column
      $0.alignItems = .flexStart
    }
    // Three words fit on one line of 90, or on two of 60.
    let (lines, line) = (width == .free ? 1.0 : 2, 10.0)
    let expected: Double =
      switch height {
      case .exactly: 15
      case .atMost: min(15, lines * line)
      case .free: lines * line
      }
    let frame = try frames(flex(.auto, .auto, column, [item]))[1]
    #expect(frame == rect(0, 0, width == .free ? 90 : 80, expected))
  }

  @Test func textShrinksBesideAnIcon() throws {
    let boxes = try frames(flex(50, .auto, [box(10, 10), text([20, 20, 20])]))
    #expect(boxes == [rect(0, 0, 50, 20), rect(0, 0, 10, 10), rect(10, 0, 40, 20)])
  }

  @Test func textDoesNotShrinkBelowItsLongestWord() throws {
    let boxes = try frames(flex(30, .auto, [box(20, 10), text([25, 10])]))
    #expect(boxes[2] == rect(20, 0, 25, 20))
  }

  @Test func aSizeBelowTheContentIsTheLeastWidth() throws {
    #expect(try frames(flex(40, .auto, [text([80]) { $0.width = 50 }]))[1].width == 50)
  }

  @Test func aMaximumBelowTheContentIsTheLeastWidth() throws {
    #expect(try frames(flex(40, .auto, [text([80]) { $0.maxWidth = 50 }]))[1].width == 50)
  }

  @Test func fittingTextIsNoNarrowerThanItsLongestWord() throws {
    let style: (inout BoxStyle) -> Void = {
      $0.direction = .column
      $0.alignItems = .flexStart
    }
    #expect(try frames(flex(20, .auto, style, [text([30, 10])]))[1] == rect(0, 0, 30, 20))
  }

  @Test func aBasisBoundsWhatARowAsksFor() throws {
    // The basis of 20 is less than the longest word, of 30 (§9.9.1).
    let item = text([30, 30]) { $0.basis = 20 }
    #expect(try frames(flex(.auto, .auto, [item])).map(\.width) == [30, 30])
    let clipped = text([30, 30]) {
      $0.basis = 20
      $0.overflow = .hidden
    }
    #expect(try frames(flex(.auto, .auto, [clipped])).map(\.width) == [20, 20])
    let growing = text([30, 30]) {
      $0.basis = 20
      $0.grow = 1
    }
    #expect(try frames(flex(.auto, .auto, [growing])).map(\.width) == [60, 60])
  }

  @Test func aRowThatWrapsIsAsNarrowAsItsWidestItem() throws {
    let inner = flex(.auto, .auto, { $0.wrap = .wrap }, [box(25, 5), box(10, 5)])
    #expect(try frames(flex(30, .auto, [box(20, 10), inner]))[2] == rect(20, 0, 25, 10))
  }

  @Test func columnsThatWrapAreAsWideAsAllOfThem() throws {
    let column: (inout BoxStyle) -> Void = {
      $0.direction = .column
      $0.wrap = .wrap
    }
    let inner = flex(.auto, 50, column, [box(20, 30), box(20, 30)])
    #expect(try frames(flex(200, 200, [inner]))[1] == rect(0, 0, 40, 50))
  }

  @Test func contributionsHaveMarginsAndLimits() throws {
    let width = { (item: BoxNode) in try frames(flex(.auto, .auto, [item]))[0].width }
    #expect(try width(box(10, 10) { $0.margin = BoxEdges(left: 3, right: 4) }) == 17)
    #expect(try width(text([60]) { $0.maxWidth = 40 }) == 40)
    #expect(try width(text([10]) { $0.minWidth = 40 }) == 40)
  }

  @Test func aBasisIsTheLeastThatARowAsksForWhatCannotShrink() throws {
    let item = text([10]) {
      $0.basis = 50
      $0.shrink = 0
    }
    #expect(try frames(flex(.auto, .auto, [item])).map(\.width) == [50, 50])
  }

  @Test func clippedTextShrinksToNothing() throws {
    let boxes = try frames(
      flex(30, .auto, [box(20, 10), text([25, 10]) { $0.overflow = .hidden }]))
    #expect(boxes[2].width == 10)
  }

  @Test func nestedContainersKeepTheirWords() throws {
    let boxes = try frames(
      flex(30, .auto, [box(20, 10), flex(.auto, .auto, [text([25, 10])])]))
    #expect(boxes.suffix(2) == [rect(20, 0, 25, 20), rect(0, 0, 25, 20)])
  }

  @Test func equalSharesStopAtTheLongestWord() throws {
    let share: (inout BoxStyle) -> Void = {
      $0.grow = 1
      $0.basis = 0
    }
    let boxes = try frames(flex(100, .auto, [text([70, 5], share), text([5], share)]))
    #expect(boxes.dropFirst().map(\.width) == [70, 30])
  }

  @Test func paddingSurroundsContent() throws {
    let boxes = try frames(
      flex(
        100, .auto, { $0.alignItems = .flexStart },
        [text([20, 20]) { $0.padding = BoxEdges(horizontal: 5, vertical: 3) }]))
    #expect(boxes == [rect(0, 0, 100, 16), rect(0, 0, 50, 16)])
  }

  @Test func alignedTextInAColumnFitsItsContent() throws {
    let column: (inout BoxStyle) -> Void = {
      $0.direction = .column
      $0.alignItems = .flexEnd
    }
    let boxes = try frames(flex(50, .auto, column, [text([20, 10]), text([20, 40])]))
    #expect(boxes.dropFirst() == [rect(20, 0, 30, 10), rect(0, 10, 50, 20)])
  }

  @Test func aStretchedTextIsMeasuredOnce() throws {
    let layout = try flex(50, .auto, { $0.direction = .column }, [text([30, 30])]).layout()
    #expect(layout.measureCallCount == 1)
  }

  @Test func aFittingTextInARowIsMeasuredOnce() throws {
    let layout = try flex(50, .auto, [text([30])]).layout()
    #expect(layout.measureCallCount == 1)
  }

  @Test func nestingAddsNoMeasurements() throws {
    var node = text([30, 30])
    for depth in 0..<60 {
      node = flex(.auto, .auto, { $0.direction = depth % 2 == 0 ? .row : .column }, [node])
    }
    let layout = try node.layout(in: AvailableSpace(width: 50))
    #expect(layout.measureCallCount <= 3)
    #expect(layout.absoluteFrame(of: BoxID(index: 60)) == rect(0, 0, 50, 20))
  }
}

/// Sizes that follow from an aspect ratio, CSS Sizing 4 §5.
struct AspectRatioTests {
  private func ratio(
    _ width: BoxLength, _ height: BoxLength, _ ratio: Double, _ children: [BoxNode] = [],
    _ change: (inout BoxStyle) -> Void = { _ in }
  ) -> BoxNode {
    flex(
      width, height,
      {
        $0.aspectRatio = ratio
        $0.shrink = 0
        change(&$0)
      }, children)
  }

  private func start(_ children: [BoxNode]) -> BoxNode {
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

  @Test func limitsOfTheHeightLimitTheWidth() throws {
    let node = ratio(.auto, .auto, 2, [box(100, 10)]) { $0.maxHeight = 20 }
    #expect(try frames(start([node]))[1] == rect(0, 0, 40, 20))
  }

  @Test func contentBoxesKeepTheRatioOfTheirHeight() throws {
    let node = ratio(.auto, 30, 2) {
      $0.boxSizing = .contentBox
      $0.padding = BoxEdges(all: 5)
    }
    #expect(try frames(start([node]))[1] == rect(0, 0, 70, 40))
  }

  @Test func contentBoxesKeepTheRatioInside() throws {
    let node = ratio(40, .auto, 2) {
      $0.boxSizing = .contentBox
      $0.padding = BoxEdges(all: 5)
    }
    #expect(try frames(start([node]))[1] == rect(0, 0, 50, 30))
  }

  @Test(arguments: [0, -1, Double.nan, .infinity, 1e-9])
  func strangeRatiosAreNone(number: Double) throws {
    #expect(try frames(start([ratio(60, .auto, number)]))[1] == rect(0, 0, 60, 0))
  }
}

/// Sizes by keyword, CSS Sizing 3 §2.1.
struct KeywordTests {
  private static let words = [30.0, 20, 20]

  @Test(arguments: [
    (BoxLength.minContent, 30.0, 30.0), (.maxContent, 70, 10), (.fitContent, 50, 20),
    (.stretch, 50, 20),
  ])
  func widthOfAnItemOfAColumn(width: BoxLength, expected: Double, height: Double) throws {
    let boxes = try frames(
      flex(50, .auto, { $0.direction = .column }, [text(Self.words) { $0.width = width }]))
    #expect(boxes[1] == rect(0, 0, expected, height))
  }

  @Test(arguments: [
    (BoxLength.minContent, 30.0), (.maxContent, 70), (.fitContent, 50), (.stretch, 50),
    (.content, 70),
  ])
  func basisOfAnItemOfARow(basis: BoxLength, expected: Double) throws {
    let item = text(Self.words) {
      $0.basis = basis
      $0.shrink = 0
    }
    #expect(try frames(flex(50, .auto, [item]))[1].width == expected)
  }

  @Test func limitsOfTheWidth() throws {
    let boxes = try frames(
      flex(
        50, .auto, { $0.direction = .column },
        [
          text(Self.words) {
            $0.width = 10
            $0.minWidth = .minContent
          },
          text(Self.words) {
            $0.width = 100
            $0.maxWidth = .maxContent
          },
        ]))
    #expect(boxes.dropFirst().map(\.width) == [30, 70])
  }

  @Test func limitsOfTheHeight() throws {
    let boxes = try frames(
      flex(
        30, .auto, { $0.alignItems = .flexStart },
        [
          text(Self.words) {
            ($0.width, $0.height, $0.minHeight, $0.shrink) = (30, 5, .minContent, 0)
          },
          text(Self.words) {
            ($0.width, $0.height, $0.maxHeight, $0.shrink) = (30, 500, .maxContent, 0)
          },
        ]))
    #expect(boxes.dropFirst().map(\.height) == [30, 30])
  }

  @Test func contentHeightDoesNotStretch() throws {
    let boxes = try frames(
      flex(100, 50, [text([30]) { $0.height = .maxContent }, text([30])]))
    #expect(boxes.dropFirst().map(\.height) == [10, 50])
  }

  @Test func stretchLeavesRoomForMargins() throws {
    let item = text([10]) {
      ($0.width, $0.height) = (.stretch, .stretch)
      $0.margin = BoxEdges(all: 5)
    }
    let root = flex(100, 50, { $0.alignItems = .flexStart }, [item])
    #expect(try frames(root)[1] == rect(5, 5, 90, 40))
  }

  @Test func absoluteBoxes() throws {
    let fit: (inout BoxStyle) -> Void = {
      $0.position = .absolute
      $0.width = .fitContent
    }
    #expect(try frames(flex(40, 50, [text(Self.words, fit)]))[1] == rect(0, 0, 40, 20))
  }
}

/// Percentages of definite and of indefinite sizes, §9.8.
struct PercentTests {
  private let half = BoxLength.percent(50)

  @Test func ofADefiniteContainer() throws {
    #expect(try frames(flex(80, 40, [box(half, half)]))[1] == rect(0, 0, 40, 20))
  }

  @Test func ofAHeightThatFollowsTheContentIsAuto() throws {
    #expect(try frames(flex(80, .auto, [box(10, half), box(10, 30)]))[1] == rect(0, 0, 10, 0))
  }

  @Test func ofAStretchedItem() throws {
    let inner = flex(20, .auto, [box(10, half)])
    #expect(try frames(flex(80, 40, [inner]))[2] == rect(0, 0, 10, 20))
  }

  @Test func ofAnItemThatStretchesToItsLine() throws {
    let inner = flex(20, .auto, [box(10, half)])
    #expect(try frames(flex(80, .auto, [box(10, 40), inner]))[3] == rect(0, 0, 10, 20))
  }

  @Test func ofADefiniteBasis() throws {
    let inner = flex(20, .auto, { $0.basis = 30 }, [box(10, half)])
    #expect(try frames(flex(80, .auto, { $0.direction = .column }, [inner]))[2].height == 15)
  }

  @Test func verticalMarginsAndPaddingReferToTheWidth() throws {
    let item = box(10, .auto) {
      $0.margin.top = .percent(10)
      $0.padding.bottom = .percent(20)
    }
    let boxes = try frames(flex(50, .auto, { $0.alignItems = .flexStart }, [item]))
    #expect(boxes[1] == rect(0, 5, 10, 10))
  }

  @Test func insetsOfAnIndefiniteHeightAreAuto() throws {
    let item = box(10, 10) { $0.inset.top = .percent(50) }
    #expect(try frames(flex(50, .auto, [item]))[1] == rect(0, 0, 10, 10))
    #expect(try frames(flex(50, 40, [item]))[1] == rect(0, 20, 10, 10))
  }

  @Test func minimaOfAnIndefiniteHeightAreNone() throws {
    let item = text([10, 10]) {
      $0.minHeight = half
      $0.basis = 0
    }
    let root = flex(10, .auto, { $0.direction = .column }, [item])
    #expect(try frames(root)[1].height == 0)
  }

  @Test func gapsOfAnIndefiniteHeightAreNone() throws {
    let column: (inout BoxStyle) -> Void = {
      $0.direction = .column
      $0.rowGap = .percent(50)
    }
    #expect(try frames(flex(50, .auto, column, [box(5, 5), box(5, 5)]))[2].minY == 5)
    #expect(try frames(flex(50, 20, column, [box(5, 5), box(5, 5)]))[2].minY == 15)
  }

  @Test func digitsAreKept() {
    for percent in [33.333_333_333, 0.1, -12.5, 1e6] {
      guard case .percent(let kept) = BoxLength.percent(percent).value else {
        Issue.record("not a percentage")
        continue
      }
      #expect(abs(kept - percent) <= abs(percent) * 1e-10)
    }
  }
}
