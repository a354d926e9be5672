import LinecasterBase
import LinecasterFonts

/// The room between ideographs and letters, and the trimming of adjacent wide punctuation (CSS Text
/// 4 §8.3 and §8.4).
///
/// Both depend only on adjacent characters, so a line that begins or ends between them is reshaped.
struct IdeographSpacing {
  private let text: UnsafeBufferPointer<UInt16>
  private let style: ParagraphStyle
  /// The room between ideographs and letters, in font units.
  private let gap: Int
  private let plan: ShapingPlan
  private let tools: ShapingTools
  private let context: SpacingContext

  /// Creates the spacing for text of a plan; `nil` if the paragraph needs none.
  init?(
    _ text: UnsafeBufferPointer<UInt16>, _ style: ParagraphStyle, _ context: SpacingContext,
    by plan: ShapingPlan, with tools: ShapingTools
  ) {
    guard Self.isWanted(in: style) else { return nil }
    self.text = text
    self.style = style
    self.context = context
    self.plan = plan
    self.tools = tools
    gap = style.autospaces ? plan.face.metrics.unitsPerEm / 8 : 0
  }

  /// Whether a paragraph needs any spacing.
  static func isWanted(in style: ParagraphStyle) -> Bool {
    style.autospaces || style.spacingTrim != .spaceAll
  }

  /// Adds and removes room of clusters in logical order.
  ///
  /// - Parameters:
  ///   - glyphs: The glyphs.
  ///   - line: The text that is on one line with them, as far as known.
  ///   - isLineStart: Whether a line starts at `line` without a terminator before it.
  ///   - boundaries: Receives the unsafe boundaries; `nil` if they are already marked.
  func apply(
    to glyphs: UnsafeMutableBufferPointer<ShapedGlyph>, end: Int, line: Range<Int>,
    isLineStart: Bool, boundaries: UnsafeMutablePointer<BoundaryFlags>?
  ) {
    for index in glyphs.indices {
      let next = index + 1
      let cluster = Int(glyphs[index].cluster)
      guard next == glyphs.count || Int(glyphs[next].cluster) != cluster else { continue }
      let after = next < glyphs.count ? Int(glyphs[next].cluster) : end
      if gap > 0, parts(at: after) {
        let place = place(at: after)
        if place != .before { boundaries?[after].insert(.unsafe) }
        if place == .before || place == .inside && after < line.upperBound {
          glyphs[index].advance &+= Int32(clamping: gap)
        }
      }
      if gap > 0, cluster > line.lowerBound, index == 0 || glyphs[index - 1].cluster != cluster,
        parts(at: cluster), place(at: cluster) == .behind
      {
        glyphs[index].advance &+= Int32(clamping: gap)
        glyphs[index].xOffset = Int16(clamping: Int(glyphs[index].xOffset) + gap)
      }
      guard style.spacingTrim != .spaceAll else { continue }
      trim(&glyphs[index], line: line, after: after, isLineStart: isLineStart, boundaries)
    }
  }

  /// Trims the empty half of punctuation if its neighbour has room of its own.
  private func trim(
    _ glyph: inout ShapedGlyph, line: Range<Int>, after: Int, isLineStart: Bool,
    _ boundaries: UnsafeMutablePointer<BoundaryFlags>?
  ) {
    let unit = Int(glyph.cluster)
    let kind = WidePunctuation.kind(of: text[unit], plan, tools)
    switch kind {
    case .opening:
      let follows =
        unit > line.lowerBound
        && WidePunctuation.kind(of: text[unit - 1], plan, tools).precedesHalf
      let starts = unit == line.lowerBound && isLineStart && style.spacingTrim.trimsStart
      if unit > 0 { boundaries?[unit].insert(.unsafe) }
      if follows || starts { halve(&glyph, text[unit]) }
    case .closing:
      boundaries?[after].insert(.unsafe)
      guard after < line.upperBound else { return }
      let next = WidePunctuation.kind(of: text[after], plan, tools)
      if next.followsHalf { halve(&glyph, text[unit]) }
    case .middle, .openingQuote, .closingQuote, .other: return
    }
  }

