import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterFiles

/// Images reduced while they are decoded, compared with averages of the whole.
@Suite struct ReducedImagesTests {
  /// The average over each pixel's area, by the definition.
  private func boxFiltered(_ bitmap: Bitmap, to size: PixelSize) -> [Double] {
    func spans(_ source: Int, _ target: Int) -> [[(Int, Double)]] {
      (0..<target).map { index in
        let start = Double(index * source) / Double(target)
        let end = Double((index + 1) * source) / Double(target)
        return (0..<source).compactMap { pixel in
          let overlap = min(end, Double(pixel + 1)) - max(start, Double(pixel))
          return overlap > 0 ? (pixel, overlap / (end - start)) : nil
        }
      }
    }
    let columns = spans(bitmap.width, size.width)
    return spans(bitmap.height, size.height).flatMap { rows in
      columns.flatMap { columns in
        (0..<4).map { channel in
          rows.reduce(0) { sum, row in
            columns.reduce(sum) {
              let value = bitmap.pixels[(row.0 * bitmap.width + $1.0) * 4 + channel]
              return $0 + Double(value) * row.1 * $1.1
            }
          }
        }
      }
    }
  }

  /// The mean and the maximum difference of channels.
  private func difference(_ bytes: [UInt8], _ target: PixelSize) throws -> (
    mean: Double, largest: Double
  ) {
    let decoder = ImageDecoder()
    let reduced = try decoder.decode(bytes, covering: target)
    #expect(reduced.width >= target.width && reduced.height >= target.height)
    let size = PixelSize(width: reduced.width, height: reduced.height)
    let expected = boxFiltered(try decoder.decode(bytes), to: size)
    let differences = zip(reduced.pixels, expected).map { abs(Double($0) - $1) }
    return (
      differences.reduce(0, +) / Double(differences.count), differences.max() ?? 0
    )
  }

  private let targets = [
    (1, 1), (7, 5), (13, 9), (15, 12), (29, 20), (41, 33), (60, 45), (100, 70),
  ]
  .map { PixelSize(width: $0.0, height: $0.1) }

  @Test func reducedImagesAreTheAverage() throws {
    var random = SeededGenerator()
    for (width, height) in [(120, 90), (61, 47), (1, 40), (40, 1)] {
      let bitmap = try Bitmap(
        width: width, height: height, pixels: random.pixels(width * height))
      let bytes = try PNGEncoder().encode(bitmap)
      for target in targets where target.width <= width && target.height <= height {
        let found = try difference(bytes, target)
        // Rounded to the nearest.
        #expect(found.largest <= 0.502, "seed \(random.seed): \(target)")
      }
    }
    for name in ImageFixtures.all where !name.hasSuffix("jpg") && !name.hasSuffix("webp") {
      let bytes = try ImageFixtures.bytes(name)
      #expect(try difference(bytes, PixelSize(width: 9, height: 7)).largest <= 0.502, "\(name)")
    }
  }

  /// libjpeg omits frequencies that the smaller size cannot hold, which is sharper than the
  /// average; libwebp scales luma and chroma separately, and chroma without regard to alpha.
  @Test(arguments: [("large.jpg", 1.5), ("large.webp", 1.5), ("large-alpha.webp", 3.0)])
  func lossyImagesAreNearTheAverage(name: String, tolerance: Double) throws {
    let bytes = try ImageFixtures.bytes(name)
    for target in targets {
      let found = try difference(bytes, target)
      #expect(found.mean <= tolerance, "\(target)")
    }
  }

  @Test func reducedImagesStayPremultiplied() throws {
    for name in ImageFixtures.all {
      for side in [1, 4, 10, 17] {
        let bitmap = try ImageDecoder().decode(
          path: ImageFixtures.path(name), covering: PixelSize(width: side, height: side))
        for start in stride(from: 0, to: bitmap.pixels.count, by: 4) {
          let most = bitmap.pixels[start..<start + 3].max() ?? 0
          if most > bitmap.pixels[start + 3] { Issue.record("\(name) at \(side)") }
        }
      }
    }
  }
}

@Suite struct ImageReductionTests {
  @Test func theStrongestReductionThatCoversIsTaken() {
    var random = SeededGenerator()
    let sides = [1, 2, 3, 7, 48, 100, 999, 4032, 65_535]
    for _ in 0..<2000 {
      let size = PixelSize(
        width: sides.randomElement(using: &random) ?? 1,
        height: sides.randomElement(using: &random) ?? 1)
      let target = PixelSize(
        width: Int.random(in: -1...1200, using: &random),
        height: Int.random(in: -1...1200, using: &random))
      let found = ImageReduction(of: size, covering: target)
      // The expected size, by brute force over all eighths and halvings.
      let candidates = (0...20).flatMap { halvings in (5...8).map { ($0, halvings) } }
      let fitting = candidates.filter { eighths, halvings in
        let unit = 8 << halvings
        return (size.width * eighths + unit - 1) / unit >= target.width
          && (size.height * eighths + unit - 1) / unit >= target.height
      }
      let smallest = fitting.map { size.width * $0 * size.height * $0 >> (2 * $1) }.min()
      let area = size.width * found.eighths * size.height * found.eighths >> (2 * found.halvings)
      if let smallest, smallest > 64 {
        #expect(area == smallest, "seed \(random.seed): \(size) for \(target)")
      }
      if fitting.isEmpty { #expect(found == .none) }
      let result = found.size(size)
      #expect(result.width >= min(target.width, size.width))
      #expect(result.height >= min(target.height, size.height))
      #expect(result.width >= 1 && result.height >= 1)
    }
  }

  @Test func anAvatarOfALargePhotographIsSmall() {
    let reduction = ImageReduction(
      of: PixelSize(width: 4032, height: 3024), covering: PixelSize(width: 48, height: 48))
    let size = reduction.size(PixelSize(width: 4032, height: 3024))
    #expect(size == PixelSize(width: 79, height: 60) || size.width * size.height < 64 * 48 * 2)
    #expect(reduction.jpegEighths == 1)
  }
}
