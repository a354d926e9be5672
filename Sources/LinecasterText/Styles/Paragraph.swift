import LinecasterBase

/// Text to lay out, with its paragraph style.
///
/// The text may contain line terminators; each ends a line, and the direction is resolved again
/// after it.
///
///     let paragraph = Paragraph(
///       "Centred", style: TextStyle(size: 24),
///       paragraphStyle: ParagraphStyle(alignment: .center))
///     let layout = typesetter.prepare(paragraph).layout(width: 320)
public struct Paragraph: Hashable, Sendable {
  /// The text and its styles.
  public var text: AttributedText
  /// The paragraph style, for example alignment and wrapping.
  public var style: ParagraphStyle
  /// The style that sets the minimum height of every line and the width of tabs; `nil` for the
  /// style of the first letters.
  public var strutStyle: TextStyle?
  /// The tab stops, sorted in ascending order; after the last one, the style's `tabSize` applies.
  public var tabStops: [TabStop] {
    get { stops }
    set { stops = newValue.usable }
  }
  private var stops: [TabStop] = []
  /// The text that replaces truncated text, on one line and in its own styles (CSS
  /// `text-overflow`); `nil` for an ellipsis in the font of `strutStyle`, painted like the
  /// preceding letter.
  ///
  /// The token may have attachments, and boxes with links and tags, which `TextLayout.link(at:)`
  /// and `tag(at:)` find. Ruby pairs lose their annotations. The token keeps its white space, ends
  /// at its first line terminator, and takes the direction of its line.
  ///
  ///     var more = AttributedText("… ")
  ///     more.append(
  ///       AttributedText("more", style: TextStyle(weight: .bold)),
  ///       in: InlineBox(style: TextStyle(), link: "app:more"))
  ///     paragraph.truncationToken = more
  public var truncationToken: AttributedText?

  /// Creates a paragraph of attributed text.
  public init(
    _ text: AttributedText, style: ParagraphStyle = ParagraphStyle(), strutStyle: TextStyle? = nil
  ) {
    self.text = text
    self.style = style
    self.strutStyle = strutStyle
  }

  /// Creates a paragraph of one text style.
  public init(
    _ string: String, style: TextStyle = TextStyle(),
    paragraphStyle: ParagraphStyle = ParagraphStyle()
  ) {
    self.init(AttributedText(string, style: style), style: paragraphStyle)
  }

  /// The style of the paragraph itself, apart from its text.
  var ownStyle: TextStyle { strutStyle ?? text.runs[0].style }
}

extension Paragraph {
  /// Returns the paragraph in the reader's preferred fonts and, for styles without a language, in
  /// the reader's language.
  ///
  /// All sizes and distances in layout points are scaled; fractions of the em or of the line height
  /// are not.
  ///
  /// - Parameters:
  ///   - preference: The families and the scale.
  ///   - language: The language as a BCP 47 tag; `nil` for none.
  /// - Complexity: O(stretches of one style); O(1) if there are no preferences.
  public func adapted(to preference: FontPreference, language: String? = nil) -> Paragraph {
    guard !preference.isDesign || language != nil else { return self }
    var adapted = self
    let adaptStyle = { (style: TextStyle) in
      var style = style.adapted(to: preference)
      if style.exactLanguage == nil { style.language = language }
      return style
    }
    adapted.text.adapt(by: preference.scale, adaptStyle)
    adapted.truncationToken?.adapt(by: preference.scale, adaptStyle)
    adapted.style.scale(by: preference.scale)
    adapted.strutStyle = strutStyle.map { $0.adapted(to: preference) }
    for index in stops.indices { adapted.stops[index].position *= preference.scale }
    return adapted
  }
}

extension AttributedText {
  /// Replaces all of its styles, and scales all distances.
  fileprivate mutating func adapt(by factor: Double, _ change: (TextStyle) -> TextStyle) {
    restyle(change)
    inline?.adapt(by: factor, change)
    inline?.restyleAnnotations(change)
  }
}

