package import LinecasterRaster

/// How far two images are apart, channel by channel.
package struct ImageDifference: Hashable, Sendable {
  /// The pixels that are not the same, those that only one image has among them.
  package private(set) var pixelCount = 0
  /// The largest difference of a channel, 0 to 255.
  package private(set) var maximum = 0
  /// The sum of the differences of all channels.
  package private(set) var total = 0
  /// The pixels compared.
  package let area: Int

  /// The mean difference of a channel, 0 to 255.
  package var mean: Double { area == 0 ? 0 : Double(total) / Double(area * 4) }

  private let width: Int
  private var levels: [UInt8]

  /// Compares two images, which may be of different sizes; pixels that only one has count as
  /// 255 away.
  ///
  /// - Complexity: O(pixels).
  package init(_ before: Bitmap, _ after: Bitmap) {
    width = max(before.width, after.width)
    area = width * max(before.height, after.height)
    levels = [UInt8](repeating: 255, count: area * 4)
    for place in 0..<area { compare(before, after, place) }
  }

  private mutating func compare(_ before: Bitmap, _ after: Bitmap, _ place: Int) {
    let (y, x) = place.quotientAndRemainder(dividingBy: width)
    var farthest = 0
    for channel in 0..<4 {
      let levels = [before, after].map { Self.level($0, x, y, channel) }
      let distance = if let a = levels[0], let b = levels[1] { abs(a - b) } else { 255 }
      self.levels[place * 4 + channel] = UInt8(distance)
      farthest = max(farthest, distance)
      total += distance
    }
    pixelCount += farthest > 0 ? 1 : 0
    maximum = max(maximum, farthest)
  }

  private static func level(_ image: Bitmap, _ x: Int, _ y: Int, _ channel: Int) -> Int? {
    guard x < image.width, y < image.height else { return nil }
    return Int(image.pixels[(y * image.width + x) * 4 + channel])
  }

  /// The differences as an image on black, four times as bright as they are.
  ///
  /// A difference of alpha alone is grey.
  package func image() throws(RasterError) -> Bitmap {
    var pixels = [UInt8](repeating: 255, count: levels.count)
    for start in stride(from: 0, to: levels.count, by: 4) {
      for channel in 0..<3 {
        let level = max(Int(levels[start + channel]), Int(levels[start + 3]))
        pixels[start + channel] = UInt8(min(255, level * 4))
      }
    }
    return try Bitmap(
      width: width, height: width == 0 ? 0 : area / width, pixels: pixels)
  }
}

extension ImageDifference: CustomStringConvertible {
  /// Says how many pixels are not the same and how far they are apart.
  package var description: String {
    let hundredths = Int((mean * 100).rounded())
    let fraction = hundredths % 100
    let mean = "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    return "\(pixelCount) of \(area) pixels differ, "
      + "by \(mean) of 255 on average and \(maximum) at most"
  }
}
