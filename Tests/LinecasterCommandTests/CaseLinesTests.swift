import Foundation
import Testing

@testable import LinecasterCommand
@testable import LinecasterCommandSupport

@Suite struct JSONTextTests {
  @Test(arguments: [
    (#""a\ud800b""#, "a\u{FFFD}b"), (#""\uDC00""#, "\u{FFFD}"),
    (#""\ud83d\ude00""#, "\u{1F600}"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}\u{1F600}"),
    (#""\\ud800""#, #"\ud800"#), (#""é\n""#, "é\n"), (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"),
  ])
  func repairsHalvesOfPairs(json: String, expected: String) throws {
    let repaired = JSONText.repaired(Data(json.utf8))
    let text = try JSONDecoder().decode(
      [String].self, from: Data("[".utf8) + repaired + Data("]".utf8))
    #expect(text == [expected])
  }

  @Test func repairsBytesThatAreNoText() throws {
    let repaired = JSONText.repaired(Data([0x5B, 0x22, 0x61, 0xFF, 0x22, 0x5D]))
    #expect(try JSONDecoder().decode([String].self, from: repaired) == ["a\u{FFFD}"])
  }

  @Test(arguments: ["", "\\", "\\u", #"\ud8"#, #"\ud800"#, #"\ud800\"#])
  func takesAnyEnd(_ json: String) {
    #expect(JSONText.repaired(Data(json.utf8)).count >= json.utf8.count)
  }
}
