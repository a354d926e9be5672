import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct PaletteImageTests {
  /// A file of PNG whose packed pixels are the pixels themselves.
  private struct File {
    var header: [UInt8] = [8, 3, 0, 0, 0]
    var width: UInt8 = 3
    var height: UInt8 = 2
    var colors: [UInt8] = [255, 0, 0, 0, 200, 100]
    var alphas: [UInt8] = [255, 51]
    var rows: [UInt8] = [0, 0, 1, 2, 0, 1, 0, 0]
    var chunksAfterPixels: [String] = []

    var bytes: [UInt8] {
      [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
        + chunk("IHDR", [0, 0, 0, width, 0, 0, 0, height] + header)
        + chunk("PLTE", colors) + chunk("tRNS", alphas) + chunk("IDAT", rows)
        + chunksAfterPixels.flatMap { chunk($0, [1, 2, 3]) } + chunk("IEND", [])
    }

    private func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      [0, 0, 0, UInt8(bytes.count)] + Array(name.utf8) + bytes + [0, 0, 0, 0]
    }
  }

  private func read(_ bytes: [UInt8], maximumSide: Int = 100) -> PaletteImage? {
    bytes.withUnsafeBytes { file in
      PaletteImage(file, maximumSide: maximumSide) { data, count in
        data.count == count ? Array(data) : nil
      }
    }
  }

  private func colors(_ image: PaletteImage) -> [SIMD4<Float>] {
    image.withRows { rows in
      [1 as Float].withUnsafeBufferPointer { weights in
        (0..<image.height * image.width).map {
          rows.sum(row: $0 / image.width, from: $0 % image.width, weights)
        }
      }
    } ?? []
  }

  @Test func colorsAreMultipliedByTheirAlpha() throws {
    let image = try #require(read(File().bytes))
    #expect((image.width, image.height) == (3, 2))
    let red = SIMD4<Float>(255, 0, 0, 255)
    let faint = SIMD4<Float>(0, 40, 20, 51)
    // The last colour of the first row is one that the palette does not have.
    #expect(colors(image) == [red, faint, SIMD4(0, 0, 0, 255), faint, red, red])
  }

  @Test func sumsAreWeighted() throws {
    let image = try #require(read(File().bytes))
    let sum = image.withRows { rows in
      [0.5, 0.25].withUnsafeBufferPointer { rows.sum(row: 1, from: 0, $0) }
    }
    #expect(sum == SIMD4(63.75, 20, 10, 89.25))
  }

  @Test func otherKindsAreLeftToOthers() {
    #expect(read(File(header: [4, 3, 0, 0, 0]).bytes) == nil)
    #expect(read(File(header: [8, 6, 0, 0, 0]).bytes) == nil)
    #expect(read(File(header: [8, 3, 0, 0, 1]).bytes) == nil)
    #expect(read(File(chunksAfterPixels: ["IDAT"]).bytes) == nil)
    #expect(read(File(rows: [0, 0, 1, 2, 1, 1, 0, 0]).bytes) == nil, "a filtered row")
  }

  @Test func brokenFilesAreNone() {
    #expect(read(File(width: 0).bytes) == nil)
    #expect(read(File(width: 4).bytes) == nil, "rows too short")
    #expect(read(File().bytes, maximumSide: 2) == nil)
    #expect(read(File(colors: [1, 2]).bytes) == nil)
    let bytes = File().bytes
    for count in bytes.indices { #expect(read(Array(bytes[..<count])) == nil) }
  }

  @Test func changedBytesReadNothingOutside() {
    var random = SeededGenerator()
    let bytes = File().bytes
    for _ in 0..<TestSettings.transitions(usually: 2000) {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        changed[Int.random(in: changed.indices, using: &random)] =
          UInt8.random(in: 0...255, using: &random)
      }
      guard let image = read(changed) else { continue }
      let isWithin = colors(image).allSatisfy { (0...255).contains($0.max()) && $0.min() >= 0 }
      #expect(isWithin, "seed \(random.seed)")
    }
  }
}
