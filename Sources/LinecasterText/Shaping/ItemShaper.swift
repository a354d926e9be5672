import LinecasterBase
import LinecasterFonts

/// Shapes part of an item, word by word if that gives the same result as shaping it whole.
///
/// A word that no rule ties to its adjacent spaces is shaped once and cached. Tied words are shaped
/// together with those spaces and the words after them.
struct ItemShaper {
  let plan: ShapingPlan
  /// Whether the plan's rules may match a space, but not across it.
  private let stopsAtSpaces: Bool
  /// Whether words of glyphs that no rule touches may be built glyph by glyph.
  let looksUpGlyphs: Bool
  /// Whether no rule of the plan touches any glyph.
  private let isPlain: Bool
  let tools: ShapingTools
  let text: UnsafeBufferPointer<UInt16>
  /// One entry per unit and one for the end.
  let boundaries: UnsafePointer<BoundaryFlags>
  /// The context; text outside it does not influence the glyphs.
  let context: Range<Int>
  /// The advance of spaces from another face; `nil` if they come from the same face.
  private(set) var foreignSpace: Int32?
  /// The glyph of a space between words.
  private var space: ShapedGlyph

  /// Creates a shaper of a text; its glyphs are appended to those of the tools in logical order.
  init(
    by plan: ShapingPlan, with tools: ShapingTools,
    text: UnsafeBufferPointer<UInt16>, boundaries: UnsafePointer<BoundaryFlags>,
    context: Range<Int>
  ) {
    self.plan = plan
    self.tools = tools
    self.text = text
    self.boundaries = boundaries
    self.context = context
    let rules = plan.rules
    stopsAtSpaces = rules.stopsAtSpaces
    looksUpGlyphs = plan.nominal != nil
    isPlain = rules.isPlain
    space = rules.space
  }

  /// The cached words; `nil` shapes each part whole.
  var words: WordCache? { tools.words }

  private var glyphs: GlyphBuffer { tools.glyphs }

  /// Switches to an item of the text that the plan is for.
  mutating func turn(to item: TextItem) {
    guard item.foreignSpace != foreignSpace else { return }
    foreignSpace = item.foreignSpace
    if let foreignSpace {
      space = .blank
      space.identifier = plan.spaceGlyph
      space.advance = foreignSpace
    } else {
      space = plan.rules.space
    }
  }

  /// Whether words are shaped between spaces of the same face.
  var padsWords: Bool { foreignSpace == nil && stopsAtSpaces }

  /// Shapes a range of the text.
  func shape(_ range: Range<Int>) {
    guard foreignSpace != nil || (words != nil && (padsWords || isWord(range))) else {
      return shapeWhole(range)
    }
    var open = OpenPart(start: range.lowerBound, glyphs: glyphs.count)
    var unit = range.lowerBound
    while unit < range.upperBound {
      let spaces = unit..<spacesEnd(from: unit, in: range)
      let word = spaces.upperBound..<wordEnd(from: spaces.upperBound, in: range)
      unit = word.upperBound
      add(word, after: spaces, in: range, to: &open)
    }
    close(open, at: range.upperBound)
  }

  /// The text since the last place at which it may be split.
  private struct OpenPart {
    var start: Int
    /// The number of glyphs before it.
    var glyphs: Int
    /// Whether it must be shaped whole, and has no glyphs yet.
    var isTied = false
    /// Whether its last word is tied to the space after it.
    var tiesRight = false
  }

  private func add(
    _ word: Range<Int>, after spaces: Range<Int>, in range: Range<Int>, to open: inout OpenPart
  ) {
    let found = word.isEmpty ? nil : find(word, in: range)
    let ties = found?.ties ?? []
    if word.lowerBound > range.lowerBound, open.tiesRight || ties.contains(.left) {
      glyphs.truncate(to: open.glyphs)
      open.isTied = true
    } else {
      close(open, at: spaces.lowerBound)
      appendSpaces(spaces)
      open = OpenPart(start: word.lowerBound, glyphs: glyphs.count)
      if let found, let shaped = found.glyphs {
        glyphs.append(shaped, at: word.lowerBound)
      } else {
        open.isTied = found != nil
      }
    }
    open.tiesRight = ties.contains(.right)
  }

  /// Shapes the text that is tied together up to a unit.
  private func close(_ open: OpenPart, at end: Int) {
    if open.isTied, open.start < end { shapeWhole(open.start..<end) }
  }

  private func shapeWhole(_ range: Range<Int>) {
    tools.buffer.shape(
      HarfBuzzBuffer.Stretch(text: text, context: context, range: range), by: plan, into: glyphs)
  }

  private func appendSpaces(_ spaces: Range<Int>) {
    var glyph = space
    for unit in spaces {
      glyph.cluster = UInt32(unit)
      glyphs.append(glyph)
    }
  }

  /// Whether a range contains no space at which words are split.
  private func isWord(_ range: Range<Int>) -> Bool {
    wordEnd(from: range.lowerBound, in: range) == range.upperBound
  }

  /// Whether a unit is a space without a mark, joiner or selector after it.
  private func isBareSpace(_ unit: Int) -> Bool {
    text[unit] == 0x20
      && (unit + 1 == text.count || boundaries[unit + 1].contains(.grapheme))
  }

  private func spacesEnd(from unit: Int, in range: Range<Int>) -> Int {
    var end = unit
    while end < range.upperBound, isBareSpace(end) { end += 1 }
    return end
  }

  private func wordEnd(from unit: Int, in range: Range<Int>) -> Int {
    var end = unit
    while end < range.upperBound, !isBareSpace(end) { end += 1 }
    return end
  }
}

