@testable import LinecasterText

/// The expected levels of a text in Unicode's tests: their parity and the display order.
///
/// Only parities are compared, because ICU gives text of one direction the paragraph's level.
struct BidiExpectation {
  /// Whether each level is odd; nil for characters that have none.
  var parities: [UInt8?] = []
  /// The places of the characters from left to right.
  var order: [Int] = []

  /// Whether the engine's levels have these parities and this order.
  func isMet(by levels: [UInt8]) -> Bool {
    guard levels.count == parities.count else { return false }
    for (level, parity) in zip(levels, parities) where parity != nil && level & 1 != parity {
      return false
    }
    return VisualOrderOfLevels.order(levels, skipped: parities.map { $0 == nil }) == order
  }

  /// Reads levels, for example `x 1 2`.
  static func parities(_ fields: some Sequence<Substring>) -> [UInt8?] {
    fields.map { field in UInt8(field).map { $0 & 1 } }
  }
}
