internal import CUnicode
import LinecasterBase

/// The ICU objects of one worker: a bidi object and break iterators.
///
/// Not Sendable: it belongs to a worker that one thread uses at a time.
package final class UnicodeAnalyzer {
  private let bidi: OpaquePointer?
  /// One line break iterator for each set of rules, opened on demand.
  private var lines = [OpaquePointer?](repeating: nil, count: LineRules.allCases.count)

  /// The word break iterator, opened on demand.
  private var words: OpaquePointer?

  init() {
    bidi = linecaster_bidi_open()
  }

  deinit {
    if let bidi { linecaster_bidi_close(bidi) }
    for case let breaker? in lines + [words] { linecaster_breaker_close(breaker) }
  }

  /// Marks the line opportunities of a set of rules as offered, including the end of the text.
  ///
  /// If ICU fails, nothing is marked and lines break between graphemes.
  ///
  /// - Parameter boundaries: The flags, starting at the text's first unit.
  func offerLineBreaks(
    _ text: UnsafeBufferPointer<UInt16>, by rules: LineRules,
    into boundaries: UnsafeMutablePointer<UInt8>
  ) {
    guard let breaker = breaker(for: rules), !text.isEmpty else { return }
    _ = linecaster_mark_breaks(
      breaker, text.baseAddress, Int32(text.count), boundaries, BoundaryFlags.offered.rawValue)
  }

  private func breaker(for rules: LineRules) -> OpaquePointer? {
    if let open = lines[rules.rawValue] { return open }
    let opened = linecaster_line_breaker_open(rules.locale)
    lines[rules.rawValue] = opened
    return opened
  }

  /// The word around a unit of a text (UAX 29); `nil` if ICU fails.
  func word(
    _ text: UnsafeBufferPointer<UInt16>, containing unit: Int
  ) -> (units: Range<Int>, hasLetters: Bool)? {
    words = words ?? linecaster_word_breaker_open()
    guard let words, text.indices.contains(unit) else { return nil }
    var start: Int32 = 0
    var end: Int32 = 0
    let kind = linecaster_word_at(
      words, text.baseAddress, Int32(clamping: text.count), Int32(clamping: unit), &start, &end)
    guard kind >= 0, start <= unit, unit < end else { return nil }
    return (Int(start)..<Int(end), kind > 0)
  }

  /// Fills the embedding level of each unit and returns the paragraphs; `nil` if ICU fails.
  func findLevels(
    _ text: UnsafeBufferPointer<UInt16>, direction: BaseDirection,
    into levels: UnsafeMutableBufferPointer<UInt8>
  ) -> [BidiParagraph]? {
    guard let bidi, !text.isEmpty else { return nil }
    let base =
      switch direction {
      case .automatic: linecaster_direction_auto
      case .leftToRight: linecaster_direction_ltr
      case .rightToLeft: linecaster_direction_rtl
      }
    var paragraphs: [BidiParagraph] = []
    var start = 0
    while start < text.count {
      let end = ParagraphSeparator.end(from: start, in: text)
      let level = linecaster_bidi_levels(
        bidi, text.baseAddress.map { $0 + start }, Int32(clamping: end - start), UInt8(base),
        levels.baseAddress.map { $0 + start })
      guard level >= 0 else { return nil }
      paragraphs.append(BidiParagraph(end: end, level: UInt8(clamping: level)))
      start = end
    }
    return paragraphs
  }

  /// The embedding levels that the characters of a text allow.
  enum Levels {
    /// All are 0 unless the base direction is right to left.
    case even
    /// All are 1, in one paragraph, unless the base direction is left to right.
    case odd
    /// The bidirectional algorithm must find them.
    case mixed
  }

  /// Fills the script and properties of each unit, and marks in `boundaries` the extended grapheme
  /// clusters (UAX 29), spaces, control codes and ends of paragraphs.
  static func analyze(
    _ text: UnsafeBufferPointer<UInt16>, hangsSpaces: Bool,
    scripts: UnsafeMutableBufferPointer<UInt8>, properties: UnsafeMutableBufferPointer<UInt8>,
    boundaries: UnsafeMutableBufferPointer<UInt8>, _ scope: WorkScope
  ) throws(CancellationError) -> Levels {
    let lineEnd: BoundaryFlags = [.hardBreak, .softBreak]
    let marks = linecaster_marks(
      grapheme: BoundaryFlags.grapheme.rawValue, space: BoundaryFlags.space.rawValue,
      control: BoundaryFlags.control.rawValue, line_end: lineEnd.rawValue,
      hangs: hangsSpaces ? 1 : 0)
    var walk = linecaster_walk()
    try scope.forEachPiece(of: text.indices, steps: 5) { piece in
      linecaster_analyze(
        &walk, text.baseAddress, Int32(clamping: text.count), Int32(clamping: piece.upperBound),
        marks, scripts.baseAddress, properties.baseAddress, boundaries.baseAddress)
    }
    return switch Int(linecaster_levels_of(&walk)) {
    case linecaster_levels_even: .even
    case linecaster_levels_odd: .odd
    default: .mixed
    }
  }

  /// The UTF-16 units of a string from a byte on, where a character begins.
  ///
  /// - Parameter count: The number of units.
  static func units(
    of string: String, fromUTF8 start: Int = 0, count: Int, _ scope: WorkScope
  ) throws(CancellationError) -> [UInt16] {
    var string = string
    var failure: CancellationError?
    let filled = string.withUTF8 { bytes in
      do throws(CancellationError) {
        return try units(
          of: UnsafeBufferPointer(rebasing: bytes[start...]), count: count, scope)
      } catch {
        failure = error
        return []
      }
    }
    if let failure { throw failure }
    return filled
  }

  private static func units(
    of bytes: UnsafeBufferPointer<UInt8>, count: Int, _ scope: WorkScope
  ) throws(CancellationError) -> [UInt16] {
    let byteCount = bytes.count
    return try [UInt16](filling: count) { units throws(CancellationError) in
      guard let bytes = bytes.baseAddress else { return }
      var start = 0
      var filled = 0
      try scope.forEachPiece(of: 0..<byteCount, steps: 1) { piece in
        var end = piece.upperBound
        // A character belongs to the piece in which it ends.
        while end > start, end < byteCount, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        filled += Int(
          linecaster_utf16(
            bytes + start, Int32(clamping: end - start), units.baseAddress.map { $0 + filled },
            Int32(clamping: count - filled)))
        start = end
      }
    }
  }

  /// Whether a character is a letter or a number of any kind (general categories L and N).
  static func isLetterOrNumber(_ value: UInt32) -> Bool {
    linecaster_is_letter_or_number(value) != 0
  }

  /// Whether a character stands upright in vertical text (UAX 50: all but class R).
  static func isUpright(_ value: UInt32) -> Bool { linecaster_is_upright(value) != 0 }

  /// Whether a letter joins the one before it but not the one after it (joining type R).
  static func endsJoin(_ value: UInt32) -> Bool { linecaster_ends_join(value) != 0 }

  /// Whether a character is wide, fullwidth or halfwidth (UAX 11).
  static func isEastAsian(_ value: UInt32) -> Bool { linecaster_is_east_asian(value) != 0 }
}

