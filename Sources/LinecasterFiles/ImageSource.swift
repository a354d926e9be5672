public import LinecasterBase
public import LinecasterDisplay
public import LinecasterRaster

/// An asynchronous source of images, for example a server.
///
///     struct Avatars: ImageSource {
///       func load(_ image: ImageReference, covering size: PixelSize?) async throws -> Bitmap {
///         try await Task.sleep(for: .milliseconds(200))
///         return try Bitmap(width: 48, height: 48, background: .black)
///       }
///     }
public protocol ImageSource: Sendable {
  /// Returns the size of an image in layout points, one per pixel; `nil` if it is known only after
  /// loading the pixels.
  ///
  /// The calling task is cancelled when the image is no longer needed.
  func naturalSize(of image: ImageReference) async throws -> Size?

  /// Loads the pixels of an image.
  ///
  /// The calling task is cancelled when the image is no longer needed.
  ///
  /// - Parameters:
  ///   - image: The image, as the cell names it.
  ///   - size: The drawn size in pixels, which the result should cover but need not equal; `nil`
  ///     for the image's own size.
  func load(_ image: ImageReference, covering size: PixelSize?) async throws -> Bitmap
}

extension ImageSource {
  /// Returns `nil`: sizes are known only after loading.
  public func naturalSize(of image: ImageReference) async throws -> Size? { nil }
}
