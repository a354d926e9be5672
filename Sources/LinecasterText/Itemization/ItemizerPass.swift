import LinecasterFonts

/// One walk of the itemizer over a paragraph.
struct ItemizerPass {
  let itemizer: Itemizer
  let text: AnalyzedText

  var result = Itemizer.Result()
  /// The style of the unit in work.
  private(set) var style = 0
  /// Which face of its style the last item has.
  private(set) var faceIndex = 0

  /// Finds all items.
  mutating func run() {
    var unit = 0
    while unit < text.units.count {
      while itemizer.styles[style].end <= unit { style += 1 }
      if let last = result.items.last, !last.isControl, shapesAlike(last.style, style) {
        unit = extendLast(from: unit)
      }
      guard unit < text.units.count else { break }
      while itemizer.styles[style].end <= unit { style += 1 }
      let end = text.graphemeEnd(after: unit)
      add(FontCluster(text: text.units, range: unit..<end, properties: text.properties))
      unit = end
    }
  }

  /// Whether text of two styles may be in one item.
  func shapesAlike(_ first: Int, _ second: Int) -> Bool {
    first == second
      || itemizer.styles[first].style.shapes(like: itemizer.styles[second].style)
  }

  /// Adds a grapheme to the last item, or begins a new one.
  private mutating func add(_ cluster: FontCluster) {
    let start = cluster.range.lowerBound
    let boundary = text.boundaries[start]
    var item = TextItem(
      start: start, end: cluster.range.upperBound, style: style, level: text.level(at: start),
      script: ScriptCode(rawValue: text.scripts[start]),
      isControl: boundary.contains(.control), isTab: cluster.base == 0x09)
    let face =
      item.isControl ? itemizer.faces[style].cascade.primary : face(for: cluster)
    let cuts = StreamSafeCuts.positions(in: cluster)
    if let first = cuts.first { item.end = first }
    if let last = result.items.last, result.faces[result.faces.count - 1] === face,
      continues(last, item, boundary)
    {
      result.items[result.items.count - 1].end = item.end
    } else {
      append(item, face)
    }
    for (index, cut) in cuts.enumerated() {
      item.start = cut
      item.end = index + 1 < cuts.count ? cuts[index + 1] : cluster.range.upperBound
      append(item, face)
    }
  }

  private mutating func append(_ item: TextItem, _ face: FontFace) {
    result.items.append(item)
    result.faces.append(face)
    faceIndex = itemizer.faces[style].index(of: face)
  }

  private mutating func face(for cluster: FontCluster) -> FontFace {
    // A bidi control or the like shows nothing, so it cuts no item: letters join through it.
    if cluster.isInvisible, let last = result.faces.last, let item = result.items.last,
      !item.isControl, shapesAlike(item.style, style)
    {
      return last
    }
    let memo = itemizer.faces[style]
    if let index = memo.face(for: cluster) { return memo.faces[index] }
    let face = memo.cascade.face(forPartOf: cluster)
    result.missing.append(contentsOf: cluster.missing(from: face))
    return face
  }

  private func continues(
    _ last: TextItem, _ next: TextItem, _ boundary: BoundaryFlags
  ) -> Bool {
    !last.isTab && !next.isTab && last.level == next.level
      && last.script.shares(itemsOf: next.script)
      && last.isControl == next.isControl && shapesAlike(last.style, next.style)
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
  static var itemLimit: Int { 16_384 }
}
