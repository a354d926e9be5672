/// A place on the axes of a variable font to which its makers gave a name (OpenType `fvar`).
public struct FontInstance: Hashable, Sendable {
  /// The name for people, in English, such as "Condensed Bold".
  public let name: String
  /// The place, a value for every axis of the face.
  public let variations: [FontVariation]
}