extension UnicodeAnalyzer {
  /// Sets the lowest bit of each place after the first where a word starts or ends (UAX 29). The
  /// buffer has one place more than the text has units.
  func markWords(_ text: UnsafeBufferPointer<UInt16>, into places: UnsafeMutablePointer<UInt8>) {
    words = words ?? linecaster_word_breaker_open()
    guard let words, !text.isEmpty else { return }
    _ = linecaster_mark_breaks(words, text.baseAddress, Int32(clamping: text.count), places, 1)
  }

  /// Returns the ends of the sentences of a text (UAX 29), in UTF-16 units; the last one is the end
  /// of the text, and the only one if ICU fails.
  ///
  /// - Complexity: O(units).
  package static func sentenceEnds(in text: [UInt16]) -> [Int] {
    guard !text.isEmpty else { return [] }
    var places = [UInt8](repeating: 0, count: text.count + 1)
    if let breaker = linecaster_sentence_breaker_open() {
      _ = linecaster_mark_breaks(breaker, text, Int32(clamping: text.count), &places, 1)
      linecaster_breaker_close(breaker)
    }
    places[text.count] = 1
    return places.indices.filter { places[$0] != 0 }
  }

  /// The case to map all letters to.
  enum LetterCase {
    case upper, lower
  }

  /// A case-mapped text.
  struct MappedText {
    var units: [UInt16]
    /// The number of mapped units for each source unit.
    var lengths: [UInt8]
  }

  /// Maps the case of a text by the rules of a language, a BCP 47 tag; `nil` if ICU fails.
  ///
  /// - Complexity: O(units).
  static func map(
    _ text: [UInt16], to letterCase: LetterCase, language: String
  ) -> MappedText? {
    var mapped = MappedText(units: [], lengths: Array(repeating: 1, count: text.count))
    guard !text.isEmpty else { return mapped }
    let mapping = Int32(letterCase == .upper ? linecaster_case_upper : linecaster_case_lower)
    // No character of one unit becomes more than three.
    let capacity = 3 * text.count
    var hasFailed = false
    mapped.units = Array(unsafeUninitializedCapacity: capacity) { units, count in
      let written = linecaster_map_case(
        mapping, language, text, Int32(clamping: text.count), units.baseAddress,
        Int32(clamping: capacity), &mapped.lengths)
      hasFailed = written < 0
      count = Int(max(0, written))
    }
    return hasFailed ? nil : mapped
  }