  private func halve(_ glyph: inout ShapedGlyph, _ unit: UInt16) {
    guard let half = plan.halved(unit, tools) else { return }
    glyph.advance = half.advance
    glyph.xOffset = half.xOffset
    glyph.yOffset = half.yOffset
  }

  /// The text that receives the room between an ideograph and a letter.
  private enum Place {
    /// The text before it, if both are on one line.
    case inside
    /// The text before it, even at the end of a line.
    case before
    /// The text after it.
    case behind
  }

  /// The place of the room before a unit. As in browsers, room at the edge of a style or a box goes
  /// to the text before and stays there at the end of a line. If that text has no such room and
  /// earlier text has, back to the last terminator, the room goes to the text after.
  ///
  /// - Complexity: O(log styles + log edges), and O(units) back to earlier room.
  private func place(at unit: Int) -> Place {
    guard let start = context.stretchStart(endingAt: unit) else { return .inside }
    var earlier = unit - 1
    while earlier > 0, !LineTerminator.isOne(text[earlier - 1]), !parts(at: earlier) {
      earlier -= 1
    }
    return earlier < start && parts(at: earlier) ? .behind : .before
  }

  /// Whether an ideograph and a letter or digit meet before a unit.
  private func parts(at unit: Int) -> Bool {
    guard unit > 0, unit < text.count else { return false }
    let isChinese = context.isChinese
    let before = SpacedCharacter(text, before: unit, countsPunctuation: isChinese)
    let after = SpacedCharacter(text, at: unit, countsPunctuation: isChinese)
    return before == .ideograph && after == .letter || before == .letter && after == .ideograph
  }
}

/// The parts of a paragraph that decide where the room between ideographs and letters goes.
struct SpacingContext {
  private let styles: [AttributedText.Run]
  private let edges: [InlineMarks.Edge]
  /// Whether the paragraph's language is Chinese.
  let isChinese: Bool

  /// Creates the context of a paragraph.
  ///
  /// - Parameters:
  ///   - styles: The styles of its text.
  ///   - edges: The edges of its boxes.
  ///   - language: The language of the paragraph itself; only read if letters are spaced.
  ///   - style: The style of the paragraph.
  init(
    _ styles: [AttributedText.Run], edges: [InlineMarks.Edge],
    language: @autoclosure () -> String?, _ style: ParagraphStyle
  ) {
    self.styles = styles
    self.edges = edges
    isChinese = style.autospaces && language().map(ShapingLanguage.isChinese) ?? false
  }

  /// The start of the stretch of one style and box that ends at a unit; `nil` if none ends there.
  ///
  /// - Complexity: O(log styles + log edges).
  fileprivate func stretchStart(endingAt unit: Int) -> Int? {
    let style = styles.bisect { unit <= $0.end }
    let edge = edges.bisect { unit <= $0.unit }
    let ends =
      style < styles.count && styles[style].end == unit
      || edge < edges.count && edges[edge].unit == unit
    guard ends else { return nil }
    return max(style > 0 ? styles[style - 1].end : 0, edge > 0 ? edges[edge - 1].unit : 0)
  }
}

/// The class of a character for the room between ideographs and letters.
enum SpacedCharacter {
  case ideograph
  case letter
  case other

  /// The class of the character that ends before a unit; marks have the class of their base.
  ///
  /// - Parameter countsPunctuation: Whether the text is Chinese, in which narrow punctuation counts
  ///   as a letter.
  init(_ text: UnsafeBufferPointer<UInt16>, before unit: Int, countsPunctuation: Bool) {
    var start = unit - 1
    while start > 0 {
      if text[start] & 0xFC00 == 0xDC00 { start -= 1 }
      guard start > 0, Self.isMark(text, start) else { break }
      start -= 1
    }
    self.init(text, at: max(0, start), countsPunctuation: countsPunctuation)
  }

