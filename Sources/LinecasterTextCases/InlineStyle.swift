import LinecasterFonts
import LinecasterGeometry
import LinecasterText

/// What the properties of a paragraph or a span come to, those of what it is in inherited.
struct InlineStyle {
  var text: TextStyle
  var lineHeight = LineHeight.normal
  var whiteSpace = WhiteSpace.normal

  /// The style that a paragraph inherits.
  static let initial = InlineStyle(text: TextStyle(size: 16))

  /// The style of what is inside this one's element and has properties of its own.
  ///
  /// - Parameter familyNames: The names that fonts have for those of the case.
  func child(
    _ properties: InlineProperties, familyNames: [String: String]
  ) throws(CaseFault) -> InlineStyle {
    var child = self
    if let fonts = properties.fonts { child.text.families = fonts.map { familyNames[$0] ?? $0 } }
    if let size = properties.size {
      child.text.size = try size.length("size", em: text.size, whole: text.size)
    }
    if let weight = properties.weight { child.text.weight = FontWeight(weight) }
    if let fontStyle = properties.fontStyle {
      child.text.slant = try CSSWords.fontStyle.value(fontStyle)
    }
    if let features = properties.features {
      child.text.features = features.sorted { $0.key < $1.key }.compactMap { tag, value in
        FontTag(tag).map { FontFeature($0, UInt32(clamping: value)) }
      }
    }
    if let language = properties.lang { child.text.language = language }
    if let spacing = properties.letterSpacing {
      child.text.letterSpacing = try Self.spacing(spacing, "letterSpacing", em: child.text.size)
    }
    if let spacing = properties.wordSpacing {
      child.text.wordSpacing = try Self.spacing(spacing, "wordSpacing", em: child.text.size)
    }
    if let height = properties.lineHeight {
      child.lineHeight = try Self.lineHeight(height, em: child.text.size)
    }
    if let whiteSpace = properties.whiteSpace {
      child.whiteSpace = try CSSWords.whiteSpace.value(whiteSpace)
    }
    return child
  }

  private static func spacing(
    _ value: InlineValue, _ property: String, em: Double
  ) throws(CaseFault) -> Double {
    value == .text("normal") ? 0 : try value.length(property, em: em, whole: em)
  }

  /// A number without a unit is a factor, which is inherited as such; all else is a length.
  private static func lineHeight(_ value: InlineValue, em: Double) throws(CaseFault) -> LineHeight {
    if value == .text("normal") { return .normal }
    if case .text(let text) = value, let factor = Double(text) { return .multiple(factor) }
    return .points(try value.length("lineHeight", em: em, whole: em))
  }
}

extension InlineProperties {
  /// How the lines of the paragraph are made, without any cut.
  ///
  /// - Parameter style: What its properties come to.
  func paragraphStyle(_ style: InlineStyle, spaceAdvance: Double) throws(CaseFault)
    -> ParagraphStyle
  {
    var paragraph = ParagraphStyle()
    paragraph.alignment = try CSSWords.alignment.value(align)
    paragraph.baseDirection = try CSSWords.direction.value(dir)
    paragraph.lineHeight = style.lineHeight
    paragraph.whiteSpace = style.whiteSpace
    paragraph.firstLineIndent =
      try indent?.length("indent", em: style.text.size, whole: width ?? 0) ?? 0
    paragraph.tabSize = try tabSpaces(em: style.text.size, spaceAdvance: spaceAdvance)
    // Without a dictionary of phrases they are broken as usual (CSS Text 4 §6.2).
    paragraph.wordBreak = try CSSWords.wordBreak.value(
      wordBreak == "auto-phrase" ? nil : wordBreak)
    paragraph.overflowWrap = try CSSWords.overflowWrap.value(
      wordBreak == "break-word" ? "anywhere" : overflowWrap)
    paragraph.lineBreakStrictness = try CSSWords.lineBreak.value(lineBreak)
    return paragraph
  }

  /// The distance between tab stops in spaces.
  private func tabSpaces(em: Double, spaceAdvance: Double) throws(CaseFault) -> Double {
    switch tabSize {
    case nil: 8
    case .number(let spaces): spaces
    case let size?: spaceAdvance > 0 ? try size.length("tabSize", em: em) / spaceAdvance : 0
    }
  }
}
