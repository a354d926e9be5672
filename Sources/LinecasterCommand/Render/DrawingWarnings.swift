import Linecaster

/// What an image does not show as its input asks for; told even where nobody asked.
struct DrawingWarnings {
  /// The characters that no font has, each once.
  var missing: [Unicode.Scalar] = []
  /// Characters without a font in rows that are not shown, whose names are not known.
  var hiddenMissingCount = 0
  /// Glyphs that are not drawn as their font has them.
  var faults: [RasterError] = []

  /// Notes the characters that a page's layouts lack.
  ///
  /// - Parameter count: How many of them all rows have, shown or not.
  mutating func note(_ page: DrawnPage?, of count: Int) {
    guard count > 0 else { return }
    let found = page?.rows.flatMap(\.arrangement.missingCharacters) ?? []
    var seen: Set<Unicode.Scalar> = []
    missing = found.filter { seen.insert($0).inserted }
    hiddenMissingCount = found.isEmpty ? count : 0
  }

  /// Characters named before the rest is only counted.
  private static let charactersShown = 12

  /// A sentence each.
  var messages: [String] {
    var messages: [String] = []
    if !missing.isEmpty {
      let names = missing.prefix(Self.charactersShown).map(Self.name).joined(separator: ", ")
      let more = missing.count - Self.charactersShown
      messages.append(
        "no font has \(names)" + (more > 0 ? " and \(more) more" : "")
          + "; boxes stand in their place")
    }
    if hiddenMissingCount > 0 {
      messages.append("\(hiddenMissingCount) characters of rows not shown are in no font")
    }
    return messages + faults.map(\.description).sorted()
  }

  private static func name(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let number = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return scalar.properties.name.map { "\(number) (\($0))" } ?? number
  }
}