  init(_ text: UnsafeBufferPointer<UInt16>, at unit: Int, countsPunctuation: Bool) {
    let first = UInt32(text[unit])
    guard first & 0xFC00 == 0xD800, unit + 1 < text.count else {
      self.init(first, countsPunctuation: countsPunctuation)
      return
    }
    self.init(
      0x10000 + (first & 0x3FF) << 10 + UInt32(text[unit + 1]) & 0x3FF,
      countsPunctuation: countsPunctuation)
  }

  private init(_ scalar: UInt32, countsPunctuation: Bool) {
    if Self.isIdeograph(scalar) {
      self = .ideograph
    } else if UnicodeAnalyzer.isEastAsian(scalar) {
      self = .other
    } else if UnicodeAnalyzer.isLetterOrNumber(scalar) {
      self = .letter
    } else {
      self = countsPunctuation && Self.isSpacedPunctuation(scalar) ? .letter : .other
    }
  }

  /// Whether a character counts as an ideograph: as in browsers, kana, Hangul, Bopomofo and Yi do
  /// too, but not radicals and strokes.
  private static func isIdeograph(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x1100...0x11FF, 0x3005...0x3007, 0x3013, 0x3021...0x3029, 0x3031...0x3035,
      0x3038...0x303C, 0x3041...0x3096, 0x309B...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF,
      0x3105...0x312F, 0x3131...0x318E, 0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0xA48C,
      0xA960...0xA97C, 0xAC00...0xD7A3, 0xD7B0...0xD7FB, 0xF900...0xFAD9, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  /// Whether a narrow character is punctuation that stands apart from Chinese ideographs like a
  /// letter: of the general category Po, without quotes, dots and daggers.
  private static func isSpacedPunctuation(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x22, 0x27, 0x2A, 0x2F, 0xB7, 0x2020, 0x2021, 0x2026: false
    default: Unicode.Scalar(scalar)?.properties.generalCategory == .otherPunctuation
    }
  }

  private static func isMark(_ text: UnsafeBufferPointer<UInt16>, _ unit: Int) -> Bool {
    switch text[unit] {
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0x3099, 0x309A,
      0xFE00...0xFE0F, 0xFE20...0xFE2F:
      true
    default: false
    }
  }
}

/// Punctuation as wide as an ideograph, with one half empty.
enum WidePunctuation {
  enum Kind {
    /// The left half is empty.
    case opening
    /// The right half is empty.
    case closing
    /// A quarter on each side is empty.
    case middle
    /// Quotes that are not wide, which have no empty half, but trim that of their neighbour.
    case openingQuote, closingQuote
    case other

    /// Whether opening punctuation behind it is trimmed.
    var precedesHalf: Bool { self != .closingQuote && self != .other }

    /// Whether closing punctuation before it is trimmed.
    var followsHalf: Bool { self == .closing || self == .middle || self == .closingQuote }
  }

  /// Whether a unit is a full stop, comma or colon; browsers do not trim it at a line's end.
  static func isStop(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x3001, 0x3002, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B: true
    default: false
    }
  }

  /// The kind of a unit in the font of a plan: the font decides whether full stops and colons are
  /// in the corner or the middle, and whether quotes are wide.
  static func kind(of unit: UInt16, _ plan: ShapingPlan, _ tools: ShapingTools) -> Kind {
    switch unit {
    case 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301A, 0x301D, 0xFF08,
      0xFF3B, 0xFF5B, 0xFF5F:
      .opening
    case 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0x301B, 0x301E, 0x301F,
      0xFF09, 0xFF3D, 0xFF5D, 0xFF60:
      .closing
    case 0x2018, 0x201C: plan.isWide(unit, tools) ? .opening : .openingQuote
    case 0x2019, 0x201D: plan.isWide(unit, tools) ? .closing : .closingQuote
    case 0x3001, 0x3002, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B:
      plan.isWide(unit, tools) ? (plan.isInLeftHalf(unit, tools) ? .closing : .middle) : .other
    case 0x00B7, 0x2027, 0x30FB, 0x3000: .middle
    default: .other
    }
  }
}
