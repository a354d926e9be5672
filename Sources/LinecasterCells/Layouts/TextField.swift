public import LinecasterBase
import LinecasterBoxLayout
import LinecasterDisplay
public import LinecasterText

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
    // The host knows the value, which long texts take a while to find.
    let field = LayoutNode(.leaf(AnyLeafContent(content))).role(.textField, label: label)
    return field.grow().modified {
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
    return prepared.measurement(width: width, isExact: self.prepared == nil)
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
    commands += placed.texts(in: environment.theme)
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
