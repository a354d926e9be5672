/// What `word-break` says over the ordinary rules (CSS Text 3 §5.2).
struct WordBreakRule {
  /// What it says of a place where it has something to say.
  enum Verdict {
    case `break`
    case keep
  }

  private let text: UnsafeBufferPointer<UInt16>
  private let breaksAll: Bool

  /// The rule of a paragraph; nil where words are broken as usual.
  init?(_ wordBreak: WordBreak, _ text: UnsafeBufferPointer<UInt16>) {
    guard wordBreak != .normal else { return nil }
    self.text = text
    breaksAll = wordBreak == .breakAll
  }

  /// What it says of a break before a unit.
  func verdict(at place: Int) -> Verdict? {
    guard let next = text.scalarValue(at: place) else { return .keep }
    return breaksAll ? breakAll(place, next) : keepAll(place, next)
  }

  /// Letters and digits part as ideographs do, punctuation stays with them.
  private func breakAll(_ place: Int, _ next: UInt32) -> Verdict? {
    let nextClass = next == 0x2B ? .alphabetic : LineClass(of: next)
    guard nextClass != .combiningMark, let last = base(before: place) else { return nil }
    // A vertical bar is the only character of its class that ideographs would part from.
    if nextClass == .breakAfter && next != 0x7C { return nil }
    let lastClass = last == 0x2B ? .alphabetic : LineClass(of: last)
    return lastClass.breakAllFollowers.contains(nextClass) ? .break : nil
  }

  /// Letters and numbers of all scripts stay together, but for those that dictionaries break.
  private func keepAll(_ place: Int, _ next: UInt32) -> Verdict? {
    // A mark may be a letter too (U+3035), and would look back over all marks before it.
    let isMark = LineClass(of: next) == .combiningMark
    guard !isMark, isKept(next), let last = base(before: place), isKept(last) else { return nil }
    return .keep
  }

  private func isKept(_ value: UInt32) -> Bool {
    UnicodeAnalyzer.isLetterOrNumber(value) && LineClass(of: value) != .complexContext
  }

  /// The character before a place, marks passed over.
  private func base(before place: Int) -> UInt32? {
    var unit = place - 1
    while unit >= 0 {
      if let value = text.scalarValue(at: unit), LineClass(of: value) != .combiningMark {
        return value
      }
      unit -= 1
    }
    return nil
  }
}

extension UnsafeBufferPointer<UInt16> {
  /// The value of the character that starts at a unit; nil for the second half of a pair.
  func scalarValue(at unit: Int) -> UInt32? {
    let value = UInt32(self[unit])
    if value & 0xF800 != 0xD800 { return value }
    if value < 0xDC00 {
      guard unit + 1 < count, self[unit + 1] & 0xFC00 == 0xDC00 else { return value }
      return 0x10000 + (value - 0xD800) << 10 + (UInt32(self[unit + 1]) - 0xDC00)
    }
    return unit > 0 && self[unit - 1] & 0xFC00 == 0xD800 ? nil : value
  }
}
