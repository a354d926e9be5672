/// An image with a palette, as fonts of emoji have them: a file of PNG with one byte a pixel, all
/// of one chunk, whose rows are not filtered.
///
/// libpng takes five times as long for one, since it unpacks row after row and turns each pixel
/// into four bytes. Here rows are unpacked at once, and colours looked up where they are added up.
struct PaletteImage {
  let width: Int
  let height: Int
  /// Premultiplied red, green, blue and alpha from 0 to 255, for each of the 256 numbers.
  private let colors: [SIMD4<Float>]
  /// Rows from the top, each after a byte that tells its filter.
  private let rows: [UInt8]

  /// Reads a file; nil for images of other kinds and for broken ones.
  ///
  /// - Parameters:
  ///   - file: A whole file of PNG.
  ///   - maximumSide: The most pixels of a side.
  ///   - inflate: Unpacks data of zlib; nil unless it has just so many bytes.
  init?(
    _ file: UnsafeRawBufferPointer, maximumSide: Int,
    inflate: (_ data: UnsafeRawBufferPointer, _ count: Int) -> [UInt8]?
  ) {
    guard let chunks = PNGChunks(file), chunks.hasBytePalette,
      1...maximumSide ~= chunks.width, 1...maximumSide ~= chunks.height,
      chunks.palette.count % 3 == 0,
      let rows = inflate(chunks.data, chunks.height * (chunks.width + 1))
    else { return nil }
    (width, height) = (chunks.width, chunks.height)
    for row in 0..<height where rows[row * (width + 1)] != 0 { return nil }
    self.rows = rows
    colors = Self.colors(chunks.palette, alphas: chunks.alphas)
  }

  /// The colours; numbers that the palette does not have are black, as libpng has them.
  private static func colors(
    _ palette: UnsafeRawBufferPointer, alphas: UnsafeRawBufferPointer
  ) -> [SIMD4<Float>] {
    [SIMD4<Float>](unsafeUninitializedCapacity: 256) { colors, count in
      count = 256
      for number in 0..<256 {
        let alpha = number < alphas.count ? alphas[number] : 255
        var color = SIMD4<UInt8>(0, 0, 0, alpha)
        if number < palette.count / 3 {
          for channel in 0..<3 {
            color[channel] = palette[number * 3 + channel].multiplied(by: alpha)
          }
        }
        colors.initializeElement(
          at: number, to: SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: color)))
      }
    }
  }

  /// Lends `body` the pixels.
  func withRows<Result>(_ body: (PalettePixelRows) -> Result) -> Result? {
    rows.withUnsafeBufferPointer { rows in
      colors.withUnsafeBufferPointer { colors in
        guard let base = rows.baseAddress, let colors = colors.baseAddress else { return nil }
        return body(PalettePixelRows(base + 1, rowBytes: width + 1, colors: colors))
      }
    }
  }
}
