import LinecasterBase

/// Text normalized for an input: line terminators are converted and the length is limited.
struct InputText {
  private(set) var units: [UInt16] = []
  /// Whether the text was truncated.
  private(set) var isCut = false

  /// Reads a text up to the available room.
  ///
  /// - Complexity: O(units that fit).
  init(_ text: String, kind: TextInput.Kind, room: Int) {
    let room = max(0, room)
    let terminator: UInt16 = kind == .area ? 0x0A : 0x20
    units.reserveCapacity(min(text.utf8.count, room + 2))
    var last: UInt16 = 0
    for unit in text.utf16 {
      defer { last = unit }
      if unit == 0x0A, last == 0x0D { continue }
      // One more unit shows whether the last grapheme continues; a surrogate pair needs two.
      guard units.count < room + 2 else { break }
      let isReplaced = kind == .area ? unit == 0x0D : LineTerminator.isOne(unit)
      units.append(isReplaced ? terminator : unit)
    }
    guard units.count > room else { return }
    isCut = true
    units.removeSubrange(GraphemeFinder(units).boundary(upTo: room)...)
  }
}

extension String {
  /// Decodes UTF-16 units; unpaired surrogates become U+FFFD. It is many times faster than the
  /// generic decoding of the standard library.
  ///
  /// - Complexity: O(units), in two passes.
  init(units: ArraySlice<UInt16>) {
    self = units.withUnsafeBufferPointer { units in
      let count = units.reduce(0) { $0 + ($1 < 0x80 ? 1 : $1 < 0x800 ? 2 : 3) }
      return String(unsafeUninitializedCapacity: count) { bytes in
        var (end, next) = (0, 0)
        while next < units.count {
          let unit = units[next]
          next += 1
          if unit < 0x80 {
            bytes[end] = UInt8(truncatingIfNeeded: unit)
            end += 1
            continue
          }
          var value = UInt32(unit)
          if UTF16.isSurrogate(unit) {
            value = 0xFFFD
            if UTF16.isLeadSurrogate(unit), next < units.count,
              UTF16.isTrailSurrogate(units[next])
            {
              value = 0x1_0000 + (UInt32(unit) & 0x3FF) << 10 + UInt32(units[next]) & 0x3FF
              next += 1
            }
          }
          end += Self.write(value, to: bytes, at: end)
        }
        return end
      }
    }
  }

  /// Writes a non-ASCII character in UTF-8 and returns the number of bytes.
  private static func write(
    _ value: UInt32, to bytes: UnsafeMutableBufferPointer<UInt8>, at start: Int
  ) -> Int {
    let count = value < 0x800 ? 2 : value < 0x1_0000 ? 3 : 4
    var rest = value
    for place in stride(from: start + count - 1, to: start, by: -1) {
      bytes[place] = 0x80 | UInt8(truncatingIfNeeded: rest & 0x3F)
      rest >>= 6
    }
    let mark: UInt8 = count == 2 ? 0xC0 : count == 3 ? 0xE0 : 0xF0
    bytes[start] = mark | UInt8(truncatingIfNeeded: rest)
    return count
  }
}

/// Finds graphemes and words (UAX 29) around positions of a text, examining nearby text only.
///
/// - Complexity: O(units to the next two letters that never join) for each query: a few in most
///   texts, all in a text of only marks or flags.
struct GraphemeFinder {
  private let units: [UInt16]

  init(_ units: [UInt16]) {
    self.units = units
  }

  /// Returns the boundary at an offset, or the next one; offsets out of range are clamped.
  func boundary(from offset: Int) -> Int {
    let offset = min(max(0, offset), units.count)
    guard !isSafe(offset) else { return offset }
    return boundaries(around: offset).first { $0 >= offset } ?? units.count
  }

  /// Returns the boundary at an offset, or the previous one; offsets out of range are clamped.
  func boundary(upTo offset: Int) -> Int {
    let offset = min(max(0, offset), units.count)
    guard !isSafe(offset) else { return offset }
    return boundaries(around: offset).last { $0 <= offset } ?? 0
  }

