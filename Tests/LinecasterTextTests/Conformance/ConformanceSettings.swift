import Foundation

/// The amount of large texts in conformance tests.
enum ConformanceSettings {
  /// Whether `LINECASTER_TEXT=all` requests all texts, as `make nightly PART=stress` does.
  static let takesAll = ProcessInfo.processInfo.environment["LINECASTER_TEXT"] == "all"

  /// Returns `count` of the values, spread over all of them, or all values if `takesAll`.
  static func sample<Value>(_ values: [Value], _ count: Int) -> [Value] {
    guard !takesAll, values.count > count else { return values }
    return (0..<count).map { values[$0 * values.count / count] }
  }
}
