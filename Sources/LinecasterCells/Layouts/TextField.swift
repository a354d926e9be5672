public import LinecasterBase
import LinecasterBoxLayout
import LinecasterDisplay
public import LinecasterText
import Synchronization

/// An editable line of text that fills the available width (SwiftUI `TextField`).
///
///     struct SearchRow: Cell {
///       var input: TextInput
///       func body(in environment: LayoutEnvironment) -> some Layout {
///         TextField(
///           input, label: "Search", placeholder: "What is it about?",
///           isFocused: environment.state.isFocused("search")
///         )
///         .padding(8).border(.black, width: 1).tag("search")
///       }
///     }
///
/// A focused field draws the selection, the caret and a line under marked text, and scrolls to show
/// the caret. Passwords are drawn as dots. The field's region has the role of a text field, and the
/// text as its value.
public struct TextField: Layout {
  /// The tree of nodes that the layout represents.
  public let node: LayoutNode

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - input: The text and selection. Line terminators in the text of an area do not end lines in
  ///     a field.
  ///   - label: The accessibility label.
  ///   - placeholder: The text of an empty field.
  ///   - style: The style of the text, the caret and the selection.
  ///   - isFocused: Whether the field has keyboard focus.
  public init(
    _ input: TextInput, label: String? = nil, placeholder: String = "",
    style: TextInputStyle = TextInputStyle(), isFocused: Bool = false
  ) {
    node = LayoutNode.input(
      TextInputContent(
        input: input, placeholder: placeholder, style: style, isFocused: isFocused,
        hasLines: false),
      label: label)
  }
}

/// Editable text of several lines that fills the available width (SwiftUI `TextEditor`). It is as
/// high as its lines unless a height is set.
///
///     let note = TextArea(TextInput("Dear Ada,\n", kind: .area), label: "Note", isFocused: true)
///       .frame(minHeight: 60, maxHeight: 200)
///
/// An area looks like a ``TextField``, and scrolls vertically to show the caret.
public struct TextArea: Layout {
  /// The tree of nodes that the layout represents.
  public let node: LayoutNode

  /// Creates an area.
  ///
  /// - Parameters:
  ///   - input: The text and selection.
  ///   - label: The accessibility label.
  ///   - placeholder: The text of an empty area.
  ///   - style: The style of the text, the caret and the selection.
  ///   - isFocused: Whether the area has keyboard focus.
  public init(
    _ input: TextInput, label: String? = nil, placeholder: String = "",
    style: TextInputStyle = TextInputStyle(), isFocused: Bool = false
  ) {
    node = LayoutNode.input(
      TextInputContent(
        input: input, placeholder: placeholder, style: style, isFocused: isFocused, hasLines: true),
      label: label)
  }
}

extension LayoutNode {
  /// Makes the leaf of an input, with the role of a text field.
  fileprivate static func input(_ content: TextInputContent, label: String?) -> LayoutNode {
    LayoutNode(.leaf(AnyLeafContent(content)))
      .role(.textField, label: label, value: content.input.shownValue)
  }

  /// Makes the leaf of a prepared input, as high as its column.
  package static func input(
    _ prepared: PreparedTextInput, _ scroll: TextInputScroll, isFocused: Bool, label: String?
  ) -> LayoutNode {
    var content = TextInputContent(
      input: prepared.input, placeholder: prepared.placeholder.string, style: prepared.style,
      isFocused: isFocused, hasLines: prepared.hasLines)
    content.scroll = scroll
    content.prepared = prepared
    // The host draws the blinking caret itself.
    content.showsCaret = false
    return input(content, label: label).grow().modified {
      $0.style.minHeight = .zero
      $0.style.basis = .zero
    }
  }
}

extension TextInput {
  /// The text as an accessibility value.
  fileprivate var shownValue: String { kind == .password ? shownText : text }
}

/// The style of editable text.
///
///     var style = TextInputStyle(text: TextStyle(size: 17))
///     style.caret = ThemeColor(Color(rgb: 0xD6336C))
public struct TextInputStyle: Hashable, Sendable {
  /// The style of the text.
  public var text: TextStyle
  /// The colour of the placeholder.
  public var placeholder = ThemeColor.secondaryText
  /// The colour behind selected text.
  public var selection = ThemeColor.selection
  /// The colour of the caret.
  public var caret = ThemeColor.accent

