public import LinecasterText

/// A field of a screen: what is written in a region of a row, and where that goes.
///
///     var fields: [ScreenField] {
///       [ScreenField("recipient", Binding(self, \.recipient), placeholder: "Who gets it?")]
///     }
///
/// The row shows what is written by a `TextField` with the tag; a host with a keyboard has people
/// write there. What is written and the value are kept equal, whichever of them changes.
@MainActor
public struct ScreenField {
  /// The tag of the region.
  public let tag: InlinePayload
  /// What is written.
  public let text: Binding<String>
  /// What kind of text it is.
  public var kind: TextInput.Kind
  /// What it is called, for people who do not see it.
  public var label: String?
  /// What is shown where nothing is written.
  public var placeholder: String
  /// Called where return is pressed; nil for nothing.
  public var onSubmit: (@MainActor () -> Void)?

  /// Makes a field.
  ///
  /// - Parameters:
  ///   - tag: The tag of the region.
  ///   - text: What is written.
  ///   - kind: What kind of text it is.
  ///   - label: What it is called, for people who do not see it.
  ///   - placeholder: What is shown where nothing is written.
  ///   - onSubmit: Called where return is pressed; nil for nothing.
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
