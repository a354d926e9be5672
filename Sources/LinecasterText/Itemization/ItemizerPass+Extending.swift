import LinecasterFonts

extension ItemizerPass {
  /// Extends the last item over the graphemes that plainly belong to it; the unit after them.
  ///
  /// What is left to the general way is rare: new faces, scripts and levels, control codes, long
  /// graphemes.
  mutating func extendLast(from unit: Int) -> Int {
    var item = result.items[result.items.count - 1]
    let end = min(text.units.count, itemizer.styles[style].end, item.start + Self.itemLimit)
    let walk = ItemWalk(
      text: text, item: item, memo: itemizer.faces[style], faceIndex: faceIndex,
      mergesEastAsian: mergesEastAsian(item))
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
}

extension ScriptCode {
  /// Whether it is that of ideographs, kana or Bopomofo, which HarfBuzz shapes alike.
  var isEastAsian: Bool { Self.eastAsian[Int(rawValue)] }

  private static let eastAsian = tags.map {
    [0x4861_6E69, 0x4869_7261, 0x4B61_6E61, 0x426F_706F].contains($0)
  }

  fileprivate static let allEastAsian = (0...UInt8.max).map(ScriptCode.init)
    .filter(\.isEastAsian)
}
