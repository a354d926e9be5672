extension ScriptCode {
  /// Whether it is that of ideographs, kana or Bopomofo, which stand in one word and in one item.
  var isEastAsian: Bool { Self.areEastAsian[Int(rawValue)] }

  /// Whether text of both scripts may be in one item.
  @inline(__always)
  func shares(itemsOf other: ScriptCode) -> Bool {
    self == other || (isEastAsian && other.isEastAsian)
  }

  /// The East Asian scripts as they are after `ScriptResolver`.
  static let eastAsianScripts: [ScriptCode] = [han, hiragana, bopomofo]

  private static let areEastAsian = (0...UInt8.max).map {
    eastAsianScripts.contains(ScriptCode(rawValue: $0))
  }
}
