import Testing

@testable import LinecasterBase

@Suite struct NearestNameTests {
  private func distance(_ left: String, _ right: String) -> Int {
    NearestName.distance(Array(left.unicodeScalars), Array(right.unicodeScalars))
  }

  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3),
    ("ca", "abc", 3), ("padding", "paddin", 1),
  ])
  func slipsAreCounted(left: String, right: String, count: Int) {
    #expect(distance(left, right) == count && distance(right, left) == count)
  }

  @Test func nearNamesAreFoundAndFarOnesAreNot() {
    let names: [ExactText] = ["padding", "margin", "cornerRadius"]
    #expect(NearestName.of("Padding", among: names) == "padding")
    #expect(NearestName.of("cornerradios", among: names) == "cornerRadius")
    #expect(NearestName.of("zebra", among: names) == nil)
    let long = ExactText(String(repeating: "padding", count: 9))
    #expect(NearestName.of(long, among: names) == nil)
    #expect(NearestName.of("padding", among: [long] + names) == "padding")
    #expect(NearestName.of("a", among: [String]()) == nil)
  }
}
