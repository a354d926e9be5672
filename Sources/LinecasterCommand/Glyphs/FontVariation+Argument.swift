import Linecaster

extension FontVariation {
  /// Reads places such as `wght=700` or `wght:300;wdth:80`.
  ///
  /// - Throws: `InputFailure` that names the part that is no place on an axis.
  static func list(_ argument: String) throws(InputFailure) -> [FontVariation] {
    var list: [FontVariation] = []
    for part in argument.split(whereSeparator: { ";,".contains($0) }) {
      let sides = part.split(
        maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { "=:".contains($0) })
      guard sides.count == 2, let axis = FontTag(sides[0].drop { $0 == " " }),
        let value = Double(sides[1]), value.isFinite
      else {
        throw InputFailure(
          description: "'\(part)' is no place on an axis; one is, for example, wght=700")
      }
      list.append(FontVariation(axis, value))
    }
    return list
  }
}
