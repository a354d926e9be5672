import LinecasterFonts

/// One walk of the itemizer over a paragraph.
struct ItemizerPass {
  let itemizer: Itemizer
  let text: AnalyzedText

  let list: ItemList
  /// The style of the unit in work.
  private(set) var style = 0
  /// Which face of its style the last item has.
  private(set) var faceIndex = 0

  init(itemizer: Itemizer, text: AnalyzedText) {
    self.itemizer = itemizer
    self.text = text
    list = itemizer.worker.items
  }

  /// Finds all items.
  mutating func run<Failure>(_ checkpoint: Checkpoint<Failure>) throws(Failure) {
    var unit = 0
    while unit < text.units.count {
      let start = unit
      while itemizer.styles[style].end <= unit { style += 1 }
      if let last = list.last, !last.isControl, shapesAlike(last.style, style) {
        unit = extend(last, from: unit)
      }
      guard unit < text.units.count else { break }
      while itemizer.styles[style].end <= unit { style += 1 }
      let end = text.graphemeEnd(after: unit)
      add(FontCluster(text: text.units, range: unit..<end, properties: text.properties))
      unit = end
      try checkpoint.pass((unit - start) * Self.stepsOfAUnit)
    }
  }

  /// About what a unit costs that belongs to the item before it.
  private static var stepsOfAUnit: Int { 10 }

  /// Whether text of two styles may be in one item.
  func shapesAlike(_ first: Int, _ second: Int) -> Bool {
    first == second
      || itemizer.styles[first].style.shapes(like: itemizer.styles[second].style)
  }

  /// Adds a grapheme to the last item, or begins a new one.
  private mutating func add(_ cluster: FontCluster) {
    let start = cluster.range.lowerBound
    let boundary = text.boundaries[start]
    let isControl = boundary.contains(.control)
    let face = isControl ? itemizer.faces[style].cascade.primary : face(for: cluster)
    let cuts = StreamSafeCuts.positions(in: cluster)
    var item = TextItem(
      start..<(cuts.first ?? cluster.range.upperBound), style: style, face: list.place(of: face),
      level: text.level(at: start), script: ScriptCode(rawValue: text.scripts[start]),
      isControl: isControl, isTab: cluster.base == 0x09)
    if var last = list.last, continues(last, item, boundary) {
      last.end = item.end
      list.replaceLast(by: last)
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
    list.append(item)
    faceIndex = itemizer.faces[style].index(of: face)
  }

  private mutating func face(for cluster: FontCluster) -> FontFace {
    // A bidi control or the like shows nothing, so it cuts no item: letters join through it.
    if cluster.isInvisible, let item = list.last, !item.isControl,
      shapesAlike(item.style, style)
    {
      return list.faces[item.face]
    }
    let memo = itemizer.faces[style]
    if let index = memo.face(for: cluster) { return memo.faces[index] }
    let face = memo.face(forPartOf: cluster)
    list.addMissing(cluster.missing(from: face))
    return face
  }

  private func continues(
    _ last: TextItem, _ next: TextItem, _ boundary: BoundaryFlags
  ) -> Bool {
    last.face == next.face && last.isTab == next.isTab && last.level == next.level
      && (!last.isTab || last.style == next.style)
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

  /// Keeps the sum of an item's advances in 32 bits, HarfBuzz's buffers small, and the time in it
  /// short, since it cannot be stopped.
  static var itemLimit: Int { 2_048 }
}
