import LinecasterBase
import LinecasterFonts

@testable import LinecasterText

extension PreparedParagraph {
  /// The differences from another paragraph of the same text, and from its layouts.
  ///
  /// - Parameter widths: The widths of the layouts.
  func differences(
    from other: PreparedParagraph, widths: [Double] = [30, 90, .infinity]
  ) -> [String] {
    var names: [String] = []
    func compare(_ name: String, _ isSame: Bool) { if !isSame { names.append(name) } }
    compare("text", text == other.text)
    guard text == other.text else { return names }
    compare("map", sourceMap == other.sourceMap)
    compare("boundaries", boundaries == other.boundaries)
    compare("customary", customaryBreaks == other.customaryBreaks)
    compare("positions", positions == other.positions)
    for (run, same) in zip(runs, other.runs) where run.item != same.item {
      names.append("\(run.item) for \(same.item)")
      break
    }
    compare("number of runs", runs.count == other.runs.count)
    compare("advances", runs.map(\.advance) == other.runs.map(\.advance))
    compare("scales", runs.map(\.scale) == other.runs.map(\.scale))
    compare("glyph ranges", runs.map(\.glyphs) == other.runs.map(\.glyphs))
    compare("glyphs", glyphs == other.glyphs)
    compare("faces", faces == other.faces)
    compare("styles", styles == other.styles)
    compare("missing", missingCharacters == other.missingCharacters)
    compare("hyphens", hyphenPlaces == other.hyphenPlaces)
    compare("tied", flow?.tied == other.flow?.tied)
    let levels = text.indices.map { baseLevel(at: $0) }
    compare("levels", levels == text.indices.map { other.baseLevel(at: $0) })
    guard names.isEmpty, !widths.isEmpty else { return names }
    compare("least width", minContentWidth == other.minContentWidth)
    for width in widths {
      compare(
        "layout", LayoutDigest(layout(width: width)) == LayoutDigest(other.layout(width: width)))
    }
    return names
  }
}
