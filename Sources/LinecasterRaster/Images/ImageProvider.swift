public import LinecasterDisplay

/// Something that finds the pixels of pictures by name.
///
/// Drawing asks from any thread, several at once; answer without waiting for the network.
public protocol ImageProvider: Sendable {
  /// The pixels of a picture, or nil where there are none (yet); a placeholder is drawn then.
  func bitmap(for image: ImageReference) -> Bitmap?
}
