import LinecasterBase

/// Text to lay out together: what it says, how its parts look and how its lines are made.
///
/// The text may hold line terminators; each ends a line, and direction is found again after it.
///
///     let paragraph = Paragraph(
///       "Centred", style: TextStyle(size: 24),
///       paragraphStyle: ParagraphStyle(alignment: .center))
///     let layout = typesetter.prepare(paragraph).layout(width: 320)
public struct Paragraph: Hashable, Sendable {
  /// What it says and how its parts look.
  public var text: AttributedText
  /// How its lines are made.
  public var style: ParagraphStyle
  /// The style that every line is at least as high for, and that tabs are measured in; nil for that
  /// of the first letters.
  public var strutStyle: TextStyle?
  /// Places that tabs lead to, kept in ascending order; behind the last of them the style's
  /// `tabSize` goes on.
  public var tabStops: [TabStop] {
    get { stops }
    set { stops = newValue.usable }
  }
  private var stops: [TabStop] = []
  /// What stands for text that is left out, in its own styles, on one line; nil for an ellipsis in
  /// the style of the letter before it.
  ///
  /// It may have boxes with links and tags, which `TextLayout.link(at:)` and `tag(at:)` find, and
  /// attachments; its pairs lose their annotations. It keeps its white space, up to the first line
  /// terminator, and runs in the direction of the line that it stands on.
  ///
  ///     var more = AttributedText("… ")
  ///     more.append(
  ///       AttributedText("more", style: TextStyle(weight: .bold)),
  ///       in: InlineBox(style: TextStyle(), link: "app:more"))
  ///     paragraph.truncationToken = more
  public var truncationToken: AttributedText?

  /// Makes a paragraph of attributed text.
  public init(
    _ text: AttributedText, style: ParagraphStyle = ParagraphStyle(), strutStyle: TextStyle? = nil
  ) {
    self.text = text
    self.style = style
    self.strutStyle = strutStyle
  }

  /// Makes a paragraph of one text style.
  public init(
    _ string: String, style: TextStyle = TextStyle(),
    paragraphStyle: ParagraphStyle = ParagraphStyle()
  ) {
    self.init(AttributedText(string, style: style), style: paragraphStyle)
  }
}

extension Paragraph {
  /// The paragraph in the letters that a reader prefers, and in the reader's language where a style
  /// names none.
  ///
  /// Sizes and all distances in layout points are multiplied; shares of the em or of the line stay
  /// what they are.
  ///
  /// - Parameters:
  ///   - preference: The families and the size.
  ///   - language: The language as a BCP 47 tag; nil for none.
  /// - Complexity: O(stretches of one style), O(1) where nothing else than the design is preferred.
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
  /// Gives all of its styles again, and multiplies all distances.
  fileprivate mutating func adapt(by factor: Double, _ change: (TextStyle) -> TextStyle) {
    restyle(change)
    inline?.adapt(by: factor, change)
    inline?.restyleAnnotations(change)
  }
}

extension TextStyle {
  /// The style in the letters that a reader prefers.
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
  /// Gives all boxes their styles again, and multiplies all distances.
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

/// What a reader wants of the letters of all text: families, and a size beside that of the design.
///
///     let preference = FontPreference(families: ["Noto Sans"], scale: 1.5)
///     let adapted = paragraph.adapted(to: preference)
///     let layout = typesetter.prepare(adapted).layout(width: 320)
public struct FontPreference: Hashable, Sendable {
  /// The families for text whose style names none, best first; fonts of the collection follow them.
  public var families: [String] {
    get { exactFamilies.map(\.string) }
    set { exactFamilies = newValue.map { ExactText($0) } }
  }
  private var exactFamilies: [ExactText]
  /// How many times as large as designed letters are, and the distances that go with them; values
  /// that are not finite numbers above 0 become 1, those out of a millionth to a million the
  /// nearest of these.
  public var scale: Double {
    didSet { scale = Self.usable(scale) }
  }

  /// Makes a preference; the default is the design.
  public init(families: [String] = [], scale: Double = 1) {
    exactFamilies = families.map { ExactText($0) }
    self.scale = Self.usable(scale)
  }

  private static func usable(_ scale: Double) -> Double {
    guard scale.isFinite, scale > 0 else { return 1 }
    return min(max(scale, Limit.scales.lowerBound), Limit.scales.upperBound)
  }

  /// Whether text stays as it was designed.
  var isDesign: Bool { exactFamilies.isEmpty && scale == 1 }
}
