public import LinecasterBase
import LinecasterBoxLayout
public import LinecasterText

/// A line of text that somebody writes, as wide as there is room for.
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
/// Where it has the focus, the selection, the caret and a line under marked text are drawn, and a
/// text that is too long is scrolled so that the caret is seen. Passwords are dots. What is written
/// is the value of its region, whose role is that of a field.
public struct TextField: Layout {
  /// The tree of nodes the layout stands for.
  public let node: LayoutNode

  /// Makes a field.
  ///
  /// - Parameters:
  ///   - input: What is written; line terminators of an area do not end lines here.
  ///   - label: What the field is called, for people who do not see it.
  ///   - placeholder: What is shown where nothing is written.
  ///   - style: How the text, the caret and the selection look.
  ///   - isFocused: Whether it has the focus of the keyboard.
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

/// Text of several lines that somebody writes, as wide as there is room for and as high as its
/// lines, unless it is given a height.
///
///     let note = TextArea(TextInput("Dear Ada,\n", kind: .area), label: "Note", isFocused: true)
///       .frame(minHeight: 60, maxHeight: 200)
///
/// It is drawn as a `TextField` is, and scrolled up and down so that the caret is seen.
public struct TextArea: Layout {
  /// The tree of nodes the layout stands for.
  public let node: LayoutNode

  /// Makes an area.
  ///
  /// - Parameters:
  ///   - input: What is written.
  ///   - label: What the area is called, for people who do not see it.
  ///   - placeholder: What is shown where nothing is written.
  ///   - style: How the text, the caret and the selection look.
  ///   - isFocused: Whether it has the focus of the keyboard.
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
  /// What shows an input, with the meaning of a field.
  fileprivate static func input(_ content: TextInputContent, label: String?) -> LayoutNode {
    LayoutNode(.leaf(AnyLeafContent(content)))
      .role(.textField, label: label, value: content.input.shownValue)
  }

  /// What shows an input that was prepared, as high as the column that it is in.
  package static func input(
    _ prepared: PreparedTextInput, _ scroll: TextInputScroll, isFocused: Bool, label: String?
  ) -> LayoutNode {
    var content = TextInputContent(
      input: prepared.input, placeholder: prepared.placeholder.string, style: prepared.style,
      isFocused: isFocused, hasLines: prepared.hasLines)
    content.scroll = scroll
    content.prepared = prepared
    // The host draws the caret itself, as it comes and goes.
    content.showsCaret = false
    return input(content, label: label).grow().modified {
      $0.style.minHeight = .zero
      $0.style.basis = .zero
    }
  }
}

extension TextInput {
  /// What is written, in words for those who do not see it.
  fileprivate var shownValue: String { kind == .password ? shownText : text }
}

/// How text looks that somebody writes.
///
///     var style = TextInputStyle(text: TextStyle(size: 17))
///     style.caret = ThemeColor(Color(rgb: 0xD6336C))
public struct TextInputStyle: Hashable, Sendable {
  /// The letters.
  public var text: TextStyle
  /// The letters of a placeholder.
  public var placeholder = ThemeColor.secondaryText
  /// What is behind letters that are selected.
  public var selection = ThemeColor.selection
  /// The caret.
  public var caret = ThemeColor.accent

  /// Makes the style of an input.
  public init(text: TextStyle = TextStyle(size: 15)) {
    self.text = text
  }
}
