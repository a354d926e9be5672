public import LinecasterBase

/// A box around part of a text that flows with it from line to line, for example around links,
/// inline code and mentions (CSS Inline 3).
///
///     var code = InlineBox(style: TextStyle(families: ["Noto Sans Mono"], size: 14))
///     code.padding = Insets(horizontal: 4)
///     code.decorationBreak = .clone
///     var text = AttributedText("Run ")
///     text.append(AttributedText("make demo", style: code.style), in: code)
public struct InlineBox: Hashable, Sendable {
  /// The style that sets the height of the box: the style's first font gives the content area (CSS
  /// Inline 3).
  public var style: TextStyle
  /// The space between the border and the text, in layout points; negative values count as 0.
  public var padding: Insets
  /// The border widths, in layout points; negative values count as 0.
  ///
  /// `decoration` has the colour of the border.
  public var border: Insets
  /// The space around the border, in layout points; vertical margins have no effect.
  public var margin: Insets
  /// The treatment of the box's edges if a line ends inside it (CSS `box-decoration-break`).
  public var decorationBreak: BoxDecorationBreak
  /// The vertical alignment within the line (CSS `vertical-align`).
  public var verticalAlignment: VerticalAlignment
  /// The line height of the box's text (CSS `line-height`); `nil` inherits.
  public var lineHeight: LineHeight?
  /// The bidirectional behaviour of the box's text (CSS `unicode-bidi`).
  public var bidi: BidiScope
  /// The treatment of white space and wrapping in the box (CSS `white-space`); `nil` inherits.
  public var whiteSpace: WhiteSpace?
  /// The tab width, in spaces of the paragraph's own font (CSS `tab-size`); `nil` inherits.
  public var tabSize: Double?
  /// The tab width, in layout points, which overrides `tabSize`; `nil` uses `tabSize`.
  public var tabDistance: Double?
  /// Whether the box's text is set side by side in the space of one upright letter on vertical
  /// lines, like numbers in Japanese (CSS `text-combine-upright`).
  public var combinesUpright: Bool
  /// The background, border colour, corners and shadows of the box.
  public var decoration: InlineDecoration
  /// The link target, for example a URL; `nil` for none.
  ///
  /// `TextLayout.link(at:)` returns it.
  public var link: String? {
    get { exactLink?.string }
    set { exactLink = newValue.map { ExactText($0) } }
  }
  /// The value by which the program identifies the box; `nil` for none.
  ///
  /// `TextLayout.tag(at:)` and `fragments(of:)` look it up.
  public var tag: InlinePayload?

  private var exactLink: ExactText?

  /// Creates a box; by default it takes no space, draws nothing and changes nothing.
  public init(
    style: TextStyle, padding: Insets = .zero, border: Insets = .zero, margin: Insets = .zero,
    decorationBreak: BoxDecorationBreak = .slice,
    verticalAlignment: VerticalAlignment = .baseline, lineHeight: LineHeight? = nil,
    bidi: BidiScope = .normal, whiteSpace: WhiteSpace? = nil, tabSize: Double? = nil,
    tabDistance: Double? = nil, combinesUpright: Bool = false,
    decoration: InlineDecoration = InlineDecoration(),
    link: String? = nil, tag: InlinePayload? = nil
  ) {
    self.style = style
    self.padding = padding
    self.border = border
    self.margin = margin
    self.decorationBreak = decorationBreak
    self.verticalAlignment = verticalAlignment
    self.lineHeight = lineHeight
    self.bidi = bidi
    self.whiteSpace = whiteSpace
    self.tabSize = tabSize
    self.tabDistance = tabDistance
    self.combinesUpright = combinesUpright
    self.decoration = decoration
    self.tag = tag
    exactLink = link.map { ExactText($0) }
  }
}

/// The treatment of a box's edges if a line ends inside it (CSS Fragmentation 4 §5.4.2).
public enum BoxDecorationBreak: UInt8, Hashable, Sendable, CaseIterable {
  /// Draws no edges at line ends, as if the box were cut there.
  case slice
  /// Draws all edges of the box on every line.
  ///
  /// As in browsers, the repeated edges at the end of a line may overflow.
  case clone
}

/// The vertical alignment of a box or an attachment within its line (CSS Inline 3 §4.2).
public enum VerticalAlignment: Hashable, Sendable {
  /// Aligns the baseline of the content with the surrounding baseline.
  case baseline
  /// Lowers the baseline as for a subscript: by a fifth of the surrounding em and one point.
  case sub
  /// Raises the baseline as for a superscript: by a third of the surrounding em and one point.
  case superscript
  /// Aligns the middle of the content with half an x-height above the surrounding baseline.
  case middle
  /// Aligns the top edge with that of the surrounding letters.
  case textTop
  /// Aligns the bottom edge with that of the surrounding letters.
  case textBottom
  /// Aligns the top edge with that of the line.
  case top
  /// Aligns the bottom edge with that of the line.
  case bottom
  /// Raises the baseline by a distance in layout points; negative values lower it.
  case raised(Double)
  /// Raises the baseline by a fraction of the box's own line height; no effect on attachments,
  /// which have no line height.
  case raisedByShare(Double)
}

