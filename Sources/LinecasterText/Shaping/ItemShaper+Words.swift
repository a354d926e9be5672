extension ItemShaper {
  /// A word and what it is tied to; without glyphs it has to be shaped where it stands.
  struct Found {
    var glyphs: UnsafeBufferPointer<ShapedGlyph>?
    var ties: WordCache.Ties
  }

  /// Finds the glyphs of a word, or shapes it between spaces and remembers it.
  func find(_ word: Range<Int>, in range: Range<Int>) -> Found {
    let unknown = Found(glyphs: nil, ties: padsWords ? .both : [])
    guard let words else { return unknown }
    let units = UnsafeBufferPointer(rebasing: text[word])
    if looksUpGlyphs, foreignSpace != nil || plan.rules.isPlain || word == range,
      let glyphs = inertGlyphs(of: units, word)
    {
      return Found(glyphs: glyphs, ties: [])
    }
    guard word.count <= WordCache.unitLimit, !isSeenFromOutside(word, in: range) else {
      return unknown
    }
    let key = plan.serial << 1 | (padsWords ? 0 : 1)
    let known = words.find(units, plan: key) ?? shape(units, in: words, key: key)
    return Found(glyphs: known.ties.isEmpty ? known.glyphs : nil, ties: known.ties)
  }

  /// The glyphs of a word that no rule touches; nil where one may.
  private func inertGlyphs(
    of units: UnsafeBufferPointer<UInt16>, _ word: Range<Int>
  ) -> UnsafeBufferPointer<ShapedGlyph>? {
    let glyphs = tools.scratch.glyphs
    glyphs.removeAll()
    guard let inert = plan.inert,
      inert.append(units, boundaries + word.lowerBound, to: glyphs)
    else { return nil }
    return UnsafeBufferPointer(glyphs.all)
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

  private func shape(
    _ units: UnsafeBufferPointer<UInt16>, in words: WordCache, key: UInt32
  ) -> WordCache.Word {
    let padding = padsWords ? 1 : 0
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
    words.insert(units, plan: key, glyphs: word.glyphs, ties: word.ties)
    return word
  }
}
