import LinecasterBase
import LinecasterBoxLayout
import Testing

/// Padding, border, margins, percentages, positions, nodes without boxes.
struct BoxTests {
  @Test func paddingAndBorderMoveContent() throws {
    let root = flex(
      100, .auto,
      {
        $0.padding = BoxEdges(all: 5)
        $0.border = BoxEdges(left: 1, top: 2, right: 3, bottom: 4)
      }, [box(10, 10) { $0.margin = BoxEdges(horizontal: 2, vertical: 3) }])
    let layout = try root.layout()
    #expect(layout.frame(of: BoxID(index: 0)) == rect(0, 0, 100, 32))
    #expect(layout.frame(of: BoxID(index: 1)) == rect(8, 10, 10, 10))
    #expect(layout.contentFrame(of: BoxID(index: 0)) == rect(6, 7, 86, 16))
  }

  @Test func contentBoxAddsPadding() throws {
    let boxes = try frames(
      flex(
        100, 100,
        [
          box(20, 10) {
            $0.boxSizing = .contentBox
            $0.padding = BoxEdges(all: 5)
          }
        ]))
    #expect(boxes[1] == rect(0, 0, 30, 20))
  }

  @Test func percentagesReferToTheContentBox() throws {
    let boxes = try frames(
      flex(
        120, 60, { $0.padding = BoxEdges(all: 10) },
        [box(.percent(50), .percent(25)) { $0.margin.left = .percent(10) }]))
    #expect(boxes[1] == rect(20, 10, 50, 10))
  }

  @Test func rootFillsTheAvailableWidth() throws {
    let boxes = try frames(flex(.auto, .percent(50), [box(10, 10)]), width: 300, height: 80)
    #expect(boxes[0] == rect(0, 0, 300, 40))
  }

  @Test func rootWithoutWidthHugsItsContent() throws {
    let boxes = try frames(
      flex(.auto, .auto, { $0.columnGap = 3 }, [box(10, 10), text([20, 30])]))
    #expect(boxes == [rect(0, 0, 63, 10), rect(0, 0, 10, 10), rect(13, 0, 50, 10)])
  }

  @Test func insetsMoveRelativeNodes() throws {
    let boxes = try frames(
      flex(
        100, 50,
        [
          box(10, 10) {
            $0.inset.left = 5
            $0.inset.bottom = .percent(10)
          }, box(10, 10),
        ]))
    #expect(boxes.dropFirst() == [rect(5, -5, 10, 10), rect(10, 0, 10, 10)])
  }

  @Test func absoluteNodesKeepToTheirInsets() throws {
    let boxes = try frames(
      flex(
        100, 50, { $0.border = BoxEdges(all: 1) },
        [
          box(.auto, 10) {
            $0.position = .absolute
            $0.inset = BoxEdges(left: 5, top: .auto, right: 10, bottom: 3)
          }, box(20, 20),
        ]))
    #expect(boxes.dropFirst() == [rect(6, 36, 83, 10), rect(1, 1, 20, 20)])
  }

  @Test func absoluteNodesWithoutInsetsFollowAlignment() throws {
    let boxes = try frames(
      flex(
        100, 50,
        {
          $0.justifyContent = .center
          $0.alignItems = .flexEnd
        }, [box(20, 10) { $0.position = .absolute }]))
    #expect(boxes[1] == rect(40, 40, 20, 10))
  }

  @Test func oppositeInsetsGoByTheWritingDirection() throws {
    let item = box(20, 10) { $0.inset = BoxEdges(left: 5, top: .auto, right: 10, bottom: .auto) }
    #expect(try frames(flex(100, 50, [item]))[1].minX == 5)
    let boxes = try frames(flex(100, 50, { $0.writingDirection = .rightToLeft }, [item]))
    #expect(boxes[1].minX == 70)
  }

  @Test func autoMarginsCenterAbsoluteNodes() throws {
    let item = box(20, 10) {
      $0.position = .absolute
      $0.inset = BoxEdges(all: 0)
      $0.margin = BoxEdges(all: .auto)
    }
    #expect(try frames(flex(100, 50, [item]))[1] == rect(40, 20, 20, 10))
  }