  /// Returns the next boundary after an offset; the end at the end.
  func boundary(after offset: Int) -> Int {
    boundary(from: min(max(0, offset), units.count - 1) + 1)
  }

  /// Returns the previous boundary before an offset; 0 at the start.
  func boundary(before offset: Int) -> Int {
    boundary(upTo: max(0, min(offset, units.count) - 1))
  }

  /// Returns the range extended to whole graphemes.
  func whole(_ range: Range<Int>) -> Range<Int> {
    let start = boundary(upTo: range.lowerBound)
    return start..<max(start, boundary(from: range.upperBound))
  }

  /// All boundaries, including both ends.
  ///
  /// - Complexity: O(units).
  var all: [Int] { boundaries(in: 0..<units.count) }

  /// Returns the boundaries in the range around an offset between two safe offsets.
  private func boundaries(around offset: Int) -> [Int] {
    var start = offset
    while !isSafe(start) { start -= 1 }
    var end = offset
    while !isSafe(end) { end += 1 }
    return boundaries(in: start..<end)
  }

  private func boundaries(in range: Range<Int>) -> [Int] {
    guard !range.isEmpty else { return [range.lowerBound] }
    var flags = [UInt8](repeating: 0, count: range.count + 1)
    var scripts = [UInt8](repeating: 0, count: range.count)
    var properties = scripts
    units.withUnsafeBufferPointer { units in
      flags.withUnsafeMutableBufferPointer { flags in
        scripts.withUnsafeMutableBufferPointer { scripts in
          properties.withUnsafeMutableBufferPointer { properties in
            _ = WorkScope.finish { scope throws(CancellationError) in
              try UnicodeAnalyzer.analyze(
                UnsafeBufferPointer(rebasing: units[range]), hangsSpaces: false, scripts: scripts,
                properties: properties, boundaries: flags, scope)
            }
          }
        }
      }
    }
    var found = [range.lowerBound]
    for (index, flag) in flags.enumerated().dropFirst()
    where flag & BoundaryFlags.grapheme.rawValue != 0 || index == range.count {
      found.append(range.lowerBound + index)
    }
    return found
  }

  /// Whether there is a boundary regardless of more distant text: at the ends, beside a line feed,
  /// and between two characters that neither extend others nor are extended by letters.
  func isSafe(_ offset: Int) -> Bool {
    guard offset > 0, offset < units.count else { return true }
    let (before, after) = (units[offset - 1], units[offset])
    if before == 0x0A || (after == 0x0A && before != 0x0D) { return true }
    guard Self.isPlain(after) || Self.isPlainPlane(after) else { return false }
    if Self.isPlain(before) { return true }
    return offset > 1 && UTF16.isTrailSurrogate(before) && Self.isPlainPlane(units[offset - 2])
  }

  /// Whether a unit is the lead surrogate of plain characters: pictographs, without flags and skin
  /// tones, which have other lead surrogates, and ideographs.
  private static func isPlainPlane(_ unit: UInt16) -> Bool {
    switch unit {
    case 0xD83D, 0xD83E, 0xD840...0xD87F: true
    default: false
    }
  }

  /// Whether a unit is a character that never joins a grapheme with another such character: of
  /// Grapheme_Cluster_Break class Other, or a Hangul syllable.
  private static func isPlain(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x20...0x7E, 0xA0...0xA8, 0xAA...0xAC, 0xAF...0x2FF: true
    case 0x370...0x482, 0x48A...0x52F, 0x5D0...0x5EA, 0x620...0x64A, 0x671...0x6D5: true
    case 0x904...0x939, 0x985...0x9B9, 0xA05...0xA39, 0xA85...0xAB9, 0xB05...0xB39: true
    case 0xB85...0xBB9, 0xC05...0xC39, 0xC85...0xCB9, 0xD05...0xD3A, 0xE01...0xE30: true
    case 0xE40...0xE46, 0x10A0...0x10FF, 0x1E00...0x1FFF, 0x2010...0x2027: true
    case 0x3000...0x3029, 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF: true
    case 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60: true
    default: false
    }
  }
}

