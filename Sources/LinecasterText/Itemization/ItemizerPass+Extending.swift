import LinecasterFonts

extension ItemizerPass {
  /// Extends the last item over the graphemes that plainly belong to it; the unit after them.
  ///
  /// What is left to the general way is rare: new faces, scripts and levels, control codes, long
  /// graphemes.
  func extend(_ last: TextItem, from unit: Int) -> Int {
    var item = last
    let end = min(text.units.count, itemizer.styles[style].end, item.start + Self.itemLimit)
    let walk = ItemWalk(
      text: text, item: item, memo: itemizer.faces[style], faceIndex: faceIndex)
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
