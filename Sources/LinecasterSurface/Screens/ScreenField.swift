public import LinecasterText

/// A text field of a screen: the region of a row, and the binding to its text.
///
///     var fields: [ScreenField] {
///       [ScreenField("recipient", Binding(self, \.recipient), placeholder: "Who gets it?")]
///     }
///
/// The row shows the text by a `TextField` with the tag, and a host with a keyboard edits it there.
/// The field and the value are kept equal in both directions.
@MainActor
public struct ScreenField {
  /// The tag of the region.
  public let tag: InlinePayload
  /// The text.
  public let text: Binding<String>
  /// The kind of text.
  public var kind: TextInput.Kind
  /// The accessibility label.
  public var label: String?
  /// The text of an empty field.
  public var placeholder: String
  /// Called when return is pressed; `nil` for no action.
  public var onSubmit: (@MainActor () -> Void)?

  /// Makes a field.
  ///
  /// - Parameters:
  ///   - tag: The tag of the region.
  ///   - text: The text.
  ///   - kind: The kind of text.
  ///   - label: The accessibility label.
  ///   - placeholder: The text of an empty field.
  ///   - onSubmit: Called when return is pressed; `nil` for no action.
  public init(
    _ tag: some Hashable & Sendable, _ text: Binding<String>, kind: TextInput.Kind = .field,
    label: String? = nil, placeholder: String = "", onSubmit: (@MainActor () -> Void)? = nil
  ) {
    self.tag = InlinePayload(tag)
    self.text = text
    self.kind = kind
    self.label = label
    self.placeholder = placeholder
    self.onSubmit = onSubmit
  }
}
