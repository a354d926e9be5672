import Linecaster

extension FontFeature {
  /// Reads features such as `smcp`, `liga=0` or `-kern,ss01`.
  ///
  /// - Throws: `InputFailure` that names the part that is no feature.
  static func list(_ argument: String) throws(InputFailure) -> [FontFeature] {
    var list: [FontFeature] = []
    for part in argument.split(whereSeparator: { ";, ".contains($0) }) {
      let name = part.drop { "+-".contains($0) }
      let sides = name.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = sides.count == 2 ? UInt32(sides[1]) : part.hasPrefix("-") ? 0 : 1
      guard part.count - name.count <= 1, let first = sides.first, let tag = FontTag(first),
        let value
      else {
        throw InputFailure(
          description: "'\(part)' is no feature; some are, for example, smcp, liga=0 and -kern")
      }
      list.append(FontFeature(tag, value))
    }
    return list
  }
}
