import LinecasterFlexbox

/// A node of the conformance data.
struct ConformanceNode: Decodable {
  let style: [String: StyleValue]?
  let expect: Box
  let measure: WordMeasure?
  let children: [ConformanceNode]?

  struct Box: Decodable {
    let x, y, w, h: Double
  }

  enum StyleValue: Decodable {
    case number(Double)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }
}
