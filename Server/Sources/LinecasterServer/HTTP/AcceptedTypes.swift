/// The media types that a client accepts (RFC 9110 §12.5.1).
struct AcceptedTypes: Hashable, Sendable {
  private struct Range: Hashable, Sendable {
    let type: String
    let subtype: String
    let weight: Double

    /// The specificity of the match: `nil` for none, then `*/*`, the same type, an exact match.
    func precision(_ type: String, _ subtype: String) -> Int? {
      if (self.type, self.subtype) == (type, subtype) { return 2 }
      if self.type == type, self.subtype == "*" { return 1 }
      return (self.type, self.subtype) == ("*", "*") ? 0 : nil
    }
  }

  private let ranges: [Range]

  /// Parses an `Accept` header; without one, all types are accepted.
  init(_ header: String?) {
    ranges = (header ?? "*/*").split(separator: ",").compactMap { part in
      let fields = part.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
      let names = fields.first?.split(separator: "/").map(String.init) ?? []
      guard names.count == 2 else { return nil }
      let weight = fields.dropFirst().first { $0.hasPrefix("q=") }.map { $0.dropFirst(2) }
      return Range(
        type: names[0], subtype: names[1], weight: weight.map { Double($0) ?? 0 } ?? 1)
    }
  }

  /// Returns the accepted types, preferred ones first; ties keep their order.
  func liked(of types: [String]) -> [String] {
    types.map { (type: $0, weight: weight(of: $0)) }.filter { $0.weight > 0 }.enumerated()
      .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
      .map(\.element.type)
  }

  private func weight(of type: String) -> Double {
    let names = type.split(separator: "/").map(String.init)
    guard names.count == 2 else { return 0 }
    let fitting = ranges.compactMap { range in
      range.precision(names[0], names[1]).map { (precision: $0, weight: range.weight) }
    }
    let greatest = fitting.map(\.precision).max()
    return fitting.first { $0.precision == greatest }?.weight ?? 0
  }
}