  /// The title case of a character, if it is a single character.
  static func titleCase(of value: UInt32) -> UInt32 { linecaster_title_case(value) }

  /// The lower case of a character, if it is a single character.
  static func lowerCase(of value: UInt32) -> UInt32 { linecaster_lower_case(value) }

  /// Whether a language keeps the dot of a capital `i` (Turkish and Azerbaijani); takes a BCP 47
  /// tag.
  static func keepsDots(_ language: String) -> Bool {
    let first = language.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    return ["tr", "az"].contains(String(Substring(first)).lowercased())
  }

  /// Whether a character is a combining mark (general category M).
  static func isMark(_ value: UInt32) -> Bool { linecaster_is_mark(value) != 0 }

  /// Whether a character makes the letter after it stand below or behind the one before it
  /// (Indic_Syllabic_Category=Invisible_Stacker), as U+17D2 does in Khmer.
  static func isStacker(_ value: UInt32) -> Bool { linecaster_is_stacker(value) != 0 }

  /// The unresolved script of a character.
  static func script(of value: UInt32) -> ScriptCode {
    ScriptCode(rawValue: linecaster_script_of(value))
  }

  /// Whether a character is a letter (general category L).
  static func isLetter(_ value: UInt32) -> Bool { linecaster_is_letter(value) != 0 }

  /// The characters of an 8-bit character set, with U+FFFD for undefined bytes; `nil` if ICU does
  /// not know the set, or it is not 8-bit.
  static func characters(ofSet name: String) -> [UInt16]? {
    var characters = [UInt16](repeating: 0xFFFD, count: 256)
    return linecaster_charset(name, &characters) == 0 ? characters : nil
  }
}

extension LineClass {
  static let ambiguous = LineClass(rawValue: UInt8(linecaster_lb_ai))
  static let alphabetic = LineClass(rawValue: UInt8(linecaster_lb_al))
  static let breakAfter = LineClass(rawValue: UInt8(linecaster_lb_ba))
  static let closing = LineClass(rawValue: UInt8(linecaster_lb_cl))
  static let closingParenthesis = LineClass(rawValue: UInt8(linecaster_lb_cp))
  static let combiningMark = LineClass(rawValue: UInt8(linecaster_lb_cm))
  static let complexContext = LineClass(rawValue: UInt8(linecaster_lb_sa))
  static let exclamation = LineClass(rawValue: UInt8(linecaster_lb_ex))
  static let hebrewLetter = LineClass(rawValue: UInt8(linecaster_lb_hl))
  static let hyphen = LineClass(rawValue: UInt8(linecaster_lb_hy))
  static let ideograph = LineClass(rawValue: UInt8(linecaster_lb_id))
  static let infix = LineClass(rawValue: UInt8(linecaster_lb_is))
  static let numeric = LineClass(rawValue: UInt8(linecaster_lb_nu))
  static let opening = LineClass(rawValue: UInt8(linecaster_lb_op))
  static let postfix = LineClass(rawValue: UInt8(linecaster_lb_po))
  static let prefix = LineClass(rawValue: UInt8(linecaster_lb_pr))
  static let symbol = LineClass(rawValue: UInt8(linecaster_lb_sy))

  /// The class of a character.
  init(of value: UInt32) {
    self.init(rawValue: linecaster_line_class(value))
  }
}

extension ScriptCode {
  /// Characters without a script of their own, for example digits and punctuation.
  static let common = ScriptCode(rawValue: linecaster_script_common)
  /// Marks that inherit the script of their base.
  static let inherited = ScriptCode(rawValue: linecaster_script_inherited)
  static let han = ScriptCode(rawValue: linecaster_script_han)
  static let bopomofo = ScriptCode(rawValue: linecaster_script_bopomofo)
  static let hiragana = ScriptCode(rawValue: linecaster_script_hiragana)
  static let katakana = ScriptCode(rawValue: linecaster_script_katakana)

  /// The ISO 15924 tag as a big-endian number of four letters.
  static let tags: [UInt32] = (0...255).map { linecaster_script_tag(UInt8($0)) }

  /// The ISO 15924 tag of this script.
  var tag: UInt32 { Self.tags[Int(rawValue)] }
}

extension CharacterProperties {
  static let emoji = CharacterProperties(rawValue: UInt8(linecaster_emoji))
  static let emojiPresentation = CharacterProperties(
    rawValue: UInt8(linecaster_emoji_presentation))
  static let ignorable = CharacterProperties(
    rawValue: UInt8(linecaster_default_ignorable))
  static let control = CharacterProperties(rawValue: UInt8(linecaster_control))
  static let mark = CharacterProperties(rawValue: UInt8(linecaster_mark))
}
