import LinecasterBase
import LinecasterFonts

/// Splits a paragraph into items of one face each.
///
/// Splits fall between graphemes, so a cluster never uses two fonts.
struct Itemizer {
  let worker: TextWorker
  let styles: [AttributedText.Run]
  /// The faces of each style.
  let faces: [FallbackCache]
  /// Whether the text is vertical, so letters may be upright.
  let isVertical: Bool

  /// Splits the analyzed text and resolves its scripts.
  ///
  /// - Parameters:
  ///   - script: The script of text at the start without one; `nil` uses the first script found.
  ///   - known: An item at the start of the text that is continued, in its face; it may start
  ///     before the text, and then starts with it in the result.
  /// - Complexity: O(units), plus a table lookup per face for each new grapheme.
  func itemize(
    _ text: [UInt16], _ analysis: TextAnalysis, after script: ScriptCode? = nil,
    continuing known: (item: TextItem, face: FontFace)? = nil, _ scope: WorkScope
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
        if let known { pass.start(with: known.item, known.face) }
        try pass.run(scope)
      }
    }
    if known != nil { worker.items.startWithText() }
    return worker.items
  }
}

/// One pass of the itemizer over a paragraph.
struct ItemizerPass {
  let itemizer: Itemizer
  let text: AnalyzedText

  let list: ItemList
  /// The style of the current unit.
  private(set) var style = 0
  /// The index of the last item's face in its style.
  private(set) var faceIndex = 0

  init(itemizer: Itemizer, text: AnalyzedText) {
    self.itemizer = itemizer
    self.text = text
    list = itemizer.worker.items
  }

  /// Adds a known item.
  mutating func start(with item: TextItem, _ face: FontFace) {
    _ = list.place(of: face)
    append(item, face)
  }

  /// Finds all items that are not known.
  mutating func run(_ scope: WorkScope) throws(CancellationError) {
    var unit = list.last?.end ?? 0
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
      try scope.pass((unit - start) * Self.stepsPerUnit)
    }
  }

  /// The approximate cost of a unit that extends an item, in steps.
  private static var stepsPerUnit: Int { 10 }

  /// Whether text of two styles can share an item.
  func shapesAlike(_ first: Int, _ second: Int) -> Bool {
    first == second
      || !itemizer.styles[second].startsItem
        && itemizer.styles[first].style.shapes(like: itemizer.styles[second].style)
  }

  /// Adds a grapheme to the last item, or begins a new item.
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
    // An invisible character such as a bidi control does not split an item: letters join through
    // it. A soft hyphen may be seen, so it has a font of its own, as in browsers.
    if cluster.isInvisible, cluster.base != 0xAD, let item = list.last, !item.isControl,
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

  /// Whether an item has reached the length limit. It ends at a line opportunity, where a split
  /// shows least, or anywhere if it is far too long.
  private func isFull(_ item: TextItem, _ boundary: BoundaryFlags) -> Bool {
    let count = item.end - item.start
    return count >= Self.itemLimit
      && (boundary.contains(.softBreak) || count >= 2 * Self.itemLimit)
  }

  /// The maximum length of an item. It keeps the sum of advances in 32 bits, HarfBuzz's buffers
  /// small, and shaping short, because it cannot be cancelled.
  static var itemLimit: Int { 2_048 }
}

extension ItemizerPass {
  /// Extends the last item over graphemes that clearly belong to it; returns the unit after them.
  ///
  /// The general path handles the rest: new faces, scripts and levels, control codes, long
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

/// The properties of an item that decide whether a grapheme extends it.
struct ItemWalk {
  private let text: AnalyzedText
  private let fallback: FallbackCache
  private let faceIndex: Int
  private let script: ScriptCode
  private let level: UInt8
  /// The advance of spaces if they come from another face.
  private let space: Int32?

  init(text: AnalyzedText, item: TextItem, fallback: FallbackCache, faceIndex: Int) {
    self.text = text
    self.fallback = fallback
    self.faceIndex = faceIndex
    script = item.script
    level = item.level
    space = fallback.foreignSpace(in: faceIndex)
  }

  /// The end of the grapheme at a unit if it belongs to the item; else the unit.
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

  /// Steps over spaces of another face, and the next grapheme if it belongs to the item. Returns
  /// the unit reached and the advance of each space.
  ///
  /// Spaces come from the first face that has them, as in browsers. They have no ink, so only their
  /// advance matters and words of one face stay in one item. Spaces that would start an item with
  /// text of their own face still do.
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

  /// Whether spaces of the item's script and level can share an item with the text at a unit.
  private func mayFollowSpaces(_ unit: Int) -> Bool {
    belongs(unit) && text.properties[unit] & Self.control == 0
  }

  private func belongs(_ unit: Int) -> Bool {
    script.shares(itemsOf: ScriptCode(rawValue: text.scripts[unit]))
      && text.level(at: unit) == level && !text.boundaries[unit].contains(.hardBreak)
  }

