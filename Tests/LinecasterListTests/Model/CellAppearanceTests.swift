import LinecasterDisplay
import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite struct CellAttributesTests {
  @Test func alphaIsAlwaysUsable() {
    for (given, usable) in [(2.0, 1.0), (-1, 0), (.nan, 1), (.infinity, 1), (0.5, 0.5)] {
      var attributes = CellAttributes(alpha: given)
      #expect(attributes.alpha == usable)
      attributes.alpha = given
      #expect(attributes.alpha == usable)
    }
  }

  /// Seed row A46: rows appear, rest and disappear with attributes of their own.
  @Test func rowsComeAndGoAsTheyRest() {
    let raised = CellAttributes(zIndex: 3)
    let appearance = CellAppearance(resting: raised, disappearing: CellAttributes(alpha: 0))
    #expect(appearance.appearing == raised && appearance.disappearing.alpha == 0)
    #expect(CellAppearance.fading.resting == CellAttributes())
    #expect(CellAppearance.fading.appearing.alpha == 0)
  }
}

@Suite struct DisplayTransformTests {
  @Test func followsInOrder() {
    let moved = DisplayTransform(x: 3, y: 1)
    let scaled = DisplayTransform(a: 2, d: 2)
    #expect(moved.followed(by: scaled) == DisplayTransform(a: 2, d: 2, x: 6, y: 2))
    #expect(scaled.followed(by: moved) == DisplayTransform(a: 2, d: 2, x: 3, y: 1))
    #expect(moved.followed(by: DisplayTransform()) == moved)
  }

  /// A composed transform maps every point as applying both in turn does.
  @Test func compositionIsThatOfPoints() {
    var random = SeededGenerator(seed: TestSettings.seed)
    for _ in 0..<200 {
      let numbers = (0..<14).map { _ in Double(Int.random(in: -9...9, using: &random)) }
      let first = transform(numbers[0..<6])
      let second = transform(numbers[6..<12])
      let once = apply(first, (numbers[12], numbers[13]))
      #expect(
        apply(second, once) == apply(first.followed(by: second), (numbers[12], numbers[13])))
    }
  }

  private func transform(_ numbers: ArraySlice<Double>) -> DisplayTransform {
    let start = numbers.startIndex
    return DisplayTransform(
      a: numbers[start], b: numbers[start + 1], c: numbers[start + 2], d: numbers[start + 3],
      x: numbers[start + 4], y: numbers[start + 5])
  }

  private func apply(_ map: DisplayTransform, _ point: (x: Double, y: Double)) -> (Double, Double) {
    (map.a * point.x + map.c * point.y + map.x, map.b * point.x + map.d * point.y + map.y)
  }
}
