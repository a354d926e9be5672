import LinecasterFlexbox
import LinecasterGeometry
import Testing

/// Leaves with content, and §4.5: how far they shrink.
struct MeasuredLeafTests {
  @Test func textWrapsAtTheWidthOfAColumn() throws {
    let boxes = try frames(flex(50, .auto, { $0.direction = .column }, [text([30, 30, 15])]))
    #expect(boxes == [rect(0, 0, 50, 20), rect(0, 0, 50, 20)])
  }

  @Test func textShrinksBesideAnIcon() throws {
    let boxes = try frames(flex(50, .auto, [box(10, 10), text([20, 20, 20])]))
    #expect(boxes == [rect(0, 0, 50, 20), rect(0, 0, 10, 10), rect(10, 0, 40, 20)])
  }

  @Test func textDoesNotShrinkBelowItsLongestWord() throws {
    let boxes = try frames(flex(30, .auto, [box(20, 10), text([25, 10])]))
    #expect(boxes[2] == rect(20, 0, 25, 20))
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
    let share: (inout FlexStyle) -> Void = {
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
        [text([20, 20]) { $0.padding = FlexEdges(horizontal: 5, vertical: 3) }]))
    #expect(boxes == [rect(0, 0, 100, 16), rect(0, 0, 50, 16)])
  }

  @Test func alignedTextInAColumnFitsItsContent() throws {
    let column: (inout FlexStyle) -> Void = {
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
    let layout = try node.layout(in: FlexAvailable(width: 50))
    #expect(layout.measureCallCount <= 3)
    #expect(layout.absoluteFrame(of: FlexNodeID(index: 60)) == rect(0, 0, 50, 20))
  }
}