extension TextStyle {
  /// Returns the style in the reader's preferred fonts.
  func adapted(to preference: FontPreference) -> TextStyle {
    var style = self
    if isWithoutFamilies { style.families = preference.families }
    guard preference.scale != 1 else { return style }
    style.size *= preference.scale
    style.letterSpacing *= preference.scale
    style.wordSpacing *= preference.scale
    style.baselineShift *= preference.scale
    style.decorations = decorations.map { decoration in
      var decoration = decoration
      decoration.thickness = decoration.thickness.map { $0 * preference.scale }
      decoration.offset = decoration.offset.map { $0 * preference.scale }
      return decoration
    }
    return style
  }
}

extension ParagraphStyle {
  fileprivate mutating func scale(by factor: Double) {
    paragraphSpacing *= factor
    firstLineIndent *= factor
    tabDistance = tabDistance.map { $0 * factor }
    lineHeight = lineHeight.scaled(by: factor)
  }
}

extension InlineContent {
  /// Replaces the styles of all boxes, and scales all distances.
  fileprivate mutating func adapt(by factor: Double, _ change: (TextStyle) -> TextStyle) {
    for index in boxes.indices {
      boxes[index].box.style = change(boxes[index].box.style)
      if factor != 1 { boxes[index].box.scale(by: factor) }
    }
    guard factor != 1 else { return }
    for index in attachments.indices { attachments[index].attachment.scale(by: factor) }
  }
}

extension InlineBox {
  fileprivate mutating func scale(by factor: Double) {
    padding = padding.scaled(by: factor)
    border = border.scaled(by: factor)
    margin = margin.scaled(by: factor)
    verticalAlignment = verticalAlignment.scaled(by: factor)
    lineHeight = lineHeight?.scaled(by: factor)
    tabDistance = tabDistance.map { $0 * factor }
    decoration = decoration.scaled(by: factor)
  }
}

extension Attachment {
  fileprivate mutating func scale(by factor: Double) {
    size = Size(width: size.width * factor, height: size.height * factor)
    baseline = baseline.map { $0 * factor }
    margin = margin.scaled(by: factor)
    verticalAlignment = verticalAlignment.scaled(by: factor)
  }
}

extension VerticalAlignment {
  fileprivate func scaled(by factor: Double) -> VerticalAlignment {
    if case .raised(let distance) = self { .raised(distance * factor) } else { self }
  }
}

extension Insets {
  fileprivate func scaled(by factor: Double) -> Insets {
    Insets(
      top: top * factor, left: left * factor, bottom: bottom * factor, right: right * factor)
  }
}

extension LineHeight {
  fileprivate func scaled(by factor: Double) -> LineHeight {
    switch self {
    case .points(let height): .points(height * factor)
    case .atLeast(let height): .atLeast(height * factor)
    case .normal, .multiple: self
    }
  }
}

/// The reader's font preferences for all text: families, and a scale relative to the design.
///
///     let preference = FontPreference(families: ["Noto Sans"], scale: 1.5)
///     let adapted = paragraph.adapted(to: preference)
///     let layout = typesetter.prepare(adapted).layout(width: 320)
public struct FontPreference: Hashable, Sendable {
  /// The families for styles without families, in order of preference, before the collection's own
  /// order.
  public var families: [String] {
    get { exactFamilies.map(\.string) }
    set { exactFamilies = newValue.map { ExactText($0) } }
  }
  private var exactFamilies: [ExactText]
  /// The factor for letter sizes and for the distances that go with them, clamped to a
  /// millionth...a million. Values that are not finite and positive become 1.
  public var scale: Double {
    didSet { scale = Self.usable(scale) }
  }

  /// Creates a preference; by default it changes nothing.
  public init(families: [String] = [], scale: Double = 1) {
    exactFamilies = families.map { ExactText($0) }
    self.scale = Self.usable(scale)
  }

  private static func usable(_ scale: Double) -> Double {
    guard scale.isFinite, scale > 0 else { return 1 }
    return min(max(scale, Limit.scales.lowerBound), Limit.scales.upperBound)
  }

  /// Whether text keeps its design.
  var isDesign: Bool { exactFamilies.isEmpty && scale == 1 }
}
