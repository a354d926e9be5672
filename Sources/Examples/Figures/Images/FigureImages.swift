import LinecasterDisplay
import LinecasterImages
import LinecasterRaster

/// The images that figures show, by name.
struct FigureImages: ImageProvider {
  static let upright = ImageReference("upright")
  static let lying = ImageReference("lying")

  /// The image decoded for a width.
  static func covering(width: Int) -> ImageReference { ImageReference("\(width)") }

  func bitmap(for image: ImageReference) -> Bitmap? {
    switch image {
    case Self.upright: try? ImageDecoder().decode(CoastImage.jpeg)
    case Self.lying: try? ImageDecoder().decode(CoastImage.lying)
    default: reduced(image) ?? SampleImages().bitmap(for: image)
    }
  }

  private func reduced(_ image: ImageReference) -> Bitmap? {
    guard let width = Int(image.name) else { return nil }
    let size = PixelSize(width: width, height: width * 3 / 4)
    return try? ImageDecoder().decode(CoastImage.jpeg, covering: size)
  }
}
