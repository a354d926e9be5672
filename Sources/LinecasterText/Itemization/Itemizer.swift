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
    let boundary = analysis.boundaries[start]
    var item = TextItem(
      start: start, end: cluster.range.upperBound, style: style, level: analysis.level(at: start),
      script: ScriptCode(rawValue: analysis.scripts[start]),
      isControl: boundary.contains(.control), isTab: cluster.base == 0x09)
    let face = item.isControl ? cascades[style].primary : face(for: cluster, style, &result)
    let cuts = StreamSafeCuts.positions(in: cluster)
    if let first = cuts.first { item.end = first }
    if let last = result.items.last, result.faces[result.faces.count - 1] === face,
      continues(last, item, boundary)
    {
      result.items[result.items.count - 1].end = item.end
    } else {
      result.append(item, face)
    }
    for (index, cut) in cuts.enumerated() {
      item.start = cut
      item.end = index + 1 < cuts.count ? cuts[index + 1] : cluster.range.upperBound
      result.append(item, face)
    }
  }

  private func face(
    for cluster: FontCluster, _ style: Int, _ result: inout Result
  ) -> FontFace {
    // A bidi control or the like shows nothing, so it cuts no item: letters join through it.
    if cluster.isInvisible, let last = result.faces.last, let item = result.items.last,
      !item.isControl, styles[item.style].style.shapes(like: styles[style].style)
    {
      return last
    }
    let primary = cascades[style].primary
    if cluster.range.count == 1, cluster.presentation == .text, primary.covers(value: cluster.base)
    {
      return primary
    }
    if let face = cascades[style].face(for: cluster) { return face }
    let face = cascades[style].face(forPartOf: cluster)
    result.missing.append(contentsOf: cluster.missing(from: face))
    return face
  }

  private func continues(
    _ last: TextItem, _ next: TextItem, _ boundary: BoundaryFlags
  ) -> Bool {
    !last.isTab && !next.isTab && last.level == next.level && last.script == next.script
      && last.isControl == next.isControl
      && (last.style == next.style
        || styles[last.style].style.shapes(like: styles[next.style].style))
      && !boundary.contains(.hardBreak) && !isFull(last, boundary)
  }

  /// Whether an item is so long that it ends here: at a line opportunity, where a cut shows least,
  /// or anywhere.
  private func isFull(_ item: TextItem, _ boundary: BoundaryFlags) -> Bool {
    let count = item.end - item.start
    return count >= Self.itemLimit
      && (boundary.contains(.softBreak) || count >= 2 * Self.itemLimit)
  }

  /// Keeps the sum of an item's advances in 32 bits and HarfBuzz's buffers small.
  private static let itemLimit = 16_384
}

extension Itemizer.Result {
  fileprivate mutating func append(_ item: TextItem, _ face: FontFace) {
    items.append(item)
    faces.append(face)
  }
}