  /// Creates the style of an input from a text style, with the theme's colours.
  public init(text: TextStyle = TextStyle(size: 15)) {
    self.text = text
  }
}

/// The tags of regions whose text inputs a host draws and edits in place; cells leave their texts
/// out.
private enum EditedFields: EnvironmentKey {
  typealias Value = Set<InlinePayload>
  static let defaultValue: Value = []
}

extension LayoutEnvironment {
  /// The tags of regions whose text inputs the host draws and edits in place.
  package var editedFields: Set<InlinePayload> {
    get { self[EditedFields.self] }
    set { self[EditedFields.self] = newValue }
  }
}

/// The content of a text field.
struct TextInputContent: LeafContent {
  let input: TextInput
  let placeholder: ExactText
  let style: TextInputStyle
  let isFocused: Bool
  /// Whether lines wrap, and determine the height.
  let hasLines: Bool
  var scroll = TextInputScroll()
  var showsCaret = true
  /// The same text, prepared; `nil` if not prepared yet.
  var prepared: PreparedTextInput?

  init(
    input: TextInput, placeholder: String, style: TextInputStyle, isFocused: Bool, hasLines: Bool
  ) {
    self.input = input
    self.placeholder = ExactText(placeholder)
    self.style = style
    self.isFocused = isFocused
    self.hasLines = hasLines
  }

  func measure(in constraint: BoxConstraint, _ context: LeafContext) -> BoxMeasurement {
    let prepared = preparation(context)
    // Like in browsers, about twenty characters wide without an explicit width.
    let usual = style.text.size * context.environment.fonts.scale * 10
    let width: Double =
      switch constraint.width {
      case .undefined: usual
      case .minContent: min(usual, style.text.size)
      case .atMost(let width): min(usual, width)
      case .exactly(let width): width
      }
    let layout = hasLines ? prepared.layout(width: width) : prepared.strut
    return BoxMeasurement(
      size: Size(width: width, height: layout.size.height), firstBaseline: layout.firstBaseline)
  }

  func draw(to list: inout DisplayList, _ context: LeafContext) {
    let environment = context.environment
    let placed = preparation(context).placed(
      in: list.size, isFocused ? scroll : scroll.withoutFocus(hasLines: hasLines),
      scale: environment.scale)
    var commands: [DisplayCommand] = []
    if isFocused {
      let paint = DisplayPaint.color(style.selection.color(in: environment.theme))
      commands += placed.selection.map { .fill(DisplayShape($0), paint) }
    }
    commands.append(.text(placed.text(in: environment.theme), origin: placed.origin))
    if isFocused {
      let paint = DisplayPaint.color(style.text.themeColor.color(in: environment.theme))
      commands += placed.marks.map { .fill(DisplayShape($0), paint) }
    }
    list.append(
      .group(
        DisplayGroup(
          commands, clip: DisplayShape(clip(list.size)))))
    guard isFocused, showsCaret, let caret = placed.caretInSight else { return }
    let paint = DisplayPaint.color(style.caret.color(in: environment.theme))
    list.append(.fill(DisplayShape(caret), paint))
  }

  /// The visible part of the text: a field has the height of one script, and letters of others may
  /// be higher.
  private func clip(_ size: Size) -> Rect {
    let excess = hasLines ? 0 : size.height / 2
    return Rect(x: 0, y: -excess, width: size.width, height: size.height + 2 * excess)
  }

  private func preparation(_ context: LeafContext) -> PreparedTextInput {
    prepared
      ?? PreparedTextInput(
        input, placeholder: placeholder.string, style: style, hasLines: hasLines,
        in: context.environment, with: context.typesetter)
  }
}