/// The bidirectional behaviour of a box's text (CSS `unicode-bidi`, Writing Modes 4 §2.2).
public enum BidiScope: Hashable, Sendable {
  /// No effect on the order of text.
  ///
  /// The box's edges follow the surrounding direction. If the text chooses that direction
  /// (`BaseDirection.automatic`), they go from left to right.
  case normal
  /// An embedding with a direction; adjacent neutral text may take the same direction.
  case embed(TextDirection)
  /// An isolate with a direction inside; the surrounding text treats it as one neutral character.
  case isolate(TextDirection)
  /// An override: every character has the given direction, regardless of its own.
  case override(TextDirection)
  /// An isolate whose characters all have the given direction, regardless of their own.
  case isolateOverride(TextDirection)
  /// An isolate in the direction of its first strong character; the box's edges follow the
  /// surrounding direction.
  case plaintext
}

/// A direction of text along the line.
public enum TextDirection: UInt8, Hashable, Sendable, CaseIterable {
  case leftToRight
  case rightToLeft
}

/// Inline content other than text, for example a picture, placed on the line like a letter.
///
/// The string has the character U+FFFC in its place.
///
///     var text = AttributedText("Ada ")
///     text.append(Attachment(size: Size(width: 16, height: 16), baseline: 13), style: TextStyle())
///     text.append(" Lovelace", style: TextStyle())
public struct Attachment: Hashable, Sendable {
  /// The size, in layout points; negative and non-finite values count as 0.
  public var size: Size
  /// The distance from the attachment's top edge down to its baseline, in layout points; `nil` uses
  /// the bottom edge of the margin. On vertical lines, the middle of the attachment is on the
  /// baseline.
  public var baseline: Double?
  /// The vertical alignment within the line (CSS `vertical-align`).
  public var verticalAlignment: VerticalAlignment
  /// The space around the attachment, in layout points.
  public var margin: Insets
  /// The content that the renderer draws; `nil` if the program draws it.
  public var content: InlinePayload?

  /// Creates an attachment, on the baseline by default.
  public init(
    size: Size, baseline: Double? = nil, verticalAlignment: VerticalAlignment = .baseline,
    margin: Insets = .zero, content: InlinePayload? = nil
  ) {
    self.size = size
    self.baseline = baseline
    self.verticalAlignment = verticalAlignment
    self.margin = margin
    self.content = content
  }

  /// The object replacement character, which represents it in the string.
  static let character: UInt16 = 0xFFFC
}

/// The look of an inline box: background, border, corners and shadows.
///
///     var code = InlineBox(style: TextStyle(families: ["Noto Sans Mono"], size: 14))
///     code.padding = Insets(horizontal: 4)
///     code.decoration = InlineDecoration(
///       background: ThemeColor(light: Color(rgb: 0xEFF2F5), dark: Color(rgb: 0x23282E)),
///       corners: CornerRadii(all: 4))
///
/// Left, right, top and bottom are sides of the page in every writing mode. If a line ends inside a
/// box with `BoxDecorationBreak.slice`, the fragments have no corners, border or shadow there.
public struct InlineDecoration: Hashable, Sendable {
  /// The fill colour of the border box; `nil` for none.
  public var background: ThemeColor?
  /// The corner radii of the border box, in layout points.
  public var corners: CornerRadii
  /// The border colour; `nil` uses the text colour. `InlineBox.border` has the widths.
  public var borderColor: ThemeColor?
  /// The border's line pattern.
  public var borderPattern: BorderPattern
  /// The shadows of the border box, front to back. Inset shadows are inside the border.
  public var shadows: [Shadow]

  /// Creates a decoration: by default with square corners, without fill or shadows, and with its
  /// border in the text colour.
  public init(
    background: ThemeColor? = nil, corners: CornerRadii = .square,
    borderColor: ThemeColor? = nil, borderPattern: BorderPattern = .solid, shadows: [Shadow] = []
  ) {
    self.background = background
    self.corners = corners
    self.borderColor = borderColor
    self.borderPattern = borderPattern
    self.shadows = shadows
  }

  /// Returns the decoration with all distances multiplied.
  func scaled(by factor: Double) -> InlineDecoration {
    var scaled = self
    scaled.corners = corners.map { $0 * factor }
    scaled.shadows = shadows.map { shadow in
      var shadow = shadow
      shadow.offset = Point(x: shadow.offset.x * factor, y: shadow.offset.y * factor)
      shadow.blur *= factor
      shadow.spread *= factor
      return shadow
    }
    return scaled
  }
}

/// A value of any type that text carries without using it: the tag of a box or the content of an
/// attachment.
///
///     let name = InlineBox(style: TextStyle(), tag: InlinePayload(user.id))
///
/// The layout returns the value for a press on the box:
///
///     if let id = layout.tag(at: point)?.value as? User.ID { open(id) }
public struct InlinePayload: Hashable, Sendable {
  /// The wrapped value.
  public let value: any Hashable & Sendable

  /// Wraps a value, which should not contain closures.
  public init(_ value: some Hashable & Sendable) {
    self.value = value
  }

  /// Returns whether both wrap equal values of one type.
  ///
  /// - Complexity: That of comparing the values.
  public static func == (left: InlinePayload, right: InlinePayload) -> Bool {
    func isEqual<Value: Hashable>(_ value: Value) -> Bool { value == right.value as? Value }
    return isEqual(left.value)
  }

  /// Feeds the type and the value to the hasher.
  ///
  /// - Complexity: That of hashing the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: value)))
    hasher.combine(value)
  }
}
