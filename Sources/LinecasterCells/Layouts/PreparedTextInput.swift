package import LinecasterBase
import LinecasterBoxLayout
import LinecasterDisplay
package import LinecasterText
import Synchronization

/// An input with its text or placeholder as a document, which is laid out where it is shown.
package final class PreparedTextInput: Sendable {
  package let input: TextInput
  package let style: TextInputStyle
  let placeholder: ExactText
  let hasLines: Bool
  private let environment: LayoutEnvironment
  /// A line of the style's own font: the height of a field, whatever is written in it.
  private let strut: TextLayout
  private let lines: Mutex<Lines>

  /// The shown text, with what is known about its lines.
  private struct Lines {
    var text: TextDocument
    /// The last place of the text, which is asked for again.
    var last: (size: Size, scroll: TextInputScroll, scale: PixelScale, placed: PlacedTextInput)?
  }

  /// The longest text whose lines are all laid out at first, in UTF-16 units; the heights of longer
  /// texts are estimates outside of what was shown.
  static let mostUnitsMeasured = 1 << 16

  /// Prepares the text of an input.
  ///
  /// - Parameter old: The previous preparation, whose unchanged paragraphs are reused.
  /// - Complexity: O(units). A text of at most `mostUnitsMeasured` is laid out, except for
  ///   paragraphs that the previous preparation has.
  package init(
    _ input: TextInput, placeholder: String, style: TextInputStyle, hasLines: Bool,
    in environment: LayoutEnvironment, with typesetter: Typesetter,
    reusing old: PreparedTextInput? = nil
  ) {
    self.input = input
    self.style = style
    let shownPlaceholder = ExactText(placeholder)
    self.placeholder = shownPlaceholder
    self.hasLines = hasLines
    self.environment = environment
    let hasSameFont =
      old.map { $0.style == style && $0.environment.hasSameFonts(as: environment) } ?? false
    strut =
      old.flatMap { hasSameFont ? $0.strut : nil }
      ?? typesetter.prepare(Self.emptyLine(style, in: environment)).layout(width: 0)
    let text = old.flatMap { old -> TextDocument? in
      let isSame =
        hasSameFont && old.hasLines == hasLines && old.environment == environment
        && old.input.kind == input.kind && old.input.isEmpty == input.isEmpty
        && (!input.isEmpty || old.placeholder == shownPlaceholder)
      return isSame ? old.text.edited(from: old.input, to: input) : nil
    }
    lines = Mutex(
      Lines(
        text: text
          ?? TextDocument(
            Self.paragraph(of: input, placeholder, style, hasLines, in: environment),
            width: environment.width, typesetter: typesetter)))
  }

  private static func emptyLine(
    _ style: TextInputStyle, in environment: LayoutEnvironment
  ) -> Paragraph {
    Paragraph("", style: style.text).adapted(to: environment.fonts, language: environment.locale)
  }

  /// Returns the paragraphs to lay out for an input.
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

  /// The shown text, as far as it is laid out.
  package var text: TextDocument { lines.withLock { $0.text } }

  /// Returns the size of a field, or of all lines of an area.
  ///
  /// - Parameter isExact: Whether the height may not be an estimate.
  func measurement(width: Double, isExact: Bool) -> BoxMeasurement {
    guard hasLines else {
      return BoxMeasurement(
        size: Size(width: width, height: strut.size.height), firstBaseline: strut.firstBaseline)
    }
    var text = text
    text.width = width
    if isExact { text.layOut(from: 0, to: .infinity) }
    return BoxMeasurement(
      size: Size(width: width, height: text.height),
      firstBaseline: text.placedParagraph(at: 0).layout.firstBaseline)
  }

  /// Lays out what is seen of the text in a box.
  ///
  /// - Complexity: That of the paragraphs in the box.
  package func placed(in size: Size, _ scroll: TextInputScroll, scale: PixelScale)
    -> PlacedTextInput
  {
    let size = Size(width: size.width.limited(), height: size.height.limited())
    return lines.withLock { lines in
      if let last = lines.last, last.size == size, last.scroll == scroll, last.scale == scale {
        return last.placed
      }
      lines.text.width = size.width
      let placed = PlacedTextInput(
        input, &lines.text, in: size, scroll, centers: !hasLines, scale: scale)
      lines.last = (size, scroll, scale, placed)
      return placed
    }
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

extension LayoutEnvironment {
  fileprivate func hasSameFonts(as other: LayoutEnvironment) -> Bool {
    fonts == other.fonts && locale == other.locale
  }
}

/// The scroll position of an input in layout points, and whether it follows the caret.
package struct TextInputScroll: Hashable, Sendable {
  /// The hidden extent at the left and the top of the text.
  var offset = Point.zero
  /// The distance to scroll from there, downwards.
  var change = 0.0
  /// Whether to scroll until the caret is visible.
  var showsCaret = true

  /// Creates the scroll of an input.
  package init(offset: Point = .zero, change: Double = 0, showsCaret: Bool = true) {
    self.offset = offset
    self.change = change
    self.showsCaret = showsCaret
  }

  /// The scroll of an input without focus: a field shows its start, and an area stays in place.
  package func withoutFocus(hasLines: Bool) -> TextInputScroll {
    hasLines
      ? TextInputScroll(offset: offset, change: change, showsCaret: false)
      : TextInputScroll(showsCaret: false)
  }
}

/// An input in a box, with its scroll position and caret.
package struct PlacedTextInput: Sendable {
  /// The paragraphs in sight.
  let paragraphs: [PlacedParagraph]
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
  /// Whether there is more text than fits, above or below.
  package let isScrollable: Bool

  /// The width of the caret, in layout points.
  private static let caretWidth = 1.5

  init(
    _ input: TextInput, _ text: inout TextDocument, in size: Size, _ scroll: TextInputScroll,
    centers: Bool, scale: PixelScale
  ) {
    self.size = size
    let caretWidth = scale.lineWidth(Self.caretWidth)
    let (top, paragraphs) = Self.scroll(input, &text, in: size, scroll, centers: centers, scale)
    self.paragraphs = paragraphs
    isScrollable = !centers && text.height > size.height
    let place = input.place(in: text)
    let (line, caret) = (place.lineFrame, place.caret)
    // Trailing spaces are not part of the frame of a line.
    let isOneLine = text.paragraphCount == 1 && place.paragraph.layout.lineCount == 1
    let left = isOneLine ? min(0, line.minX, caret.x) : 0
    let right = isOneLine ? max(max(line.maxX, caret.x) + caretWidth, size.width) : size.width
    let offset = Point(
      x: scale.rounded(
        Self.scrolled(
          scroll.offset.x,
          to: scroll.showsCaret || !isOneLine ? caret.x..<caret.x + caretWidth : nil,
          in: left..<max(right, left), length: size.width)),
      y: top)
    self.offset = offset
    self.caret = Rect(
      x: min(
        max(scale.rounded(caret.x - caretWidth / 2) - offset.x, 0),
        max(0, size.width - caretWidth)),
      y: caret.top - top, width: caretWidth, height: caret.bottom - caret.top)
    let height = max(scale.lineWidth(1), 1 / scale.factor)
    let rectangles = { (range: Range<Int>) in
      paragraphs.flatMap {
        input.rectangles(of: range, in: $0, from: top, to: top + size.height)
      }.map { $0.offset(x: -offset.x, y: -top) }
    }
    selection = rectangles(input.selection.range)
    marks = rectangles(input.markedRange ?? 0..<0).map {
      Rect(x: $0.minX, y: scale.rounded($0.maxY) - height, width: $0.width, height: height)
    }
  }

  /// Lays out what is in sight, and returns its top edge with its paragraphs.
  private static func scroll(
    _ input: TextInput, _ text: inout TextDocument, in size: Size, _ scroll: TextInputScroll,
    centers: Bool, _ scale: PixelScale
  ) -> (top: Double, paragraphs: [PlacedParagraph]) {
    var top = scroll.offset.y.limited()
    if !scroll.showsCaret { top = text.scrolled(from: top, by: scroll.change, height: size.height) }
    var wasExact = false
    while true {
      let unmeasured = text.unmeasuredCount
      let paragraphs = text.layOut(from: top, to: top + size.height)
      if text.utf16Count <= PreparedTextInput.mostUnitsMeasured { text.measure(paragraphs: .max) }
      let line = input.place(in: text).lineFrame
      let wanted = scale.rounded(
        centers
          ? (text.height - size.height) / 2
          : scrolled(
            top, to: scroll.showsCaret ? line.minY..<max(line.minY, line.maxY) : nil,
            in: 0..<max(0, text.height), length: size.height))
      // Paragraphs move where estimated heights above them become exact.
      let isAtPlace = paragraphs.first.map { text.placedParagraph(at: $0.index).top == $0.top }
      if wanted == top, isAtPlace ?? true { return (top, paragraphs) }
      // The second pass with the same heights is the last one, whatever numbers it is given.
      let isExact = text.unmeasuredCount == unmeasured
      if isExact, wasExact { return (top, paragraphs) }
      (top, wasExact) = (wanted, isExact)
    }
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

  /// Returns the commands that draw the text in the colours of a theme.
  func texts(in theme: Theme) -> [DisplayCommand] {
    paragraphs.map {
      var layout = $0.layout
      layout.theme = theme
      return .text(layout, origin: Point(x: -offset.x, y: $0.top - offset.y))
    }
  }

  /// Maps a point of the box to the layout.
  package func layoutPoint(_ point: Point) -> Point { point.offset(x: offset.x, y: offset.y) }
}

extension TextDocument {
  /// Returns the top edge of what is in sight after scrolling: text that stays in sight moves by
  /// just that distance, although heights above it are estimates before.
  fileprivate mutating func scrolled(
    from top: Double, by change: Double, height: Double
  ) -> Double {
    let change = change.limited()
    guard change < 0, -change <= 4 * height else { return top + change }
    let index = paragraphIndex(atY: top)
    let before = placedParagraph(at: index).top
    layOut(from: top + change, to: top)
    return top + change + placedParagraph(at: index).top - before
  }
}
