import Foundation

/// How much of the large texts conformance tests take.
enum ConformanceSettings {
  /// Whether `LINECASTER_TEXT=all` asks for everything, as `make nightly PART=stress` does.
  static let takesAll = ProcessInfo.processInfo.environment["LINECASTER_TEXT"] == "all"

  /// So many of the values, spread over all of them; all where everything is asked for.
  static func sample<Value>(_ values: [Value], _ count: Int) -> [Value] {
    guard !takesAll, values.count > count else { return values }
    return (0..<count).map { values[$0 * values.count / count] }
  }
}
