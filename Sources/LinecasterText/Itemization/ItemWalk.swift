/// What of an item decides whether a grapheme belongs to it, while the item is extended.
struct ItemWalk {
  private let text: AnalyzedText
  private let memo: FaceMemo
  private let faceIndex: Int
  private let script: ScriptCode
  private let level: UInt8
  /// The advance of spaces, where they come from another face.
  private let space: Int32?

  init(text: AnalyzedText, item: TextItem, memo: FaceMemo, faceIndex: Int) {
    self.text = text
    self.memo = memo
    self.faceIndex = faceIndex
    script = item.script
    level = item.level
    space = memo.foreignSpace(in: faceIndex)
  }

  /// The end of the grapheme at a unit where it belongs to the item; else the unit.
  @inline(__always)
  func step(_ unit: Int) -> Int {
    guard belongs(unit) else { return unit }
    if isSimple(unit) { return memo.face(of: text.units[unit]) == faceIndex ? unit + 1 : unit }
    return stepOverCluster(unit)
  }

  private func stepOverCluster(_ unit: Int) -> Int {
    guard text.properties[unit] & Self.control == 0 else { return unit }
    let end = text.graphemeEnd(after: unit)
    let cluster = FontCluster(text: text.units, range: unit..<end, properties: text.properties)
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
