/// Rows of premultiplied pixels that a resampler takes apart.
protocol PixelRows {
  /// The weighted sum of pixels side by side: red, green, blue, alpha.
  ///
  /// - Parameters:
  ///   - row: A row that the source has.
  ///   - start: The first pixel; the source has one for each weight from there on.
  func sum(row: Int, from start: Int, _ weights: UnsafeBufferPointer<Float>) -> SIMD4<Float>
}
