import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterImages

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
      // Brute force over all eighths and halvings.
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
