import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Unicode's own tests of the bidirectional algorithm.
@Suite(
  .enabled(
    if: try TestTools.has("unicode-data", UnicodeFile.folder != nil),
    "the package unicode-data is not installed"))
struct UnicodeBidiTests {
  private let unicode = UnicodeAnalyzer()

  /// The number of data lines of which one is tested.
  private static let stride = ConformanceSettings.takesAll ? 1 : 16

  private func levels(_ text: [UInt16], _ direction: BaseDirection) -> ([UInt8], UInt8)? {
    unicode.levels(text, direction: direction)
  }

  @Test func followsTheBidiTest() throws {
    let expected = try #require(
      try UnicodeExpectations.read().icu72["bidi classes (parity of level + visual order)"])
    var cases = 0
    var failing: [Int] = []
    try BidiTestFile(every: Self.stride).forEach { number, text, directions, expectation in
      for direction in directions {
        cases += 1
        let met = levels(text, direction).map { expectation.isMet(by: $0.0) } ?? false
        if !met, failing.last != number { failing.append(number) }
      }
    }
    print("BidiTest.txt: \(cases) cases, \(failing.count) lines failing")
    #expect(failing == expected.failingLines)
    #expect(Self.stride == 1 ? cases == expected.cases : cases > expected.cases / 20)
  }

  @Test func followsTheBidiCharacterTest() throws {
    let expected = try #require(
      try UnicodeExpectations.read().icu72["bidi characters (parity of level + visual order)"])
    let file = try BidiCharacterTestFile(every: Self.stride)
    let failing = file.cases.filter { item in
      guard let (levels, level) = levels(item.text, item.direction) else { return true }
      return level != item.level || !item.expectation.isMet(by: levels)
    }
    .map(\.number)
    print("BidiCharacterTest.txt: \(file.cases.count - failing.count) of \(file.cases.count)")
    let tested = Set(file.cases.map(\.number))
    #expect(failing == expected.failingLines.filter(tested.contains))
    if Self.stride == 1 { #expect(file.cases.count == expected.cases) }
  }
}
