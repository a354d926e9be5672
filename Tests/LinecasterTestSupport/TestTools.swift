import Foundation

/// Programs, fonts and data of other packages that tests read, which are optional.
package enum TestTools {
  /// Whether a missing tool fails its tests instead of skipping them, from
  /// `LINECASTER_REQUIRE_TOOLS`.
  package static let areRequired =
    !(ProcessInfo.processInfo.environment["LINECASTER_REQUIRE_TOOLS"] ?? "").isEmpty

  /// The error of a test whose tool is missing, if tools are required.
  package struct Missing: Error, CustomStringConvertible {
    let name: String

    package var description: String {
      "\(name) is missing; install it, or unset LINECASTER_REQUIRE_TOOLS to skip this test"
    }
  }

  /// Returns whether a test that needs a tool runs, for the condition of its trait.
  ///
  /// - Throws: `Missing` if the tool is missing and required, which fails the test.
  package static func has(
    _ name: String, _ isThere: Bool, areRequired: Bool = areRequired
  ) throws -> Bool {
    guard !isThere, areRequired else { return isThere }
    throw Missing(name: name)
  }

  /// Returns whether a test that needs a program on the path runs.
  ///
  /// - Throws: `Missing` if the program is missing and required, which fails the test.
  package static func hasProgram(_ name: String) throws -> Bool {
    try has(name, OtherProgram(name) != nil)
  }
}
