import Foundation
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct LatinPairsTests {
  /// Between ASCII and Latin-1, and within Latin-1, browsers break as ICU does.
  @Test func agreesWithICUOutsideASCII() {
    let unicode = UnicodeAnalyzer()
    var wrong: [[UInt16]] = []
    for left in LatinPairs.first...LatinPairs.last {
      for right in LatinPairs.first...LatinPairs.last
      where max(left, right) >= 0x80 && left != 0x2D && ![left, right].contains(0x85) {
        let pair = [left, right]
        var flags: [UInt8] = [0, 0, 0]
        pair.withUnsafeBufferPointer { pair in
          flags.withUnsafeMutableBufferPointer {
            unicode.offerLineBreaks(pair, in: 0..<2, by: .normal, opensQuotes: false, into: $0)
          }
        }
        if (flags[1] != 0) != LatinPairs.breaks(between: left, and: right) { wrong.append(pair) }
      }
    }
    #expect(wrong == [])
  }

  /// Every pair of printable characters, between letters and between digits: 53,016 places.
  @Test func agreesWithABrowserInsideASCII() throws {
    let recorded = try BrowserPairs.load()
    let unicode = UnicodeAnalyzer()
    var places = 0
    for (left, right, differences) in [
      ("ab", "cd", recorded.letters), ("12", "34", recorded.digits),
    ] {
      for pair in BrowserPairs.all {
        let text = left + pair + right
        let found = Set(Opportunities.places(text))
        let byICU = byICU(text, unicode)
        let names = [(2, differences.before), (3, differences.between), (4, differences.after)]
        for (place, difference) in names {
          let expected =
            difference.browserOnly.contains(pair)
            || byICU.contains(place) && !difference.icuOnly.contains(pair)
          #expect(found.contains(place) == expected, "\(text) at \(place)")
          places += 1
        }
      }
    }
    #expect(places == recorded.positions)
    print("ASCII line breaks: \(places) places as recorded")
  }

  private func byICU(_ text: String, _ unicode: UnicodeAnalyzer) -> Set<Int> {
    let units = Array(text.utf16)
    var flags = [UInt8](repeating: 0, count: units.count + 1)
    units.withUnsafeBufferPointer { units in
      flags.withUnsafeMutableBufferPointer {
        unicode.offerLineBreaks(
          units, in: 0..<units.count, by: .root, opensQuotes: false, into: $0)
      }
    }
    return Set(flags.indices.filter { flags[$0] != 0 })
  }
}

/// The recorded differences between a browser and ICU within ASCII.
private struct BrowserPairs: Decodable {
  let positions: Int
  let letters: Surroundings
  let digits: Surroundings

  struct Surroundings: Decodable {
    let before: Differences
    let between: Differences
    let after: Differences
  }

  struct Differences: Decodable {
    let browserOnly: Set<String>
    let icuOnly: Set<String>

    enum CodingKeys: String, CodingKey {
      case browserOnly = "chromium_only"
      case icuOnly = "icu_only"
    }
  }

  /// All pairs of printable characters without the space.
  static let all: [String] = (0x21...0x7E).flatMap { left in
    (0x21...0x7E).map { String(decoding: [UInt8(left), UInt8($0)], as: UTF8.self) }
  }

  static func load() throws -> BrowserPairs {
    try JSONDecoder().decode(BrowserPairs.self, from: Recordings.data("ascii-line-breaks.json"))
  }
}
