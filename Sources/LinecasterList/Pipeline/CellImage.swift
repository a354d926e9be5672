public import LinecasterGeometry
public import LinecasterRaster

/// The pixels of a cell, ready to be copied to a screen.
public struct CellImage: Sendable {
  /// The pixels.
  public let bitmap: Bitmap
  /// The size of the cell, in layout points.
  public let size: Size
  /// Device pixels a layout point.
  public let scale: PixelScale

  /// The pixels that are not those of an earlier image of the cell, for hosts that keep the pixels
  /// in a texture: at most sixteen rectangles, or all of the cell where its size or scale differs.
  ///
  /// - Complexity: O(pixels), without drawing. Any thread.
  public func changes(since earlier: CellImage) -> [PixelRect] {
    bitmap.changes(since: earlier.bitmap)
  }
}
