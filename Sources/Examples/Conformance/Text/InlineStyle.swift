import LinecasterBase
import LinecasterCommandSupport
import LinecasterFonts
import LinecasterText

/// The computed style of a paragraph or a span, with inherited properties.
struct InlineStyle {
  var text: TextStyle
  var lineHeight = LineHeight.normal
  var whiteSpace = WhiteSpace.normal
  var direction = TextDirection.leftToRight

  /// The style that a paragraph inherits.
  static let initial = InlineStyle(text: TextStyle(size: 16))

  /// The style of a child element with properties of its own.
  ///
  /// - Parameter familyNames: The family names of fonts, by those in the case.
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
      child.text.slant = try CSSKeywords.fontStyle.value(fontStyle)
    }
    if let features = properties.features {
      child.text.features = features.sorted { $0.key < $1.key }.compactMap { tag, value in
        FontTag(tag).map { FontFeature($0, UInt32(clamping: value)) }
      }
    }
    if let language = properties.lang { child.text.language = language }
    if let transform = properties.textTransform {
      child.text.transform = try CSSKeywords.textTransform.value(transform)
    }
    if let caps = properties.fontVariantCaps { child.text.caps = try CSSKeywords.caps.value(caps) }
    if let hyphens = properties.hyphens {
      child.text.hyphenation = try CSSKeywords.hyphens.value(hyphens)
    }
    if let hyphen = properties.hyphenateCharacter {
      child.text.hyphenCharacter = hyphen == "auto" ? nil : hyphen
    }
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
      child.whiteSpace = try CSSKeywords.whiteSpace.value(whiteSpace)
    }
    if let orientation = properties.textOrientation {
      child.text.orientation = try CSSKeywords.orientation.value(orientation)
    }
    if let direction = properties.direction {
      child.direction = try CSSKeywords.textDirection.value(direction)
    }
    return child
  }

  private static func spacing(
    _ value: InlineValue, _ property: String, em: Double
  ) throws(CaseFault) -> Double {
    value == .text("normal") ? 0 : try value.length(property, em: em, whole: em)
  }

  /// A number without a unit is a factor, which is inherited as a factor; other values are lengths.
  private static func lineHeight(_ value: InlineValue, em: Double) throws(CaseFault) -> LineHeight {
    if value == .text("normal") { return .normal }
    if case .text(let text) = value, let factor = Double(text) { return .multiple(factor) }
    return .points(try value.length("lineHeight", em: em, whole: em))
  }
}

extension InlineProperties {
  /// The style of the paragraph, without truncation.
  ///
  /// - Parameter style: Its computed style.
  func paragraphStyle(_ style: InlineStyle) throws(CaseFault) -> ParagraphStyle {
    var paragraph = ParagraphStyle()
    paragraph.alignment = try CSSKeywords.alignment.value(align)
    paragraph.lastLineAlignment = try CSSKeywords.lastLineAlignment.value(alignLast)
    paragraph.justification = try CSSKeywords.justification.value(textJustify)
    paragraph.wrapStyle = try CSSKeywords.wrapStyle.value(textWrap)
    paragraph.baseDirection = try CSSKeywords.direction.value(dir)
    paragraph.writingMode = try CSSKeywords.writingMode.value(writingMode)
    paragraph.autospaces = try CSSKeywords.autospace.value(textAutospace)
    paragraph.spacingTrim = try CSSKeywords.spacingTrim.value(textSpacingTrim)
    paragraph.lineHeight = style.lineHeight
    paragraph.textBoxTrim = try CSSKeywords.textBoxTrim.value(textBoxTrim)
    paragraph.textBoxEdge = try CSSKeywords.textBoxEdge.value(textBoxEdge)
    paragraph.whiteSpace = style.whiteSpace
    paragraph.firstLineIndent =
      try indent?.length("indent", em: style.text.size, whole: width ?? 0) ?? 0
    if let initialLetter, let size = initialLetter.first {
      paragraph.initialLetter = InitialLetter(
        size: size, sink: initialLetter.dropFirst().first.map { Int(saturating: $0) })
    }
    if indentEachLine == true { paragraph.indentedLines.insert(.afterTerminators) }
    if indentHanging == true { paragraph.indentedLines.insert(.others) }
    let tabs = try tabs(style)
    paragraph.tabSize = tabs.size ?? paragraph.tabSize
    paragraph.tabDistance = tabs.distance
    paragraph.wordBreak = try CSSKeywords.wordBreak.value(wordBreak)
    paragraph.overflowWrap = try CSSKeywords.overflowWrap.value(
      wordBreak == "break-word" ? "anywhere" : overflowWrap)
    paragraph.lineBreakStrictness = try CSSKeywords.lineBreak.value(lineBreak)
    return paragraph
  }

  /// The box of a span with a computed style.
  func box(_ style: InlineStyle) throws(CaseFault) -> InlineBox {
    InlineBox(
      style: style.text, padding: padding?.insets ?? .zero, border: border?.insets ?? .zero,
      margin: margin?.insets ?? .zero,
      decorationBreak: try CSSKeywords.decorationBreak.value(boxDecorationBreak),
      verticalAlignment: try verticalAlign?.verticalAlignment(em: style.text.size) ?? .baseline,
      lineHeight: style.lineHeight, bidi: try bidiScope(style.direction),
      whiteSpace: whiteSpace == nil ? nil : style.whiteSpace, tabSize: try tabs(style).size,
      tabDistance: try tabs(style).distance,
      combinesUpright: textCombine == "all")
  }

  /// The distance of tab stops, in spaces or in layout points (CSS `tab-size`).
  private func tabs(
    _ style: InlineStyle
  ) throws(CaseFault) -> (size: Double?, distance: Double?) {
    if case .number(let spaces) = tabSize { return (spaces, nil) }
    return (nil, try tabSize?.length("tabSize", em: style.text.size))
  }

  private func bidiScope(_ direction: TextDirection) throws(CaseFault) -> BidiScope {
    switch unicodeBidi {
    case nil, "normal": .normal
    case "embed": .embed(direction)
    case "isolate": .isolate(direction)
    case "bidi-override": .override(direction)
    case "isolate-override": .isolateOverride(direction)
    case "plaintext": .plaintext
    case let word?: throw CaseFault("field 'unicodeBidi' has the unknown value '\(word)'")
    }
  }
}

extension InlineValue {
  /// The vertical alignment of a box with its surrounding text.
  ///
  /// - Parameter em: Its own font size.
  func verticalAlignment(em: Double) throws(CaseFault) -> VerticalAlignment {
    if let percent = number(of: "%") { return .raisedByShare(percent / 100) }
    switch self {
    case .text("baseline"): return .baseline
    case .text("sub"): return .sub
    case .text("super"): return .superscript
    case .text("middle"): return .middle
    case .text("text-top"): return .textTop
    case .text("text-bottom"): return .textBottom
    case .text("top"): return .top
    case .text("bottom"): return .bottom
    default: return .raised(try length("verticalAlign", em: em))
    }
  }
}

extension InlineEdges {
  var insets: Insets { Insets(top: top, left: left, bottom: bottom, right: right) }
}
