import LinecasterDisplay
import LinecasterImages
import LinecasterRaster

/// The pictures that figures show, by name.
struct FigurePictures: ImageProvider {
  static let upright = ImageReference("upright")
  static let lying = ImageReference("lying")

  /// The picture decoded for a width.
  static func covering(width: Int) -> ImageReference { ImageReference("\(width)") }

  func bitmap(for image: ImageReference) -> Bitmap? {
    switch image {
    case Self.upright: try? PictureDecoder().decode(CoastPicture.jpeg)
    case Self.lying: try? PictureDecoder().decode(CoastPicture.lying)
    default: reduced(image) ?? SamplePictures().bitmap(for: image)
    }
  }

  private func reduced(_ image: ImageReference) -> Bitmap? {
    guard let width = Int(image.name) else { return nil }
    let size = PixelSize(width: width, height: width * 3 / 4)
    return try? PictureDecoder().decode(CoastPicture.jpeg, covering: size)
  }
}