/// An input with its text or placeholder prepared for layout.
package final class PreparedTextInput: Sendable {
  package let input: TextInput
  package let style: TextInputStyle
  let placeholder: ExactText
  let hasLines: Bool
  private let environment: LayoutEnvironment
  private let paragraph: PreparedParagraph
  /// A line of the style's own font: the height of a field, whatever is written in it.
  let strut: TextLayout
  /// The last layout, and its width.
  private let known = Mutex<(width: Double, layout: TextLayout)?>(nil)

  /// Prepares the text of an input.
  ///
  /// - Parameter old: The previous preparation, whose unchanged lines are reused.
  /// - Complexity: O(units), plus `Typesetter.prepare(_:)` for the changed lines.
  package init(
    _ input: TextInput, placeholder: String, style: TextInputStyle, hasLines: Bool,
    in environment: LayoutEnvironment, with typesetter: Typesetter,
    reusing old: PreparedTextInput? = nil
  ) {
    self.input = input
    self.style = style
    self.placeholder = ExactText(placeholder)
    self.hasLines = hasLines
    self.environment = environment
    if let old, old.shows(input, self.placeholder, style, hasLines, in: environment) {
      (paragraph, strut) = (old.paragraph, old.strut)
      if let layout = old.known.withLock({ $0 }) { known.withLock { $0 = layout } }
      return
    }
    let paragraph = Self.paragraph(of: input, placeholder, style, hasLines, in: environment)
    self.paragraph =
      old.map { typesetter.prepare(paragraph, reusing: $0.paragraph) }
      ?? typesetter.prepare(paragraph)
    strut =
      old.flatMap { $0.hasSameStrut(as: style, in: environment) ? $0.strut : nil }
      ?? typesetter.prepare(Self.strut(style, in: environment)).layout(width: 0)
  }

  /// Returns the paragraph to lay out for an input.
  private static func paragraph(
    of input: TextInput, _ placeholder: String, _ style: TextInputStyle, _ hasLines: Bool,
    in environment: LayoutEnvironment
  ) -> Paragraph {
    var text = style.text
    if input.isEmpty { text.themeColor = style.placeholder }
    var lines = ParagraphStyle(whiteSpace: hasLines ? .preWrap : .pre)
    // Empty text has the direction of the reader's language.
    if input.isEmpty, placeholder.isEmpty, environment.layoutDirection == .rightToLeft {
      lines.baseDirection = .rightToLeft
    }
    return Paragraph(
      input.isEmpty ? placeholder : input.shownText, style: text, paragraphStyle: lines
    )
    .adapted(to: environment.fonts, language: environment.locale)
  }

  /// Returns the paragraph of an empty line.
  private static func strut(
    _ style: TextInputStyle, in environment: LayoutEnvironment
  ) -> Paragraph {
    Paragraph("", style: style.text).adapted(to: environment.fonts, language: environment.locale)
  }

  /// Whether an empty line would be the same.
  private func hasSameStrut(
    as style: TextInputStyle, in environment: LayoutEnvironment
  ) -> Bool {
    self.style == style && self.environment.fonts == environment.fonts
      && self.environment.locale == environment.locale
  }

  /// Whether the paragraph for some inputs would be the same.
  private func shows(
    _ input: TextInput, _ placeholder: ExactText, _ style: TextInputStyle, _ hasLines: Bool,
    in environment: LayoutEnvironment
  ) -> Bool {
    self.input.hasSameText(as: input) && self.placeholder == placeholder && self.style == style
      && self.hasLines == hasLines && self.environment == environment
  }

  /// Returns the lines at a width.
  package func layout(width: Double) -> TextLayout {
    if let known = known.withLock({ $0 }), known.width == width { return known.layout }
    let layout = paragraph.layout(width: width)
    known.withLock { $0 = (width, layout) }
    return layout
  }

  /// Returns the placed text in a box.
  ///
  /// - Complexity: That of the lines, and of visible carets and rectangles.
  package func placed(in size: Size, _ scroll: TextInputScroll, scale: PixelScale)
    -> PlacedTextInput
  {
    PlacedTextInput(
      input, layout(width: size.width), in: size, scroll, centers: !hasLines, scale: scale)
  }
}

extension PreparedTextInput: Hashable {
  /// Whether both are the same object.
  package static func == (left: PreparedTextInput, right: PreparedTextInput) -> Bool {
    left === right
  }

