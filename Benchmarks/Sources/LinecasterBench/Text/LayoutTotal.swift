import BenchMeasurement
import Linecaster

/// What many layouts have in sum.
struct LayoutTotal {
  private(set) var lines = 0
  private(set) var height = 0.0

  mutating func add(_ layout: TextLayout) {
    lines += layout.lines.count
    height += layout.size.height
  }

  /// The sums by the names that peers use.
  var facts: [Sample.Fact] {
    [.init("lines", lines), .init("height", Int(height.rounded()))]
  }
}
