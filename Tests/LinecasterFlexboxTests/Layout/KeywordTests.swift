import LinecasterFlexbox
import LinecasterGeometry
import Testing

/// Sizes by keyword, CSS Sizing 3 §2.1.
struct KeywordTests {
  private static let words = [30.0, 20, 20]

  @Test(arguments: [
    (FlexLength.minContent, 30.0, 30.0), (.maxContent, 70, 10), (.fitContent, 50, 20),
    (.stretch, 50, 20),
  ])
  func widthOfAnItemOfAColumn(width: FlexLength, expected: Double, height: Double) throws {
    let boxes = try frames(
      flex(50, .auto, { $0.direction = .column }, [text(Self.words) { $0.width = width }]))
    #expect(boxes[1] == rect(0, 0, expected, height))
  }

  @Test(arguments: [
    (FlexLength.minContent, 30.0), (.maxContent, 70), (.fitContent, 50), (.stretch, 50),
    (.content, 70),
  ])
  func basisOfAnItemOfARow(basis: FlexLength, expected: Double) throws {
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
      $0.margin = FlexEdges(all: 5)
    }
    let root = flex(100, 50, { $0.alignItems = .flexStart }, [item])
    #expect(try frames(root)[1] == rect(5, 5, 90, 40))
  }

  @Test func absoluteBoxes() throws {
    let fit: (inout FlexStyle) -> Void = {
      $0.position = .absolute
      $0.width = .fitContent
    }
    #expect(try frames(flex(40, 50, [text(Self.words, fit)]))[1] == rect(0, 0, 40, 20))
  }
}
