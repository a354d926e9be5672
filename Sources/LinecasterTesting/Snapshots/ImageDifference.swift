public import LinecasterBase
public import LinecasterRaster

/// The difference between two images, by channel.
///
///     let difference = ImageDifference(before, after)
///     if difference.pixelCount > 0 { print(difference) }
public struct ImageDifference: Hashable, Sendable {
  /// The number of different pixels, including those that only one image has.
  public private(set) var pixelCount = 0
  /// The maximum difference of a channel, from 0 to 255.
  public private(set) var maximum = 0
  /// The sum of the differences of all channels.
  private(set) var total = 0
  /// The number of compared pixels.
  let area: Int

  /// The mean difference of a channel, 0 to 255.
  var mean: Double { area == 0 ? 0 : Double(total) / Double(area * 4) }

  private let width: Int
  private var levels: [UInt8]

  /// Compares two images. A pixel that only one image has counts as a difference of 255.
  ///
  /// - Complexity: O(pixels).
  public init(_ before: Bitmap, _ after: Bitmap) {
    width = max(before.width, after.width)
    area = width * max(before.height, after.height)
    levels = [UInt8](repeating: 255, count: area * 4)
    let shared = (min(before.width, after.width), min(before.height, after.height))
    pixelCount = area - shared.0 * shared.1
    maximum = pixelCount > 0 ? 255 : 0
    total = pixelCount * 4 * 255
    for y in 0..<shared.1 {
      for x in 0..<shared.0 {
        compare(
          before.pixels, (y * before.width + x) * 4, after.pixels, (y * after.width + x) * 4,
          at: (y * width + x) * 4)
      }
    }
  }

  private mutating func compare(
    _ before: [UInt8], _ start: Int, _ after: [UInt8], _ otherStart: Int, at place: Int
  ) {
    var farthest = 0
    for channel in 0..<4 {
      let distance = abs(Int(before[start + channel]) - Int(after[otherStart + channel]))
      levels[place + channel] = UInt8(distance)
      farthest = max(farthest, distance)
      total += distance
    }
    pixelCount += farthest > 0 ? 1 : 0
    maximum = max(maximum, farthest)
  }

  /// Returns the differences as an image on black, four times as bright. A difference of alpha
  /// alone is grey.
  ///
  /// - Throws: `RasterError` if the image is too large.
  /// - Complexity: O(pixels).
  public func image() throws(RasterError) -> Bitmap {
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
  /// The number of different pixels, with the maximum and mean difference.
  public var description: String {
    let hundredths = Int(saturating: (mean * 100).rounded())
    let fraction = hundredths % 100
    let mean = "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    return "\(pixelCount) of \(area) pixels differ, "
      + "by \(mean) of 255 on average and \(maximum) at most"
  }
}
