public import LinecasterGeometry
public import LinecasterRaster

/// The rows of a list that a picture should show, with their places in it.
///
/// A value without ties to the main actor, so that a worker can put the picture together.
public struct ListComposition: Sendable {
  /// A row's pixels and where they are.
  struct Place: Sendable {
    /// Its top left corner, from that of the picture, in layout points.
    let origin: Point
    let image: CellImage
  }

  /// The size of the picture in layout points.
  public let size: Size
  /// Device pixels a layout point.
  public let scale: PixelScale
  /// The number of rows shown.
  public var rowCount: Int { places.count }

  let places: [Place]

  /// Copies all rows into one picture.
  ///
  /// - Throws: `RasterError` with code `tooLarge` where the picture would be over the limits of a
  ///   bitmap.
  /// - Complexity: O(pixels). May run on any thread.
  public func bitmap() throws(RasterError) -> Bitmap {
    var bitmap = try Bitmap(
      width: scale.pixels(size.width), height: scale.pixels(size.height))
    for place in places {
      bitmap.draw(
        place.image.bitmap, atX: Int((place.origin.x * scale.factor).rounded()),
        y: Int((place.origin.y * scale.factor).rounded()))
    }
    return bitmap
  }
}