  /// Hashes the object's identity.
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The scroll position of an input in layout points, and whether it follows the caret.
package struct TextInputScroll: Hashable, Sendable {
  /// The hidden extent at the left and the top of the text.
  var offset = Point.zero
  /// Whether to scroll until the caret is visible.
  var showsCaret = true

  /// Creates the scroll of an input.
  package init(offset: Point = .zero, showsCaret: Bool = true) {
    self.offset = offset
    self.showsCaret = showsCaret
  }

  /// The scroll of an input without focus: a field shows its start, and an area stays in place.
  package func withoutFocus(hasLines: Bool) -> TextInputScroll {
    TextInputScroll(offset: hasLines ? offset : .zero, showsCaret: false)
  }
}

/// An input in a box, with its scroll position and caret.
package struct PlacedTextInput: Sendable {
  /// The layout of the text or placeholder.
  let layout: TextLayout
  /// The scroll offset in layout points: the hidden extent at the left and the top.
  package let offset: Point
  /// The caret, in layout points from the corner of the box; it may be outside the box.
  package let caret: Rect
  /// The size of the box.
  private let size: Size
  /// The visible rectangles behind the selection, in the box.
  let selection: [Rect]
  /// The visible lines under marked text, in the box.
  let marks: [Rect]

  /// The width of the caret, in layout points.
  private static let caretWidth = 1.5

  init(
    _ input: TextInput, _ layout: TextLayout, in size: Size, _ scroll: TextInputScroll,
    centers: Bool, scale: PixelScale
  ) {
    self.layout = layout
    self.size = size
    isScrollable = !centers && layout.size.height > size.height
    let old = scroll.offset
    let place = input.caret(in: layout)
    let caretWidth = scale.lineWidth(Self.caretWidth)
    let line = layout.frame(ofLine: place.line)
    // Trailing spaces are not part of the frame of a line.
    let isOneLine = layout.lineCount == 1
    let left = isOneLine ? min(0, line.minX, place.x) : 0
    let right = isOneLine ? max(max(line.maxX, place.x) + caretWidth, size.width) : size.width
    let offset = Point(
      x: scale.rounded(
        Self.scrolled(
          old.x, to: scroll.showsCaret || !isOneLine ? place.x..<place.x + caretWidth : nil,
          in: left..<max(right, left), length: size.width)),
      y: scale.rounded(
        centers
          ? (layout.size.height - size.height) / 2
          : Self.scrolled(
            old.y, to: scroll.showsCaret ? line.minY..<max(line.minY, line.maxY) : nil,
            in: 0..<max(0, layout.size.height), length: size.height)))
    self.offset = offset
    caret = Rect(
      x: min(
        max(scale.rounded(place.x - caretWidth / 2) - offset.x, 0),
        max(0, size.width - caretWidth)),
      y: place.top - offset.y, width: caretWidth, height: place.bottom - place.top)
    let height = max(scale.lineWidth(1), 1 / scale.factor)
    let top = layout.line(atY: offset.y)
    let lines = top..<max(top, layout.line(atY: offset.y + size.height)) + 1
    let move = { (rect: Rect) in rect.offset(x: -offset.x, y: -offset.y) }
    selection = input.rectangles(of: input.selection.range, in: layout, onLines: lines).map(move)
    marks = input.rectangles(of: input.markedRange ?? 0..<0, in: layout, onLines: lines).map(move)
      .map { Rect(x: $0.minX, y: scale.rounded($0.maxY) - height, width: $0.width, height: height) }
  }

  /// Returns the offset nearest to an old one at which a range is visible, if one is given, without
  /// scrolling beyond the content.
  private static func scrolled(
    _ old: Double, to stretch: Range<Double>?, in content: Range<Double>, length: Double
  ) -> Double {
    var offset = old.limited()
    if let stretch {
      offset = min(offset, stretch.lowerBound)
      offset = max(offset, stretch.upperBound - length)
    }
    offset = min(offset, content.upperBound - length)
    return max(offset, content.lowerBound)
  }

  /// The visible part of the caret; `nil` if hidden.
  package var caretInSight: Rect? {
    let (top, bottom) = (max(caret.minY, 0), min(caret.maxY, size.height))
    guard top < bottom else { return nil }
    return Rect(x: caret.minX, y: top, width: caret.width, height: bottom - top)
  }

  /// Whether there is more text than fits, above or below.
  package let isScrollable: Bool

  /// The corner of the text in the box.
  var origin: Point { Point(x: -offset.x, y: -offset.y) }

  /// Returns the text in the colours of a theme.
  func text(in theme: Theme) -> TextLayout {
    var text = layout
    text.theme = theme
    return text
  }

  /// Maps a point of the box to the layout.
  package func layoutPoint(_ point: Point) -> Point { point.offset(x: offset.x, y: offset.y) }
}
