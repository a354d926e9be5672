public import LinecasterBase
public import LinecasterDisplay
public import LinecasterRaster

/// Somewhere that images come from that takes its time, such as a server.
///
///     struct Avatars: ImageSource {
///       func load(_ image: ImageReference, covering size: PixelSize?) async throws -> Bitmap {
///         try await Task.sleep(for: .milliseconds(200))
///         return try Bitmap(width: 48, height: 48, background: .black)
///       }
///     }
public protocol ImageSource: Sendable {
  /// The size of an image, a pixel a layout point, where it can be had sooner than the pixels; nil
  /// where only loading tells. Called by a task that is cancelled when nobody wants the image.
  func naturalSize(of image: ImageReference) async throws -> Size?

  /// The pixels of an image.
  ///
  /// Called by a task that is cancelled when nobody wants the image any more.
  ///
  /// - Parameters:
  ///   - image: The name that a cell asks for it by.
  ///   - size: The size that it is drawn at, which the pixels need not have, but should cover; nil
  ///     for its own.
  func load(_ image: ImageReference, covering size: PixelSize?) async throws -> Bitmap
}

extension ImageSource {
  /// Nil: sizes are those of the images loaded.
  public func naturalSize(of image: ImageReference) async throws -> Size? { nil }
}
