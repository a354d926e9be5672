import LinecasterBase

/// Divides Japanese text into phrases (words with their particles), with a model that scores the
/// three characters on each side of a place.
struct PhraseBreaker {
  private let text: UnsafeBufferPointer<UInt16>
  /// The last divided range, and whether a phrase starts at each of its units.
  private var range = 0..<0
  private var starts: [Bool] = []

  /// The maximum number of units divided at once, because dividing cannot be cancelled; a phrase
  /// ends there.
  private static let longestStretch = 4_096

  init(_ text: UnsafeBufferPointer<UInt16>) { self.text = text }

  /// Whether a phrase starts at a place before a Japanese letter that follows another one or, for
  /// example in `6月`, any letter or digit; `nil` at other places.
  ///
  /// - Complexity: O(letters of the stretch) if places are requested in ascending order.
  mutating func startsPhrase(at place: Int) -> Bool? {
    guard place > 0, isLetter(place) else { return nil }
    guard isLetter(place - 1) else { return isAnyLetter(before: place) ? false : nil }
    if !range.contains(place) { divide(around: place) }
    return starts[place - range.lowerBound]
  }

  /// Whether a unit belongs to a Japanese letter: kana or an ideograph.
  private func isLetter(_ unit: Int) -> Bool {
    guard let value = text.scalarValue(at: unit) ?? text.scalarValue(at: unit - 1) else {
      return false
    }
    return switch UnicodeAnalyzer.script(of: value) {
    case .han, .hiragana, .katakana: true
    default: false
    }
  }

  /// Whether a letter or digit of any script ends before a place.
  private func isAnyLetter(before place: Int) -> Bool {
    guard let value = text.scalarValue(at: place - 1) ?? text.scalarValue(at: place - 2) else {
      return false
    }
    return UnicodeAnalyzer.isLetterOrNumber(value)
  }

  private mutating func divide(around place: Int) {
    var start = place
    if start != range.upperBound {
      while start > 0, isLetter(start - 1) { start -= 1 }
    }
    var end = stretchEnd(from: start)
    while end <= place {
      start = end
      end = stretchEnd(from: start)
    }
    range = start..<end
    divide()
  }

  private func stretchEnd(from start: Int) -> Int {
    let last = min(text.count, start + Self.longestStretch)
    var end = start + 1
    while end < last, isLetter(end) { end += 1 }
    // Surrogate pairs are not split.
    return end < text.count && text.scalarValue(at: end) == nil ? end - 1 : end
  }

  /// Finds the phrases of the range.
  private mutating func divide() {
    starts = [Bool](repeating: false, count: range.count)
    // The model does not know characters outside the range or of two units.
    var letters: [UInt16] = [0, 0, 0]
    var places: [Int] = []
    for unit in range {
      guard let value = text.scalarValue(at: unit) else { continue }
      letters.append(UInt16(exactly: value) ?? 0)
      places.append(unit - range.lowerBound)
    }
    letters += [0, 0, 0]
    starts[0] = true
    for (index, place) in places.enumerated().dropFirst() {
      starts[place] = Self.score(letters[index..<index + 6]) > PhraseWeights.threshold
    }
  }

  /// The sum of the weights of the characters around a place.
  private static func score(_ letters: ArraySlice<UInt16>) -> Int {
    let first = letters.startIndex
    var sum = 0
    var list = 0
    for (length, firsts) in [(1, 0...5), (2, 1...3), (3, 0...3)] {
      for offset in firsts {
        let start = first + offset
        sum += weights[Feature(list, letters[start..<start + length])] ?? 0
        list += 1
      }
    }
    return sum
  }

  /// A sequence of characters at a position.
  private struct Feature: Hashable {
    private let bits: UInt64

    init(_ list: Int, _ letters: some Sequence<UInt16>) {
      bits = letters.reduce(UInt64(list)) { $0 << 16 | UInt64($1) }
    }
  }

  private static let weights: [Feature: Int] = {
    var weights: [Feature: Int] = [:]
    for (list, words) in PhraseWeights.lists.enumerated() {
      for word in words.split(whereSeparator: \.isWhitespace) {
        let letters = word.utf16.prefix { $0 > 0x7F }
        guard let weight = Int(word.dropFirst(letters.count)) else { continue }
        weights[Feature(list, letters)] = weight
      }
    }
    return weights
  }()
}
