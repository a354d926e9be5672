package import LinecasterRaster

/// The difference of two images on white paper.
package struct PixelDifference {
  /// The mean difference of red, green and blue, 0 to 255.
  package let mean: Double
  /// The share of pixels with a channel that differs by more than 64.
  package let share: Double

  /// Compares images of one size; nil if their sizes differ.
  package init?(_ one: Bitmap, _ other: Bitmap) {
    guard (one.width, one.height) == (other.width, other.height) else { return nil }
    var (total, far) = (0, 0)
    // Both have `4 · width · height` bytes, and the strides stay inside.
    unsafe one.pixels.withUnsafeBufferPointer { left in
      unsafe other.pixels.withUnsafeBufferPointer { right in
        for start in stride(from: 0, to: left.count, by: 4) {
          let paper = unsafe Int(right[start + 3]) - Int(left[start + 3])
          var most = 0
          for channel in start..<start + 3 {
            let distance = unsafe abs(Int(left[channel]) - Int(right[channel]) + paper)
            total += distance
            most = max(most, distance)
          }
          far += most > 64 ? 1 : 0
        }
      }
    }
    let count = Double(max(1, one.width * one.height))
    (mean, share) = (Double(total) / (3 * count), Double(far) / count)
  }
}
