import Foundation
import LinecasterFlexbox

/// One line of the conformance data: a style tree and the boxes it must produce.
struct ConformanceCase: Decodable {
  let name: String
  let defaults: String
  let rounding: Double
  let direction: String
  let available: [Double?]
  let skip: String?
  let tags: [String]?
  let root: ConformanceNode

  /// Whether the case needs something that flexbox itself does not have.
  var isBeyondFlexbox: Bool { skip != nil || (tags ?? []).contains { $0.hasPrefix("x-") } }

  static func load(_ file: URL) throws -> [ConformanceCase] {
    let decoder = JSONDecoder()
    return try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map {
      try decoder.decode(ConformanceCase.self, from: $0)
    }
  }
}
