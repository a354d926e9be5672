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
}
