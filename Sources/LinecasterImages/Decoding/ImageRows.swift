import LinecasterRaster

/// An image that is decoded row by row, as premultiplied RGBA.
protocol ImageRows {
  /// Pixels of a row.
  var width: Int { get }
  /// Rows.
  var height: Int { get }

  /// How much of them belongs to the image, in eighths of a pixel: the last ones of a JPEG file
  /// at an eighth of its size stand for as few as one of its pixels.
  var eighths: PixelSize { get }

  /// Decodes the next row into `width` pixels of four bytes.
  ///
  /// - Throws: `ImageError` with code `malformed`.
  func read(into row: UnsafeMutableBufferPointer<UInt8>) throws(ImageError)
}

extension ImageRows {
  var eighths: PixelSize { PixelSize(width: width * 8, height: height * 8) }
}
