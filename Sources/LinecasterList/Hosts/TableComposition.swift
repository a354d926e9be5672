public import LinecasterGeometry
public import LinecasterRaster

/// The rows of a list that an image should show, with their places in it.
///
/// A value without ties to the main actor, so that a worker can put the image together.
public struct TableComposition: Sendable {
  /// A row's pixels and where they are.
  struct Place: Sendable {
    /// Its top left corner, from that of the image, in layout points.
    let origin: Point
    let image: CellImage
  }

  /// The size of the image in layout points.
  public let size: Size
  /// Device pixels a layout point.
  public let scale: PixelScale
  /// The number of rows shown.
  public var rowCount: Int { places.count }

  let places: [Place]

  /// Copies all rows into one image.
  ///
  /// - Parameter background: What is where no row is.
  /// - Throws: `RasterError` with code `tooLarge` where the image would be over the limits of a
  ///   bitmap.
  /// - Complexity: O(pixels), O(1) where one row is all of the image. May run on any thread.
  public func bitmap(background: Color = .clear) throws(RasterError) -> Bitmap {
    let (width, height) = (scale.pixels(size.width), scale.pixels(size.height))
    if places.count == 1, let place = places.first, place.origin == .zero,
      (place.image.bitmap.width, place.image.bitmap.height) == (width, height)
    {
      return place.image.bitmap
    }
    var bitmap = try Bitmap(width: width, height: height, background: background)
    for place in places {
      bitmap.draw(
        place.image.bitmap, atX: Int((place.origin.x * scale.factor).rounded()),
        y: Int((place.origin.y * scale.factor).rounded()))
    }
    return bitmap
  }
}
