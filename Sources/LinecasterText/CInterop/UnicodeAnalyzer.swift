internal import CUnicode

/// ICU's objects for one worker: a bidi object and two break iterators.
///
/// Not Sendable: it lives in a worker that one thread uses at a time.
final class UnicodeAnalyzer {
  private let bidi: OpaquePointer?
  private let lines: OpaquePointer?
  private let graphemes: OpaquePointer?

  init() {
    bidi = linecaster_bidi_open()
    lines = linecaster_line_breaker_open("")
    graphemes = linecaster_grapheme_breaker_open()
  }

  deinit {
    if let bidi { linecaster_bidi_close(bidi) }
    if let lines { linecaster_breaker_close(lines) }
    if let graphemes { linecaster_breaker_close(graphemes) }
  }

  /// Marks line opportunities; where ICU fails none is marked, and lines break between graphemes.
  func markLineBreaks(
    _ text: UnsafeBufferPointer<UInt16>, into boundaries: UnsafeMutableBufferPointer<UInt8>
  ) {
    guard let lines, !text.isEmpty else { return }
    _ = linecaster_mark_breaks(
      lines, text.baseAddress, Int32(text.count), boundaries.baseAddress,
      BoundaryFlags.softBreak.rawValue, BoundaryFlags.hardBreak.rawValue)
  }

  /// Marks the starts of extended grapheme clusters (UAX 29); where ICU fails, every unit.
  func markGraphemes(
    _ text: UnsafeBufferPointer<UInt16>, into boundaries: UnsafeMutableBufferPointer<UInt8>
  ) {
    let mark = BoundaryFlags.grapheme.rawValue
    boundaries[0] |= mark
    if let graphemes,
      linecaster_mark_breaks(
        graphemes, text.baseAddress, Int32(text.count), boundaries.baseAddress, mark, 0) == 0
    {
      return
    }
    for index in boundaries.indices { boundaries[index] |= mark }
  }

  /// The embedding level of each unit and the paragraphs; nil where ICU fails.
  func levels(
    _ text: UnsafeBufferPointer<UInt16>, direction: BaseDirection
  ) -> (levels: [UInt8], paragraphs: [BidiParagraph])? {
    guard let bidi, !text.isEmpty else { return nil }
    let base =
      switch direction {
      case .automatic: linecaster_direction_auto
      case .leftToRight: linecaster_direction_ltr
      case .rightToLeft: linecaster_direction_rtl
      }
    var count: Int32 = 0
    let levels = [UInt8](unsafeUninitializedCapacity: text.count) { buffer, filled in
      count = linecaster_bidi_levels(
        bidi, text.baseAddress, Int32(text.count), UInt8(base), buffer.baseAddress)
      filled = count < 0 ? 0 : text.count
    }
    guard count > 0 else { return nil }
    let paragraphs = (0..<count).map { index in
      var end: Int32 = 0
      var level: UInt8 = 0
      linecaster_bidi_paragraph(bidi, index, &end, &level)
      return BidiParagraph(end: Int(end), level: level)
    }
    return (levels, paragraphs)
  }

  /// Fills the script and the properties of each unit.
  static func classify(
    _ text: UnsafeBufferPointer<UInt16>, scripts: UnsafeMutableBufferPointer<UInt8>,
    properties: UnsafeMutableBufferPointer<UInt8>
  ) {
    linecaster_classify(
      text.baseAddress, Int32(text.count), scripts.baseAddress, properties.baseAddress)
  }
}

extension ScriptCode {
  /// Characters of no script of their own, such as digits and punctuation.
  static let common = ScriptCode(rawValue: linecaster_script_common)
  /// Marks that take the script of what they combine with.
  static let inherited = ScriptCode(rawValue: linecaster_script_inherited)

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
  static let space = CharacterProperties(rawValue: UInt8(linecaster_space))
  static let mark = CharacterProperties(rawValue: UInt8(linecaster_mark))
}
