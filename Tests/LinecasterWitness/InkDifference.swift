package import LinecasterRaster

/// The difference of two opaque images on white, over the pixels with ink in at least one.
package struct InkDifference {
  /// The mean difference of red, green and blue, 0 to 255.
  package let mean: Double
  /// The largest difference, 0 to 255.
  package let maximum: Int
  /// The pixels with ink.
  package let pixelCount: Int

  /// Compares images of one size; nil if their sizes differ or neither has ink.
  package init?(_ one: Bitmap, _ other: Bitmap) {
    guard (one.width, one.height) == (other.width, other.height) else { return nil }
    var (total, maximum, count) = (0, 0, 0)
    // Both have `4 · width · height` bytes, and the strides stay inside.
    unsafe one.pixels.withUnsafeBufferPointer { left in
      unsafe other.pixels.withUnsafeBufferPointer { right in
        for start in stride(from: 0, to: left.count, by: 4) {
          var (darkest, sum) = (255, 0)
          for channel in start..<start + 3 {
            let (a, b) = unsafe (Int(left[channel]), Int(right[channel]))
            darkest = min(darkest, a, b)
            sum += abs(a - b)
            maximum = max(maximum, abs(a - b))
          }
          count += darkest < 255 ? 1 : 0
          total += sum
        }
      }
    }
    guard count > 0 else { return nil }
    mean = Double(total) / Double(3 * count)
    self.maximum = maximum
    pixelCount = count
  }
}
