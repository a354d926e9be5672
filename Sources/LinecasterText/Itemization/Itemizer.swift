import LinecasterFonts

/// Cuts a paragraph into items, each of which the shaper takes in one call.
///
/// Cuts fall between graphemes only, so a cluster is never drawn from two fonts.
struct Itemizer {
  let styles: [AttributedText.Run]
  /// The cascade of each style.
  let cascades: [FontCascade]

  /// The items in text order, with the face of each, and the characters that no face has.
  struct Result {
    var items: [TextItem] = []
    var faces: [FontFace] = []
    var missing: [Unicode.Scalar] = []
  }

  /// Cuts the analyzed text.
  ///
  /// - Complexity: O(units), a table look-up per face for characters the first face lacks.
  func itemize(_ text: [UInt16], _ analysis: inout TextAnalysis) -> Result {
    ScriptResolver.resolve(&analysis.scripts)
    var result = Result()
    text.withUnsafeBufferPointer { text in
      analysis.properties.withUnsafeBufferPointer { properties in
        var start = 0
        var style = 0
        while start < text.count {
          let end = nextGrapheme(after: start, analysis.boundaries)
          while styles[style].end <= start { style += 1 }
          let cluster = FontCluster(text: text, range: start..<end, properties: properties)
          add(cluster, style: style, analysis, to: &result)
          start = end
        }
      }
    }
    return result
  }

  private func nextGrapheme(after unit: Int, _ boundaries: [BoundaryFlags]) -> Int {
    var end = unit + 1
    while end < boundaries.count - 1, !boundaries[end].contains(.grapheme) { end += 1 }
    return end
  }

  private func add(
    _ cluster: FontCluster, style: Int, _ analysis: TextAnalysis, to result: inout Result
  ) {
    let start = cluster.range.lowerBound
    let item = TextItem(
      start: start, end: cluster.range.upperBound, style: style, level: analysis.level(at: start),
      script: ScriptCode(rawValue: analysis.scripts[start]),
      isControl: analysis.boundaries[start].contains(.control))
    let face = item.isControl ? cascades[style].primary : face(for: cluster, style, &result)
    if let last = result.items.last, result.faces[result.faces.count - 1] === face,
      continues(last, item), !analysis.boundaries[start].contains(.hardBreak)
    {
      result.items[result.items.count - 1].end = item.end
    } else {
      result.items.append(item)
      result.faces.append(face)
    }
  }

  private func face(
    for cluster: FontCluster, _ style: Int, _ result: inout Result
  ) -> FontFace {
    let primary = cascades[style].primary
    if cluster.range.count == 1, cluster.presentation == .text, primary.covers(value: cluster.base)
    {
      return primary
    }
    if let face = cascades[style].face(for: cluster) { return face }
    if let scalar = Unicode.Scalar(cluster.base) { result.missing.append(scalar) }
    return primary
  }

  private func continues(_ last: TextItem, _ next: TextItem) -> Bool {
    last.level == next.level && last.script == next.script && last.isControl == next.isControl
      && (last.style == next.style
        || styles[last.style].style.shapes(like: styles[next.style].style))
  }
}
