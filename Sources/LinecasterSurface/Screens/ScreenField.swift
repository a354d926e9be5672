public import LinecasterCells
public import LinecasterText

/// A text field of a screen: the region of a row in which it is shown, and the binding to its text.
///
///     var fields: [ScreenField] {
///       [ScreenField("recipient", Binding(self, \.recipient), placeholder: "Who gets it?")]
///     }
///
/// The row shows the text by a `TextField` in a region with the tag, and a host with a keyboard
/// edits it there. The row draws everything around the text, for example a border in another colour
/// while the region is focused (`CellState.isFocused(_:)`). The field and the value are kept equal
/// in both directions.
@MainActor
public struct ScreenField {
  /// The tag of the region in which the field is shown.
  public let tag: InlinePayload
  /// The binding to the text.
  public let text: Binding<String>
  /// The kind of the field: one line, several lines or a password.
  public var kind: TextInput.Kind
  /// The style of the text, as in the row's `TextField`.
  public var style: TextInputStyle
  /// The accessibility label.
  public var label: String?
  /// The text shown in an empty field.
  public var placeholder: String
  /// Called when return is pressed; `nil` for no action.
  public var onSubmit: (@MainActor () -> Void)?

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - tag: The tag of the region.
  ///   - text: The text.
  ///   - kind: The kind of text.
  ///   - style: The style of the text, as in the row's `TextField`.
  ///   - label: The accessibility label.
  ///   - placeholder: The text shown in an empty field.
  ///   - onSubmit: Called when return is pressed; `nil` for no action.
  public init(
    _ tag: some Hashable & Sendable, _ text: Binding<String>, kind: TextInput.Kind = .field,
    style: TextInputStyle = TextInputStyle(),
    label: String? = nil, placeholder: String = "", onSubmit: (@MainActor () -> Void)? = nil
  ) {
    self.tag = InlinePayload(tag)
    self.text = text
    self.kind = kind
    self.style = style
    self.label = label
    self.placeholder = placeholder
    self.onSubmit = onSubmit
  }
}