/// Words (UAX 29), and lines between terminators.
extension GraphemeFinder {
  /// Returns the word, run of spaces or punctuation mark at a unit, as whole graphemes.
  private func word(containing unit: Int, by analyzer: UnicodeAnalyzer) -> PreparedParagraph.Word {
    let found = units.withUnsafeBufferPointer { analyzer.word($0, containing: unit) }
    guard let found else {
      return PreparedParagraph.Word(units: whole(unit..<unit + 1), hasLetters: true)
    }
    return PreparedParagraph.Word(units: whole(found.units), hasLetters: found.hasLetters)
  }

  /// Returns the word at an offset; the last one at the end of the text.
  func word(at offset: Int) -> Range<Int> {
    guard !units.isEmpty else { return 0..<0 }
    let unit = min(max(0, offset), units.count - 1)
    return word(containing: unit, by: UnicodeAnalyzer()).units
  }

  /// Returns the end of the next word with letters after an offset, or of the text.
  func wordEnd(after offset: Int) -> Int {
    let analyzer = UnicodeAnalyzer()
    var unit = min(max(0, offset), units.count)
    while unit < units.count {
      let word = word(containing: unit, by: analyzer)
      unit = max(word.units.upperBound, unit + 1)
      if word.hasLetters { break }
    }
    return boundary(from: unit)
  }

  /// Returns the start of the previous word with letters before an offset, or of the text.
  func wordStart(before offset: Int) -> Int {
    let analyzer = UnicodeAnalyzer()
    var unit = min(max(0, offset), units.count)
    while unit > 0 {
      let word = word(containing: unit - 1, by: analyzer)
      unit = min(word.units.lowerBound, unit - 1)
      if word.hasLetters { break }
    }
    return boundary(upTo: unit)
  }

  /// Returns the line between terminators at an offset, without its own terminator.
  func line(at offset: Int) -> Range<Int> {
    let offset = min(max(0, offset), units.count)
    var start = offset
    while start > 0, !LineTerminator.isOne(units[start - 1]) { start -= 1 }
    var end = offset
    while end < units.count, !LineTerminator.isOne(units[end]) { end += 1 }
    return start..<end
  }
}

extension TextInput {
  var finder: GraphemeFinder { GraphemeFinder(units) }
}

extension TextInput {
  /// Returns the change from the shown text to that of another input of the same kind, as the
  /// replaced UTF-16 offsets and their new text; `nil` if both are equal.
  ///
  /// - Complexity: O(units), as fast as memory is compared.
  func shownChange(to other: TextInput) -> (range: Range<Int>, text: String)? {
    guard kind != .password else {
      return Self.change(from: shownUnits, to: other.shownUnits, isSameEnd: true)
    }
    let (isEnded, isOtherEnded) = (units.endInTerminator, other.units.endInTerminator)
    guard
      var change = Self.change(from: units, to: other.units, isSameEnd: isEnded == isOtherEnded)
    else { return nil }
    // A terminator that is only shown follows the last one.
    if isEnded != isOtherEnded {
      if isEnded { change.range = change.range.lowerBound..<units.count + 1 }
      if isOtherEnded { change.text += "\n" }
    }
    return change
  }

  /// Returns the change from one text to another; up to the end if that is not the same.
  private static func change(
    from old: [UInt16], to new: [UInt16], isSameEnd: Bool
  ) -> (range: Range<Int>, text: String)? {
    var start = old.prefix(new.count).commonCount(with: new.prefix(old.count))
    guard start < max(old.count, new.count) else { return nil }
    let rest = isSameEnd ? min(old.count, new.count) - start : 0
    var common = old.suffix(rest).commonCountAtEnd(with: new.suffix(rest))
    // A pair of surrogates is replaced as a whole.
    if start > 0, UTF16.isLeadSurrogate(old[start - 1]) { start -= 1 }
    if common > 0, UTF16.isTrailSurrogate(old[old.count - common]) { common -= 1 }
    return (
      start..<old.count - common, String(units: new[start..<max(start, new.count - common)])
    )
  }
}

extension [UInt16] {
  /// Whether the last unit ends a line.
  var endInTerminator: Bool { last.map(LineTerminator.isOne) ?? false }
}
