import Foundation
import LinecasterTestSupport

/// What ICU 72 itself scores on Unicode's tests, as recorded beside the package.
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

  /// The path of the record; nil where it is not here.
  static let path = SharedFiles.path("conformance/text/unicode-expectations.json")

  static func read() throws -> UnicodeExpectations {
    let data = try Data(contentsOf: URL(fileURLWithPath: path ?? ""))
    return try JSONDecoder().decode(UnicodeExpectations.self, from: data)
  }
}
