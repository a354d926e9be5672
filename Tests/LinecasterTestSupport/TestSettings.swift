import Foundation

/// What the environment asks of property tests.
package enum TestSettings {
  /// The seed to repeat a failure with, from `LINECASTER_SEED`; else one that differs from run to
  /// run. Tests put it in their failure messages.
  package static let seed: UInt64 = number("LINECASTER_SEED") ?? .random(in: 1...999_999_999)

  /// The number of random transitions to try, from `LINECASTER_TRANSITIONS`.
  package static func transitions(usually count: Int) -> Int {
    number("LINECASTER_TRANSITIONS") ?? count
  }

  /// The number of random episodes on a screen to try, from `LINECASTER_EPISODES`.
  package static func episodes(usually count: Int) -> Int {
    number("LINECASTER_EPISODES") ?? count
  }

  /// Whether tests are to be as long as `make nightly PART=stress` has them, from
  /// `LINECASTER_STRESS`.
  package static let isLong = ProcessInfo.processInfo.environment["LINECASTER_STRESS"] == "long"

  private static func number<Number: FixedWidthInteger>(_ name: String) -> Number? {
    ProcessInfo.processInfo.environment[name].flatMap { Number($0) }
  }
}
