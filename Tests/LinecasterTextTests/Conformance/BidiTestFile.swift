import Foundation

@testable import LinecasterText

/// The cases of `BidiTest.txt`: bidirectional classes, directions, levels and an order.
struct BidiTestFile {
  private let lines: [Substring]
  private let stride: Int

  /// Reads one in `stride` data lines.
  init(every stride: Int) throws {
    let folder = UnicodeFile.folder ?? ""
    let text = try String(contentsOfFile: "\(folder)/BidiTest.txt", encoding: .utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    self.stride = stride
  }

  /// Calls `body` with the number, text, directions and expectation of each line.
  func forEach(_ body: (Int, [UInt16], [BaseDirection], BidiExpectation) throws -> Void) rethrows {
    var expectation = BidiExpectation()
    var data = 0
    for (index, line) in lines.enumerated() {
      switch line.utf8.first {
      case nil, UInt8(ascii: "#"): continue
      case UInt8(ascii: "@"): Self.read(line, into: &expectation)
      default:
        data += 1
        guard data % stride == 0 else { continue }
        let halves = line.split(separator: ";")
        let text = halves[0].split(separator: " ").compactMap { Self.samples[$0] }
        let bits = UInt8(halves[1].dropFirst(), radix: 16) ?? 0
        try body(index + 1, text, Self.directions(bits), expectation)
      }
    }
  }

  private static func read(_ line: Substring, into expectation: inout BidiExpectation) {
    let fields = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
    if fields[0] == "@Levels:" {
      expectation.parities = BidiExpectation.parities(fields.dropFirst())
    } else if fields[0] == "@Reorder:" {
      expectation.order = fields.dropFirst().compactMap { Int($0) }
    }
  }

  private static func directions(_ bits: UInt8) -> [BaseDirection] {
    [BaseDirection.automatic, .leftToRight, .rightToLeft].enumerated()
      .filter { bits >> UInt8($0.offset) & 1 != 0 }.map(\.element)
  }

  /// A character of each class.
  private static let samples: [Substring: UInt16] = [
    "L": 0x61, "R": 0x5D0, "AL": 0x627, "EN": 0x31, "ES": 0x2B, "ET": 0x24, "AN": 0x660,
    "CS": 0x2C, "B": 0x2029, "S": 0x09, "WS": 0x20, "ON": 0x21, "BN": 0xAD, "NSM": 0x300,
    "LRE": 0x202A, "RLE": 0x202B, "LRO": 0x202D, "RLO": 0x202E, "PDF": 0x202C, "LRI": 0x2066,
    "RLI": 0x2067, "FSI": 0x2068, "PDI": 0x2069,
  ]
}
