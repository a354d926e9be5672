import LinecasterRaster

/// Puts decoded rows together as a bitmap: made smaller, and turned upright.
struct ImageAssembler {
  /// The size of the result before it is turned.
  private let size: PixelSize
  private let orientation: ImageOrientation
  private var pixels: [UInt8]

  /// Makes the memory for a result of a size, to be turned.
  init(size: PixelSize, orientation: ImageOrientation) {
    self.size = size
    self.orientation = orientation
    pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
  }

  /// Decodes all rows of an image.
  ///
  /// - Throws: `ImageError` with code `malformed`.
  mutating func append(_ rows: some ImageRows) throws(ImageError) {
    let source = PixelSize(width: rows.width, height: rows.height)
    var row = [UInt8](repeating: 0, count: source.width * 4)
    let isWhole = rows.eighths == PixelSize(width: size.width * 8, height: size.height * 8)
    var reducer = isWhole ? nil : RowReducer(from: rows.eighths, to: size)
    for index in 0..<source.height {
      try row.withUnsafeMutableBufferPointer { row throws(ImageError) in
        try rows.read(into: row)
        if reducer == nil { place(UnsafeBufferPointer(row), at: index) }
        reducer?.append(UnsafeBufferPointer(row)) { place($1, at: $0) }
      }
    }
  }

  /// Copies a row to where it belongs when the image is upright.
  private mutating func place(_ row: UnsafeBufferPointer<UInt8>, at index: Int) {
    let (first, step) = orientation.places(ofRow: index, in: size)
    pixels.withUnsafeMutableBytes { target in
      guard let source = UnsafeRawPointer(row.baseAddress), let base = target.baseAddress
      else { return }
      if step == 1 {
        (base + first * 4).copyMemory(from: source, byteCount: size.width * 4)
        return
      }
      var place = first
      for column in 0..<size.width {
        (base + place * 4).storeBytes(
          of: source.loadUnaligned(fromByteOffset: column * 4, as: UInt32.self), as: UInt32.self)
        place += step
      }
    }
  }

  /// The finished image.
  consuming func bitmap(name: String) throws(ImageError) -> Bitmap {
    let turned = orientation.size(of: size)
    do throws(RasterError) {
      return try Bitmap(width: turned.width, height: turned.height, pixels: pixels)
    } catch {
      throw ImageError(code: .tooLarge, source: name, reason: error.reason)
    }
  }
}