  @Test func absoluteSharesAreOfThePaddingBox() throws {
    let item = box(.percent(50), .percent(10)) { $0.position = .absolute }
    let style: (inout BoxStyle) -> Void = {
      $0.border = BoxEdges(all: 10)
      $0.padding = BoxEdges(all: 5)
    }
    #expect(try frames(flex(120, 70, style, [item]))[1] == rect(15, 15, 50, 5))
  }

  @Test func absoluteNodesWithoutInsetsKeepTheirMargins() throws {
    let item = box(20, 10) {
      $0.position = .absolute
      $0.margin = BoxEdges(left: 5, top: 3)
    }
    #expect(try frames(flex(100, 50, [item]))[1] == rect(5, 3, 20, 10))
  }

  /// A ratio has its width by the height between two insets, and its height by that width within
  /// its limits (Chromium 156; CSS Sizing 4 §4).
  @Test func limitsOfARatioBetweenInsetsChangeBothSides() throws {
    func item(_ change: (inout BoxStyle) -> Void) throws -> Rect {
      let item = box(.auto, .auto) {
        $0.position = .absolute
        $0.aspectRatio = 2
        $0.inset = BoxEdges(left: 0, top: 10, right: .auto, bottom: 10)
        change(&$0)
      }
      return try frames(flex(200, 120, [item]))[1]
    }
    #expect(try item { _ in } == rect(0, 10, 200, 100))
    #expect(try item { $0.maxWidth = 80 } == rect(0, 10, 80, 40))
    #expect(try item { $0.minWidth = 260 } == rect(0, 10, 260, 130))
    let limited = try item {
      $0.maxWidth = 80
      $0.minHeight = 60
    }
    #expect(limited == rect(0, 10, 80, 60))
    let filled = try item {
      $0.inset.left = 5
      $0.inset.right = 8
      $0.minHeight = 150
    }
    #expect(filled == rect(5, 10, 300, 150))
  }

  /// Two automatic margins above and below share a lack of room, too (CSS 2 §10.6.4).
  @Test func autoMarginsCenterNodesThatAreTooHigh() throws {
    let item = box(150, 80) {
      $0.position = .absolute
      $0.inset = BoxEdges(all: 0)
      $0.margin = BoxEdges(all: .auto)
    }
    #expect(try frames(flex(100, 50, [item]))[1] == rect(0, -15, 150, 80))
  }

  @Test func crossedInsetsYieldToTheStart() throws {
    let item = box(20, 10) {
      $0.position = .absolute
      $0.inset = BoxEdges(left: 10, top: 4, right: 60, bottom: 44)
    }
    #expect(try frames(flex(60, 40, [item]))[1] == rect(10, 4, 20, 10))
    let boxes = try frames(flex(60, 40, { $0.writingDirection = .rightToLeft }, [item]))
    #expect(boxes[1] == rect(-20, 4, 20, 10))
  }

  @Test func absoluteHeightsBetweenInsetsLeaveRoomForMargins() throws {
    let item = box(20, .auto) {
      $0.position = .absolute
      $0.inset = BoxEdges(left: 0, top: 5, right: .auto, bottom: 5)
      $0.margin = BoxEdges(top: 3, bottom: 4)
    }
    #expect(try frames(flex(100, 50, [item]))[1] == rect(0, 8, 20, 33))
  }

  @Test func absoluteNodesKeepTheirMarginsAtTheEnd() throws {
    let item = box(20, 10) {
      $0.position = .absolute
      $0.inset = BoxEdges(left: .auto, top: .auto, right: 10, bottom: 6)
      $0.margin = BoxEdges(right: 5, bottom: 2)
    }
    #expect(try frames(flex(100, 50, [item]))[1] == rect(65, 32, 20, 10))
  }

  @Test func absoluteNodesOfReversedRowsStartAtTheRight() throws {
    let item = box(20, 10) { $0.position = .absolute }
    #expect(try frames(flex(100, 50, { $0.direction = .rowReverse }, [item]))[1].minX == 80)
  }

  @Test func theRootKeepsToItsLimitsAndMargins() throws {
    #expect(try frames(flex(.auto, 10, { $0.maxWidth = 100 }, []), width: 300)[0].width == 100)
    let margins = try frames(
      flex(.auto, 10, { $0.margin = BoxEdges(horizontal: 10) }, []), width: 300)
    #expect(margins[0] == rect(10, 0, 280, 10))
  }

  @Test func negativePaddingIsNone() throws {
    let boxes = try frames(flex(100, .auto, { $0.padding = BoxEdges(all: -5) }, [box(10, 10)]))
    #expect(boxes == [rect(0, 0, 100, 10), rect(0, 0, 10, 10)])
  }