  /// Whether a unit is a grapheme of its own without emoji presentation.
  private func isSimple(_ unit: Int) -> Bool {
    text.properties[unit] & Self.special == 0 && text.units[unit] & 0xF800 != 0xD800
      && text.boundaries[unit + 1].contains(.grapheme)
  }

  private static let control = CharacterProperties.control.rawValue
  private static let special =
    control | CharacterProperties.emojiPresentation.rawValue
    | CharacterProperties.ignorable.rawValue | CharacterProperties.mark.rawValue
}

/// Raw pointers to an analyzed paragraph, so stepping over graphemes needs no reference counting.
///
/// Valid only inside `Itemizer.itemize`, which keeps the arrays alive; they are not mutated.
struct AnalyzedText {
  let units: UnsafeBufferPointer<UInt16>
  let properties: UnsafeBufferPointer<UInt8>
  /// The resolved scripts.
  let scripts: UnsafeBufferPointer<UInt8>
  /// The embedding levels; empty if all are 0.
  let levels: UnsafeBufferPointer<UInt8>
  /// One entry per unit and one for the end.
  let boundaries: UnsafeBufferPointer<BoundaryFlags>

  func level(at unit: Int) -> UInt8 { levels.isEmpty ? 0 : levels[unit] }

  /// The end of the grapheme that starts at a unit.
  func graphemeEnd(after unit: Int) -> Int {
    var end = unit + 1
    while end < units.count, !boundaries[end].contains(.grapheme) { end += 1 }
    return end
  }
}

/// Splits graphemes with very many combining marks, because shapers take quadratic time for them.
///
/// The Stream-Safe Text Format (UAX 15 §13) allows 30 consecutive non-starters, more than real text
/// has. HarfBuzz before 7.0 needs seconds for some thousands (CVE-2023-25193), and also for as many
/// skin tones after an emoji, which form one cluster.
enum StreamSafeCuts {
  /// The maximum number of consecutive marks.
  private static let limit = 30
  /// The modifiers of emoji (UTS 51 §2.4).
  private static let skinTones: ClosedRange<UInt32> = 0x1F3FB...0x1F3FF

  /// The split positions inside a grapheme, in text order; nearly always empty.
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

/// Resolves the script of characters of the common and inherited scripts (UAX 24 §5.1, §5.2).
enum ScriptResolver {
  /// Replaces common and inherited scripts with the preceding script, or with the following one at
  /// the start. A closing bracket takes the script of its opening bracket in the same paragraph.
  /// Katakana counts as Hiragana, because fonts have one set of rules for both.
  ///
  /// Text without any script stays common.
  static func resolve(
    _ scripts: UnsafeMutableBufferPointer<UInt8>, of text: UnsafeBufferPointer<UInt16>,
    after script: ScriptCode? = nil, _ scope: WorkScope
  ) throws(CancellationError) {
    let (common, inherited) = (ScriptCode.common.rawValue, ScriptCode.inherited.rawValue)
    let (katakana, hiragana) = (ScriptCode.katakana.rawValue, ScriptCode.hiragana.rawValue)
    var current =
      script?.rawValue ?? scripts.first { $0 != common && $0 != inherited } ?? common
    if current == katakana { current = hiragana }
    var brackets = OpenBrackets()
    try scope.forEachPiece(of: scripts.indices, steps: 3) { piece in
      for unit in piece {
        let script = scripts[unit]
        guard script == common || script == inherited else {
          current = script == katakana ? hiragana : script
          scripts[unit] = current
          continue
        }
        if text[unit] == 0x20 {
          // The most frequent case.
        } else if let closing = PairedBracket.closing(of: text[unit]) {
          brackets.open(closing, script: current)
        } else if PairedBracket.isClosing(text[unit]), let script = brackets.close(text[unit]) {
          current = script
        } else if ParagraphSeparator.isOne(text[unit]) {
          brackets.closeAll()
        }
        scripts[unit] = current
      }
    }
  }

  /// The open brackets with their scripts.
  private struct OpenBrackets {
    private var stack: [(closing: UInt16, script: UInt8)] = []

    /// The maximum depth; deeper brackets count as letters. Real text is never nested so deeply.
    private static let depth = 32

    mutating func open(_ closing: UInt16, script: UInt8) {
      if stack.count < Self.depth { stack.append((closing, script)) }
    }

    /// Removes all open brackets at the end of a paragraph.
    mutating func closeAll() { stack.removeAll(keepingCapacity: true) }

    /// Returns the script of the matching open bracket and removes those inside it; `nil` if none
    /// matches.
    mutating func close(_ closing: UInt16) -> UInt8? {
      guard let index = stack.lastIndex(where: { $0.closing == closing }) else { return nil }
      let script = stack[index].script
      stack.removeSubrange(index...)
      return script
    }
  }
}
