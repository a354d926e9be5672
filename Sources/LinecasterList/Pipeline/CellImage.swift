public import LinecasterBase
import LinecasterCells
public import LinecasterRaster

/// The pixels of a cell, in bands that are ready to be copied to a screen.
///
/// A cell of up to 512 rows of pixels has one band. A list draws the bands of a taller cell that
/// are near the viewport, so a cell may be as tall as a book:
///
///     for band in image.bands { screen.draw(band.bitmap, atX: left, y: top + band.top) }
///
/// Bands that are equal in two images of a row share their pixels.
public struct CellImage: Sendable {
  /// Pixels in the full width of a cell.
  public struct Band: Sendable {
    /// The distance from the top of the cell, in device pixels.
    public let top: Int
    /// The pixels.
    public let bitmap: Bitmap
  }

  /// The number of columns of device pixels.
  public let width: Int
  /// The number of rows of device pixels.
  public let height: Int
  /// The drawn bands from top to bottom, without gaps.
  public let bands: [Band]
  /// The size of the cell, in layout points.
  public let size: Size
  /// The number of device pixels per layout point.
  public let scale: PixelScale
  /// The characters in it that no font covers.
  var missingCharacters: [Unicode.Scalar] = []
  /// The arrangement that was drawn, for hit tests; `nil` for pixels that are not of a cell.
  var arrangement: CellArrangement?
  /// The drawing, which draws more bands; `nil` for pixels that are not of a cell.
  private(set) var drawing: RowDrawing?

  /// Creates an image of pixels.
  package init(bitmap: Bitmap, size: Size, scale: PixelScale) {
    (width, height) = (bitmap.width, bitmap.height)
    (self.size, self.scale) = (size, scale)
    let bandHeight = RowDrawing.bandHeight
    guard bitmap.height > bandHeight else {
      bands = [Band(top: 0, bitmap: bitmap)]
      return
    }
    bands = stride(from: 0, to: bitmap.height, by: bandHeight).map { top in
      Band(
        top: top,
        bitmap: bitmap.cropped(x: 0, y: top, width: bitmap.width, height: bandHeight))
    }
  }

  /// Creates the image of a cell.
  init(_ drawing: RowDrawing, of arrangement: CellArrangement, scale: PixelScale) {
    (width, height) = (drawing.width, drawing.height)
    (size, self.scale) = (arrangement.size, scale)
    missingCharacters = arrangement.missingCharacters
    self.arrangement = arrangement
    self.drawing = drawing
    bands = zip(drawing.bands, drawing.bitmaps).map { index, bitmap in
      Band(top: index * RowDrawing.bandHeight, bitmap: bitmap)
    }
  }

  /// The bands that need no drawing.
  var drawnBands: Range<Int> { drawing?.covered ?? RowDrawing.allBands }

  /// Whether the cell has several bands.
  var isTall: Bool { height > RowDrawing.bandHeight }

  /// The memory of the pixels, in bytes.
  var byteCount: Int { bands.reduce(0) { $0 + $1.bitmap.pixels.count } }
}

extension CellImage {
  /// Returns the pixels of the cell in one image; bands that are not drawn are clear.
  ///
  /// - Throws: `RasterError` with code `tooLarge` if the cell exceeds the limits of a bitmap.
  /// - Complexity: O(pixels), or O(1) for one band.
  public func bitmap() throws(RasterError) -> Bitmap {
    try joined(rows: 0..<height)
  }

  /// Returns the pixels of the drawn bands in one image, and its distance from the top of the cell.
  func drawnBitmap() throws(RasterError) -> (bitmap: Bitmap, top: Int)? {
    guard let first = bands.first, let last = bands.last else { return nil }
    return (try joined(rows: first.top..<last.top + last.bitmap.height), first.top)
  }

  private func joined(rows: Range<Int>) throws(RasterError) -> Bitmap {
    if bands.count == 1, let band = bands.first, band.top == rows.lowerBound,
      band.bitmap.height == rows.count
    {
      return band.bitmap
    }
    var whole = try Bitmap(width: width, height: rows.count)
    for band in bands { whole.draw(band.bitmap, atX: 0, y: band.top - rows.lowerBound) }
    return whole
  }

  /// Returns the areas that differ from an earlier image of the cell, for hosts that keep the
  /// pixels in a texture.
  ///
  /// - Returns: At most sixteen rectangles for each drawn band, the whole of a band that is not
  ///   drawn in the earlier image, or the whole cell if its size or scale differs.
  /// - Complexity: O(pixels), without drawing; O(1) for bands that share their pixels. May be
  ///   called on any thread.
  public func changes(since earlier: CellImage) -> [PixelRect] {
    guard (width, height) == (earlier.width, earlier.height) else {
      let all = PixelRect(x: 0, y: 0, width: width, height: height)
      return all.isEmpty ? [] : [all]
    }
    return bands.flatMap { band in
      let old = earlier.bands.first { $0.top == band.top }?.bitmap
      let changes =
        old.map { band.bitmap.changes(since: $0) }
        ?? [PixelRect(x: 0, y: 0, width: width, height: band.bitmap.height)]
      return changes.map { rect in
        PixelRect(x: rect.left, y: rect.top + band.top, width: rect.width, height: rect.height)
      }
    }
  }
}
