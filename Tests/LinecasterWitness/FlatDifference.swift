package import LinecasterRaster

/// The difference of two images on white paper outside of edges: in pixels that look like their
/// four neighbours in both images.
package struct FlatDifference {
  /// The mean difference of red, green and blue, 0 to 255.
  package let mean: Double
  /// The share of the pixels that were compared.
  package let share: Double

  /// The largest difference of neighbours that is no edge.
  private static let contrast = 16

  /// Compares images of one size; nil if their sizes differ.
  package init?(_ one: Bitmap, _ other: Bitmap) {
    guard (one.width, one.height) == (other.width, other.height) else { return nil }
    let stride = one.width * 4
    var (total, count) = (0, 0)
    // Both have `4 · width · height` bytes, and pixels at the sides are left out.
    unsafe one.pixels.withUnsafeBufferPointer { left in
      unsafe other.pixels.withUnsafeBufferPointer { right in
        for y in 1..<max(1, one.height - 1) {
          for x in 1..<max(1, one.width - 1) {
            let start = y * stride + x * 4
            guard unsafe Self.isFlat(left, start, stride), unsafe Self.isFlat(right, start, stride)
            else { continue }
            count += 1
            let paper = unsafe Int(right[start + 3]) - Int(left[start + 3])
            for channel in start..<start + 3 {
              total += unsafe abs(Int(left[channel]) - Int(right[channel]) + paper)
            }
          }
        }
      }
    }
    mean = Double(total) / Double(max(1, 3 * count))
    share = Double(count) / Double(max(1, one.width * one.height))
  }

  private static func isFlat(
    _ pixels: UnsafeBufferPointer<UInt8>, _ start: Int, _ stride: Int
  ) -> Bool {
    for step in [4, -4, stride, -stride] {
      for channel in start..<start + 3 {
        let distance = unsafe Int(pixels[channel]) - Int(pixels[channel + step])
        if abs(distance) > contrast { return false }
      }
    }
    return true
  }
}
