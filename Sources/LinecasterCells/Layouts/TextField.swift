public import LinecasterBase
import LinecasterBoxLayout
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