extension ItemShaper {
  /// A word and its ties; without glyphs it must be shaped in place.
  struct Found {
    var glyphs: UnsafeBufferPointer<ShapedGlyph>?
    var ties: WordCache.Ties
  }

  /// Finds the glyphs of a word, or shapes it between spaces and caches it.
  func find(_ word: Range<Int>, in range: Range<Int>) -> Found {
    let unknown = Found(glyphs: nil, ties: padsWords ? .both : [])
    guard let words else { return unknown }
    let units = UnsafeBufferPointer(rebasing: text[word])
    if looksUpGlyphs, foreignSpace != nil || isPlain || word == range,
      let glyphs = lookUp(units, word)
    {
      return Found(glyphs: glyphs, ties: [])
    }
    guard word.count <= WordCache.unitLimit, !isSeenFromOutside(word, in: range) else {
      return unknown
    }
    let known =
      words.find(units, plan: key(isPadded: padsWords))
      ?? shape(units, in: words, isPadded: padsWords)
    return Found(glyphs: known.ties.isEmpty ? known.glyphs : nil, ties: known.ties)
  }

  /// The glyphs of a word that no rule changes except by kerning; `nil` if a rule may change it.
  private func lookUp(
    _ units: UnsafeBufferPointer<UInt16>, _ word: Range<Int>
  ) -> UnsafeBufferPointer<ShapedGlyph>? {
    let glyphs = tools.scratch.glyphs
    glyphs.removeAll()
    guard let nominal = plan.nominal else { return nil }
    switch nominal.append(units, boundaries + word.lowerBound, to: glyphs) {
    case .nothing: return UnsafeBufferPointer(glyphs.all)
    case .kerning: return kern(units, nominal)
    case .shaping: return nil
    }
  }

  /// The glyphs of a word whose rules move only the first glyph of a pair, from its pairs; `nil` if
  /// a pair is not two glyphs.
  private func kern(
    _ units: UnsafeBufferPointer<UInt16>, _ nominal: NominalGlyphs
  ) -> UnsafeBufferPointer<ShapedGlyph>? {
    guard let words, units.count <= WordCache.unitLimit else { return nil }
    let key = key(isPadded: false)
    if let known = words.find(units, plan: key) { return known.glyphs }
    if units.count == 2 { return shape(units, in: words, isPadded: false).glyphs }
    // Copied, because pairs are shaped in the same memory.
    var glyphs = Array(tools.scratch.glyphs.all)
    for index in 0..<units.count - 1 where nominal.isKerned(units[index]) {
      let pair = UnsafeBufferPointer(rebasing: units[index..<index + 2])
      let shaped = words.find(pair, plan: key) ?? shape(pair, in: words, isPadded: false)
      guard shaped.glyphs.count == 2 else { return nil }
      glyphs[index].advance = shaped.glyphs[0].advance
      glyphs[index].xOffset = shaped.glyphs[0].xOffset
      glyphs[index].yOffset = shaped.glyphs[0].yOffset
      glyphs[index + 1].flags = shaped.glyphs[1].flags
    }
    tools.scratch.glyphs.removeAll()
    glyphs.withUnsafeBufferPointer { tools.scratch.glyphs.append($0, at: 0) }
    let kerned = UnsafeBufferPointer(tools.scratch.glyphs.all)
    words.insert(units, plan: key, glyphs: kerned, ties: [])
    return kerned
  }

  /// Whether the glyphs may depend on text that is not in the word: on letters that join across the
  /// edge of an item, or on the start of a paragraph, where lone marks get a dotted circle.
  private func isSeenFromOutside(_ word: Range<Int>, in range: Range<Int>) -> Bool {
    if word.lowerBound == 0, HarfBuzzBuffer.startsWithMark(text) { return true }
    guard plan.script.joinsLetters else { return false }
    let before = word.lowerBound - 1
    let after = word.upperBound
    return
      (word.lowerBound == range.lowerBound && before >= context.lowerBound
      && Self.mayJoin(text[before]) && Self.mayJoin(text[before + 1]))
      || (after == range.upperBound && after < context.upperBound && Self.mayJoin(text[after])
        && Self.mayJoin(text[after - 1]))
  }

  /// Whether letters may join with a unit, or through it; no character of ASCII is of such a
  /// joining type.
  private static func mayJoin(_ unit: UInt16) -> Bool { unit < 0x20 || unit > 0x7E }

  /// The number under which words of the plan are cached, between spaces or alone.
  private func key(isPadded: Bool) -> UInt32 { plan.serial << 1 | (isPadded ? 0 : 1) }

  private func shape(
    _ units: UnsafeBufferPointer<UInt16>, in words: WordCache, isPadded: Bool
  ) -> WordCache.Word {
    let padding = isPadded ? 1 : 0
    let scratch = tools.scratch
    scratch.fill(units, padding: padding)
    scratch.glyphs.removeAll()
    tools.buffer.shape(
      HarfBuzzBuffer.Stretch(
        text: scratch.text, context: scratch.text.indices, range: scratch.text.indices,
        isParagraph: false),
      by: plan, into: scratch.glyphs)
    let word =
      padding == 0
      ? WordCache.Word(glyphs: UnsafeBufferPointer(scratch.glyphs.all), ties: [])
      : scratch.wordBetweenSpaces(triggers: plan.rules.triggers)
    words.insert(units, plan: key(isPadded: isPadded), glyphs: word.glyphs, ties: word.ties)
    return word
  }
}
