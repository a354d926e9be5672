import Foundation

/// JSON whose strings may hold what no Unicode text may, such as half a surrogate pair.
enum JSONText {
  /// The same with U+FFFD for bytes that are no UTF-8 and for escapes of half a pair.
  ///
  /// - Complexity: O(bytes).
  static func repaired(_ data: Data) -> Data {
    var bytes = Array(String(decoding: data, as: UTF8.self).utf8)
    var index = 0
    while index + 1 < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      switch surrogate(in: bytes, at: index) {
      case .none: index += 2
      case .high where surrogate(in: bytes, at: index + 6) == .low: index += 12
      case .high, .low:
        bytes.replaceSubrange(index + 2..<index + 6, with: Array("FFFD".utf8))
        index += 6
      }
    }
    return Data(bytes)
  }

  /// Which half of a pair an escape stands for.
  private enum Half {
    case none
    case high
    case low
  }

  private static func surrogate(in bytes: [UInt8], at index: Int) -> Half {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u"),
      let unit = UInt16(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
    else { return .none }
    return switch unit & 0xFC00 {
    case 0xD800: .high
    case 0xDC00: .low
    default: .none
    }
  }
}
