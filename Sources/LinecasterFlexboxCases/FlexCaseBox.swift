package import LinecasterGeometry

/// A border box as a case has it.
package struct FlexCaseBox: Decodable, Sendable, Equatable {
  package let x, y, w, h: Double

  package init(_ frame: Rect) {
    x = frame.minX
    y = frame.minY
    w = frame.width
    h = frame.height
  }

  /// Left, top, width, height.
  package var numbers: [Double] { [x, y, w, h] }

  /// Whether no number is further from the other box's than the conformance data allows.
  package func isNear(_ other: FlexCaseBox) -> Bool {
    zip(numbers, other.numbers).allSatisfy { abs($0 - $1) <= 0.1 }
  }
}
