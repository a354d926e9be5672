import LinecasterFonts

extension ItemizerPass {
  /// Extends the last item over the graphemes that plainly belong to it; the unit after them.
  ///
  /// What is left to the general way is rare: new faces, scripts and levels, control codes, long
  /// graphemes.
  mutating func extendLast(from unit: Int) -> Int {
    var item = result.items[result.items.count - 1]
    let end = min(text.count, itemizer.styles[style].end, item.start + Self.itemLimit)
    let walk = Walk(self, item, mergesEastAsian: mergesEastAsian(item))
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
    result.items[result.items.count - 1] = item
    return item.end
  }

  /// Whether an item's face has no rules for any East Asian script, so that the item may have all.
  private mutating func mergesEastAsian(_ item: TextItem) -> Bool {
    guard item.script.isEastAsian else { return false }
    if let known = plainness, known.face == faceIndex, known.style == style {
      return known.isPlain
    }
    let textStyle = itemizer.styles[style].style
    let face = itemizer.faces[style].faces[faceIndex]
    let isPlain = ScriptCode.allEastAsian.allSatisfy {
      itemizer.worker.plan(face, $0, isRightToLeft: item.isRightToLeft, textStyle).rules.isPlain
    }
    plainness = (faceIndex, style, isPlain)
    return isPlain
  }

  /// The last item's properties while it is extended.
  private struct Walk {
    let pass: ItemizerPass
    let memo: FaceMemo
    let item: TextItem
    let faceIndex: Int
    let mergesEastAsian: Bool

    init(_ pass: ItemizerPass, _ item: TextItem, mergesEastAsian: Bool) {
      self.mergesEastAsian = mergesEastAsian
      self.pass = pass
      self.item = item
      memo = pass.itemizer.faces[pass.style]
      faceIndex = pass.faceIndex
    }

    /// The end of the grapheme at a unit where it belongs to the item; else the unit.
    func step(_ unit: Int) -> Int {
      guard belongs(unit) else { return unit }
      if isSimple(unit) { return memo.face(of: pass.text[unit]) == faceIndex ? unit + 1 : unit }
      guard pass.properties[unit] & Self.control == 0 else { return unit }
      let end = pass.graphemeEnd(after: unit)
      let cluster = FontCluster(
        text: pass.text, range: unit..<end, properties: pass.properties)
      guard end - unit <= FaceMemo.clusterLimit, !cluster.isInvisible else { return unit }
      return memo.face(for: cluster) == faceIndex ? end : unit
    }

    /// Goes over spaces of another face, and the grapheme after them where it is of the item: the
    /// unit reached, and the advance of each space.
    ///
    /// Spaces come from the first face that has them, as in browsers. They show nothing, so their
    /// advance is all that matters, and words of one face stay one item. Spaces that would begin an
    /// item together with text of their own face do.
    func stepOverSpaces(_ unit: Int, before end: Int) -> (unit: Int, space: Int32)? {
      guard pass.text[unit] == 0x20, let space = memo.foreignSpace(in: faceIndex) else {
        return nil
      }
      var after = unit
      while after < end, pass.text[after] == 0x20, isSimple(after), belongs(after) { after += 1 }
      guard after > unit else { return nil }
      if after == pass.text.count || (after < end && !mayFollowSpaces(after)) {
        return (after, space)
      }
      guard after < end else { return nil }
      let next = step(after)
      return next > after ? (next, space) : nil
    }

    /// Whether spaces of the item's script and level, and the text at a unit, could be one item.
    private func mayFollowSpaces(_ unit: Int) -> Bool {
      belongs(unit) && pass.properties[unit] & Self.control == 0
    }

    private func belongs(_ unit: Int) -> Bool {
      (pass.scripts[unit] == item.script.rawValue || isMerged(pass.scripts[unit]))
        && pass.level(at: unit) == item.level && !pass.boundaries[unit].contains(.hardBreak)
    }

    /// Whether text of another script is shaped as that of the item: ideographs and kana of a face
    /// without rules for them.
    private func isMerged(_ script: UInt8) -> Bool {
      mergesEastAsian && ScriptCode(rawValue: script).isEastAsian
    }

    /// Whether a unit is a grapheme of its own that asks for no colour.
    private func isSimple(_ unit: Int) -> Bool {
      pass.properties[unit] & Self.special == 0 && pass.text[unit] & 0xF800 != 0xD800
        && (unit + 1 == pass.text.count || pass.boundaries[unit + 1].contains(.grapheme))
    }

    private static let control = CharacterProperties.control.rawValue
    private static let special =
      control | CharacterProperties.emojiPresentation.rawValue
      | CharacterProperties.ignorable.rawValue | CharacterProperties.mark.rawValue
  }
}

extension ScriptCode {
  /// Whether it is that of ideographs, kana or Bopomofo, which HarfBuzz shapes alike.
  fileprivate var isEastAsian: Bool { Self.eastAsian[Int(rawValue)] }

  private static let eastAsian = tags.map {
    [0x4861_6E69, 0x4869_7261, 0x4B61_6E61, 0x426F_706F].contains($0)
  }

  fileprivate static let allEastAsian = (0...UInt8.max).map(ScriptCode.init)
    .filter(\.isEastAsian)
}
