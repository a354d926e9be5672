import Foundation

/// The settings of property tests, from the environment.
package enum TestSettings {
  /// The seed that repeats a failure, from `LINECASTER_SEED`, otherwise random. Tests put it in
  /// their failure messages.
  package static let seed: UInt64 = number("LINECASTER_SEED") ?? .random(in: 1...999_999_999)

  /// The number of random transitions to test, from `LINECASTER_TRANSITIONS`.
  package static func transitions(usually count: Int) -> Int {
    number("LINECASTER_TRANSITIONS") ?? count
  }

  /// The number of random episodes on a screen to test, from `LINECASTER_EPISODES`.
  package static func episodes(usually count: Int) -> Int {
    number("LINECASTER_EPISODES") ?? count
  }

  /// The number of random edits of a text to test, from `LINECASTER_EDITS`.
  package static func edits(usually count: Int) -> Int {
    max(count, number("LINECASTER_EDITS") ?? count)
  }

  /// Whether tests run as long as in `make nightly PART=stress`, from `LINECASTER_STRESS`.
  package static let isLong = ProcessInfo.processInfo.environment["LINECASTER_STRESS"] == "long"

  private static func number<Number: FixedWidthInteger>(_ name: String) -> Number? {
    ProcessInfo.processInfo.environment[name].flatMap { Number($0) }
  }
}
