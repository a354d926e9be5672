public import LinecasterGeometry

/// Something that knows how large images are before their pixels are there.
///
/// Layout asks from any thread, several at once; answer from a header, without decoding.
public protocol ImageSizes: Sendable {
  /// The size at which an image is shown where nothing else is said, a pixel a layout point; nil
  /// where it is not known.
  func naturalSize(of image: ImageReference) -> Size?
}
