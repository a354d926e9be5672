/// The name of an image whose pixels come later, such as the path of its file.
public struct ImageReference: Hashable, Sendable {
  /// The name by which an image provider finds the pixels.
  public let name: String

  /// Makes a reference by name.
  public init(_ name: String) {
    self.name = name
  }
}
