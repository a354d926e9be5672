import Testing

@testable import LinecasterScenes

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
    let names = ["padding", "margin", "cornerRadius"]
    #expect(NearestName.find("Padding", among: names) == "padding")
    #expect(NearestName.find("cornerradios", among: names) == "cornerRadius")
    #expect(NearestName.find("zebra", among: names) == nil)
    #expect(NearestName.find(String(repeating: "padding", count: 9), among: names) == nil)
    #expect(NearestName.find("a", among: []) == nil)
  }
}
