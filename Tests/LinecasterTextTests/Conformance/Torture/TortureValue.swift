import Foundation

/// A value of a torture case's options: a number, also one that JSON has not, text, or ranges.
enum TortureValue: Decodable, Hashable {
  case number(Double)
  case text(String)
  case ranges([[Int]])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .ranges(try container.decode([[Int]].self))
    }
  }

  /// The number, `nan`, `inf` and `-inf` included.
  var number: Double? {
    switch self {
    case .number(let number): number
    case .text(let text): Double(text)
    case .ranges: nil
    }
  }

  /// The whole number, up to the ends of 64 bits.
  var integer: Int? {
    switch self {
    case .number(let number): Int(exactly: number)
    case .text(let text): Int(text)
    case .ranges: nil
    }
  }

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}
