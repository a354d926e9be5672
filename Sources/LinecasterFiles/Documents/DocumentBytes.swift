import LinecasterBase

/// The text of a document as bytes, with numbers in document syntax.
struct DocumentBytes: Sendable {
  private(set) var bytes: [UInt8] = []

  /// The largest magnitude of a number; larger ones are never visible.
  private static let greatest = 1e9

  mutating func put(_ text: String) { bytes += text.utf8 }

  mutating func put(_ more: [UInt8]) { bytes += more }

  mutating func put(_ number: Int) { put("\(number)") }

  /// Writes a number without an exponent, to four decimal places, because smaller fractions of a
  /// layout point are invisible; NaN and infinity become 0.
  mutating func put(_ number: Double) {
    let limited = number.limited(to: Self.greatest)
    let tenThousandths = Int(saturating: (limited * 10_000).rounded())
    if tenThousandths < 0 { bytes.append(UInt8(ascii: "-")) }
    let size = tenThousandths.magnitude
    put("\(size / 10_000)")
    var rest = size % 10_000
    guard rest > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    for factor: UInt in [1000, 100, 10, 1] where rest > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / factor))
      rest %= factor
    }
  }

  /// Writes numbers separated by spaces, followed by `ending`.
  mutating func put(_ numbers: [Double], _ ending: String = "") {
    for (index, number) in numbers.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: " ")) }
      put(number)
    }
    put(ending)
  }

  /// Replaces bytes by as many others.
  mutating func replace(at start: Int, with others: [UInt8]) {
    guard start >= 0, start + others.count <= bytes.count else { return }
    bytes.replaceSubrange(start..<start + others.count, with: others)
  }
}

extension UInt16 {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Four hexadecimal digits.
  var hexadecimal: [UInt8] {
    (0..<4).map { Self.digits[Int(self >> (12 - 4 * $0) & 15)] }
  }
}
