import Testing

@testable import LinecasterFonts

@Suite struct FontMismatchTests {
  /// The weights in the order in which CSS Fonts 4 §5.2 (step 4, font-weight) says to look for
  /// them, written down search by search.
  private func searchOrder(_ desired: Int) -> [Int] {
    let below = Array((1..<desired).reversed())
    if desired >= 400, desired <= 500 {
      // "weights greater than or equal to the target weight are checked in ascending order until
      // 500 is hit and checked, followed by weights less than the target weight in descending
      // order, followed by weights greater than 500"
      return Array(desired...500) + below + Array(501...1000)
    }
    if desired < 400 { return [desired] + below + Array((desired + 1)...1000) }
    return Array(desired...1000) + below
  }

  @Test(arguments: [1, 100, 399, 400, 401, 430, 450, 499, 500, 501, 600, 999])
  func looksForWeightsInTheStandardsOrder(_ desired: Int) {
    let found = (1...1000).sorted {
      FontMismatch(weight: $0, wanted: desired, hasWrongSlant: false)
        < FontMismatch(weight: $1, wanted: desired, hasWrongSlant: false)
    }
    #expect(found == searchOrder(desired))
  }

  @Test func slantOutweighsWeight() {
    let slanted = FontMismatch(weight: 1000, wanted: 1, hasWrongSlant: false)
    let upright = FontMismatch(weight: 1, wanted: 1, hasWrongSlant: true)
    #expect(slanted < upright && !(upright < slanted))
  }
}
