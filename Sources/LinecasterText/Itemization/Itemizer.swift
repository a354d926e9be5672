import LinecasterBase
import LinecasterFonts

/// Cuts a paragraph into items, each of one face.
///
/// Cuts fall between graphemes only, so a cluster is never drawn from two fonts.
struct Itemizer {
  let worker: TextWorker
  let styles: [AttributedText.Run]
  /// The faces of each style.
  let faces: [FallbackCache]
  /// Whether lines run downwards, so that letters may stand upright.
  let isVertical: Bool

  /// Cuts the analyzed text, whose scripts are resolved for that.
  ///
  /// - Parameter script: What text without a script takes at the start; nil for the first there is.
  /// - Complexity: O(units), a table look-up per face for graphemes met for the first time.
  func itemize(
    _ text: [UInt16], _ analysis: TextAnalysis, after script: ScriptCode? = nil,
    _ scope: WorkScope
  ) throws(CancellationError) -> ItemList {
    worker.items.removeAll()
    try text.withUnsafeBufferPointer { text throws(CancellationError) in
      try analysis.boundaries.withUnsafeBufferPointer { boundaries throws(CancellationError) in
        try ScriptResolver.resolve(analysis.scripts, of: text, after: script, scope)
        var pass = ItemizerPass(
          itemizer: self,
          text: AnalyzedText(
            units: text, properties: .init(analysis.properties), scripts: .init(analysis.scripts),
            levels: .init(analysis.levels), boundaries: boundaries))
        try pass.run(scope)
      }
    }
    return worker.items
  }
}

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
  mutating func run(_ scope: WorkScope) throws(CancellationError) {
    var unit = 0
    while unit < text.units.count {
      let start = unit
      while itemizer.styles[style].end <= unit { style += 1 }
      if let last = list.last, !last.isControl, !itemizer.isVertical,
        shapesAlike(last.style, style)
      {
        unit = extend(last, from: unit)
      }
      guard unit < text.units.count else { break }
      while itemizer.styles[style].end <= unit { style += 1 }
      let end = text.graphemeEnd(after: unit)
      add(FontCluster(text: text.units, range: unit..<end, properties: text.properties))
      unit = end
      try scope.pass((unit - start) * Self.stepsOfAUnit)
    }
  }

  /// About what a unit costs that belongs to the item before it.
  private static var stepsOfAUnit: Int { 10 }

  /// Whether text of two styles may be in one item.
  func shapesAlike(_ first: Int, _ second: Int) -> Bool {
    first == second
      || !itemizer.styles[second].startsItem
        && itemizer.styles[first].style.shapes(like: itemizer.styles[second].style)
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
      isControl: isControl, isTab: cluster.base == 0x09,
      isUpright: itemizer.isVertical && !isControl && isUpright(cluster))
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

  private func isUpright(_ cluster: FontCluster) -> Bool {
    switch itemizer.styles[style].style.orientation {
    case .mixed: UnicodeAnalyzer.isUpright(cluster.base)
    case .upright: true
    case .sideways: false
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
    let fallback = itemizer.faces[style]
    if let index = fallback.face(for: cluster) { return fallback.faces[index] }
    let face = fallback.face(forPartOf: cluster)
    list.addMissing(cluster.missing(from: face), at: cluster.range.lowerBound)
    return face
  }

  private func continues(
    _ last: TextItem, _ next: TextItem, _ boundary: BoundaryFlags
  ) -> Bool {
    last.face == next.face && last.isTab == next.isTab && last.level == next.level
      && last.isUpright == next.isUpright
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

extension ItemizerPass {
  /// Extends the last item over the graphemes that plainly belong to it; the unit after them.
  ///
  /// What is left to the general way is rare: new faces, scripts and levels, control codes, long
  /// graphemes.
  func extend(_ last: TextItem, from unit: Int) -> Int {
    var item = last
    let end = min(text.units.count, itemizer.styles[style].end, item.start + Self.itemLimit)
    let walk = ItemWalk(
      text: text, item: item, fallback: itemizer.faces[style], faceIndex: faceIndex)
    var unit = unit
    while unit < end {
      let next = walk.step(unit)
      if next > unit {
        unit = next
      } else if let (next, space) = walk.stepOverSpaces(unit, before: end) {
        item.foreignSpace = space
        unit = next
      } else {
        break
      }
    }
    item.end = max(item.end, unit)
    list.replaceLast(by: item)
    return item.end
  }
}

/// What of an item decides whether a grapheme belongs to it, while the item is extended.
struct ItemWalk {
  private let text: AnalyzedText
  private let fallback: FallbackCache
  private let faceIndex: Int
  private let script: ScriptCode
  private let level: UInt8
  /// The advance of spaces, where they come from another face.
  private let space: Int32?

  init(text: AnalyzedText, item: TextItem, fallback: FallbackCache, faceIndex: Int) {
    self.text = text
    self.fallback = fallback
    self.faceIndex = faceIndex
    script = item.script
    level = item.level
    space = fallback.foreignSpace(in: faceIndex)
  }

  /// The end of the grapheme at a unit where it belongs to the item; else the unit.
  @inline(__always)
  func step(_ unit: Int) -> Int {
    guard belongs(unit) else { return unit }
    if isSimple(unit) { return fallback.face(of: text.units[unit]) == faceIndex ? unit + 1 : unit }
    return stepOverCluster(unit)
  }

  private func stepOverCluster(_ unit: Int) -> Int {
    guard text.properties[unit] & Self.control == 0 else { return unit }
    let end = text.graphemeEnd(after: unit)
    let cluster = FontCluster(text: text.units, range: unit..<end, properties: text.properties)
    guard end - unit <= FallbackCache.clusterLimit, !cluster.isInvisible else { return unit }
    return fallback.face(for: cluster) == faceIndex ? end : unit
  }

  /// Goes over spaces of another face, and the grapheme after them where it is of the item: the
  /// unit reached, and the advance of each space.
  ///
  /// Spaces come from the first face that has them, as in browsers. They show nothing, so their
  /// advance is all that matters, and words of one face stay one item. Spaces that would begin an
  /// item together with text of their own face do.
  func stepOverSpaces(_ unit: Int, before end: Int) -> (unit: Int, space: Int32)? {
    guard let space, text.units[unit] == 0x20 else { return nil }
    var after = unit
    while after < end, text.units[after] == 0x20, isSimple(after), belongs(after) { after += 1 }
    guard after > unit else { return nil }
    if after == text.units.count || (after < end && !mayFollowSpaces(after)) {
      return (after, space)
    }
    guard after < end else { return nil }
    let next = step(after)
    return next > after ? (next, space) : nil
  }

  /// Whether spaces of the item's script and level, and the text at a unit, could be one item.
  private func mayFollowSpaces(_ unit: Int) -> Bool {
    belongs(unit) && text.properties[unit] & Self.control == 0
  }

  private func belongs(_ unit: Int) -> Bool {
    script.shares(itemsOf: ScriptCode(rawValue: text.scripts[unit]))
      && text.level(at: unit) == level && !text.boundaries[unit].contains(.hardBreak)
  }

  /// Whether a unit is a grapheme of its own that asks for no colour.
  private func isSimple(_ unit: Int) -> Bool {
    text.properties[unit] & Self.special == 0 && text.units[unit] & 0xF800 != 0xD800
      && text.boundaries[unit + 1].contains(.grapheme)
  }

  private static let control = CharacterProperties.control.rawValue
  private static let special =
    control | CharacterProperties.emojiPresentation.rawValue
    | CharacterProperties.ignorable.rawValue | CharacterProperties.mark.rawValue
}

/// An analyzed paragraph as the itemizer reads it: bare pointers, so that a step over a grapheme
/// costs no counting of references.
///
/// Valid inside `Itemizer.itemize` only, which keeps the arrays alive; nothing writes them.
struct AnalyzedText {
  let units: UnsafeBufferPointer<UInt16>
  let properties: UnsafeBufferPointer<UInt8>
  /// The scripts, common and inherited resolved.
  let scripts: UnsafeBufferPointer<UInt8>
  /// The embedding levels; empty where all are 0.
  let levels: UnsafeBufferPointer<UInt8>
  /// One entry a unit and one for the end.
  let boundaries: UnsafeBufferPointer<BoundaryFlags>

  func level(at unit: Int) -> UInt8 { levels.isEmpty ? 0 : levels[unit] }

  /// The end of the grapheme that a unit starts.
  func graphemeEnd(after unit: Int) -> Int {
    var end = unit + 1
    while end < units.count, !boundaries[end].contains(.grapheme) { end += 1 }
    return end
  }
}

/// Cuts graphemes of endless combining marks, since shapers take quadratic time for them.
///
/// The Stream-Safe Text Format (UAX 15 §13) allows 30 non-starters in a row, more than any real
/// text has; HarfBuzz before 7.0 needs seconds for some thousands (CVE-2023-25193), and also for as
/// many skin tones after an emoji, which it takes for one cluster.
enum StreamSafeCuts {
  /// The most marks in a row.
  private static let limit = 30
  /// The modifiers of emoji (UTS 51 §2.4).
  private static let skinTones: ClosedRange<UInt32> = 0x1F3FB...0x1F3FF

  /// Where to cut inside a grapheme, in text order; nearly always nowhere.
  static func positions(in cluster: FontCluster) -> [Int] {
    guard cluster.range.count > limit else { return [] }
    var cuts: [Int] = []
    var marks = 0
    var unit = cluster.range.lowerBound
    while unit < cluster.range.upperBound {
      let scalar = cluster.scalar(at: unit)
      let combines = cluster.isMark(at: unit) || skinTones.contains(scalar)
      marks = combines ? marks + 1 : 0
      if marks > limit {
        cuts.append(unit)
        marks = 1
      }
      unit += scalar > 0xFFFF ? 2 : 1
    }
    return cuts
  }
}
