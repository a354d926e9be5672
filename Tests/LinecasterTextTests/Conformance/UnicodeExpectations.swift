import Foundation
import LinecasterTestSupport

/// The recorded scores of ICU 72 itself on Unicode's tests.
struct UnicodeExpectations: Decodable {
  /// A test's number of cases, and the lines of its file that fail.
  struct Score: Decodable {
    let cases: Int
    let passed: Int
    let failingLines: [Int]

    private enum CodingKeys: String, CodingKey {
      case cases
      case passed
      case failingLines = "failing_lines"
    }
  }

  let icu72: [String: Score]

  static func read() throws -> UnicodeExpectations {
    try JSONDecoder().decode(
      UnicodeExpectations.self, from: Recordings.data("unicode-expectations.json"))
  }
}
