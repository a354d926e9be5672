import LinecasterFlexbox
import LinecasterGeometry
import Testing

/// Where Yoga answers otherwise than browsers do.
struct YogaRulesTests {
  private func column(_ style: FlexStyle, height: FlexLength, basis: FlexLength) -> FlexNode {
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
    #expect(FlexStyle.yoga.direction == .column && FlexStyle.css.direction == .row)
    #expect(FlexStyle.yoga.shrink == 0 && FlexStyle.css.shrink == 1)
    #expect(FlexStyle.yoga.alignContent == .flexStart && FlexStyle.css.alignContent == .stretch)
    #expect(FlexStyle.yoga.minWidth == .zero && FlexStyle.css.minWidth == .auto)
  }
}
