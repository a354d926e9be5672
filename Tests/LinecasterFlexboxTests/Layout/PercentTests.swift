import LinecasterFlexbox
import LinecasterGeometry
import Testing

/// Percentages of definite and of indefinite sizes, §9.8.
struct PercentTests {
  private let half = FlexLength.percent(50)

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
    let column: (inout FlexStyle) -> Void = {
      $0.direction = .column
      $0.rowGap = .percent(50)
    }
    #expect(try frames(flex(50, .auto, column, [box(5, 5), box(5, 5)]))[2].minY == 5)
    #expect(try frames(flex(50, 20, column, [box(5, 5), box(5, 5)]))[2].minY == 15)
  }

  @Test func digitsAreKept() {
    for percent in [33.333_333_333, 0.1, -12.5, 1e6] {
      guard case .percent(let kept) = FlexLength.percent(percent).value else {
        Issue.record("not a percentage")
        continue
      }
      #expect(abs(kept - percent) <= abs(percent) * 1e-10)
    }
  }
}