  @Test func whatIsInContentsIsWhereItsBoxIs() throws {
    let inner = flex(.auto, .auto, { $0.display = .contents }, [box(20, 10)])
    let frames = try flex(100, 50, { $0.margin = BoxEdges(left: 7, top: 3) }, [inner]).layout()
    #expect(frames.absoluteFrame(of: BoxID(index: 2)) == rect(7, 3, 20, 10))
  }

  @Test func autoMarginsCenterTheRoot() throws {
    let centered = try frames(
      flex(100, 10, { $0.margin = BoxEdges(horizontal: .auto) }, []), width: 300)
    #expect(centered[0].minX == 100)
    let right = try frames(flex(100, 10, { $0.margin.left = .auto }, []), width: 300)
    #expect(right[0].minX == 200)
  }

  @Test func absoluteNodesLookPastStaticParents() throws {
    let absolute = box(10, 10) {
      $0.position = .absolute
      $0.inset = BoxEdges(left: .auto, top: 0, right: 0, bottom: .auto)
    }
    let boxes = try frames(
      flex(
        100, 50, { $0.padding = BoxEdges(all: 10) },
        [flex(40, 20, { $0.position = .static }, [absolute])]))
    #expect(boxes[2] == rect(80, -10, 10, 10))
  }

  @Test func noneTakesNoRoom() throws {
    let boxes = try frames(
      flex(100, .auto, [flex(20, 40, { $0.display = .none }, [box(5, 5)]), box(20, 10)]))
    #expect(boxes == [rect(0, 0, 100, 10), .zero, .zero, rect(0, 0, 20, 10)])
  }

  @Test func contentsHandsItsChildrenUp() throws {
    let boxes = try frames(
      flex(
        100, 10,
        [
          flex(
            50, 50,
            {
              $0.display = .contents
              $0.padding = BoxEdges(all: 9)
            }, [box(20, 10), box(20, 10)]), box(20, 10),
        ]))
    #expect(
      boxes.dropFirst() == [
        .zero, rect(0, 0, 20, 10), rect(20, 0, 20, 10), rect(40, 0, 20, 10),
      ])
  }

  @Test func aspectRatioGivesTheOtherSize() throws {
    let boxes = try frames(
      flex(
        100, 50, { $0.alignItems = .flexStart },
        [box(40, .auto) { $0.aspectRatio = 2 }, box(.auto, 30) { $0.aspectRatio = 0.5 }]))
    #expect(boxes.dropFirst() == [rect(0, 0, 40, 20), rect(40, 0, 15, 30)])
  }
}

/// Cases in which Yoga deviates from browsers.
struct YogaRulesTests {
  private func column(_ style: BoxStyle, height: BoxLength, basis: BoxLength) -> BoxNode {
    var container = style
    container.direction = .column
    container.width = 50
    container.height = height
    var item = style
    item.height = 30
    item.basis = basis
    item.shrink = 0
    return .container(container, [.leaf(item)])
  }

  @Test func sizesGoBeforeTheBasisOfAnIndefiniteContainer() throws {
    #expect(try frames(column(.css, height: .auto, basis: 10))[0].height == 10)
    #expect(try frames(column(.yoga, height: .auto, basis: 10))[0].height == 30)
  }

  @Test func theBasisOfADefiniteContainerCounts() throws {
    #expect(try frames(column(.css, height: 100, basis: 10))[1].height == 10)
    #expect(try frames(column(.yoga, height: 100, basis: 10))[1].height == 10)
  }

  @Test func aStretchedBasisInAColumnIsAuto() throws {
    #expect(try frames(column(.css, height: 100, basis: .stretch))[1].height == 100)
    #expect(try frames(column(.yoga, height: 100, basis: .stretch))[1].height == 30)
  }

  @Test func defaults() {
    #expect(BoxStyle.yoga.direction == .column && BoxStyle.css.direction == .row)
    #expect(BoxStyle.yoga.shrink == 0 && BoxStyle.css.shrink == 1)
    #expect(BoxStyle.yoga.alignContent == .flexStart && BoxStyle.css.alignContent == .stretch)
    #expect(BoxStyle.yoga.minWidth == .zero && BoxStyle.css.minWidth == .auto)
  }
}
