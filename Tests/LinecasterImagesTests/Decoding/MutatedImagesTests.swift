import LinecasterGeometry
import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterImages

/// A small draw of what `make stress` does with more images and under a sanitizer.
@Suite struct MutatedImagesTests {
  @Test func damagedImagesAreErrorsOrImages() throws {
    let seed = TestSettings.seed
    let files = try ImageFixtures.all.map(ImageFixtures.bytes)
    var mutator = ImageMutator(SeededGenerator(seed: seed))
    let decoder = ImageDecoder(limits: ImageLimits(pixelCount: 1 << 16))
    var counts = (images: 0, errors: 0)
    for round in 0..<20 {
      for file in files {
        let bytes = mutator.mutate(file)
        let target = round % 2 == 0 ? nil : PixelSize(width: round, height: round)
        do throws(ImageError) {
          let bitmap = try decoder.decode(bytes, covering: target, name: "damaged")
          let info = try decoder.info(of: bytes)
          #expect(bitmap.pixels.count == bitmap.width * bitmap.height * 4)
          #expect(bitmap.width <= info.size.width && bitmap.height <= info.size.height)
          #expect(isPremultiplied(bitmap), "LINECASTER_SEED=\(seed)")
          counts.images += 1
        } catch {
          #expect(error.source == "damaged" && !error.reason.isEmpty, "LINECASTER_SEED=\(seed)")
          counts.errors += 1
        }
      }
    }
    #expect(counts.images > 0 && counts.errors > 100, "LINECASTER_SEED=\(seed)")
  }

  /// Whether no channel is above its alpha, on which blending relies.
  private func isPremultiplied(_ bitmap: Bitmap) -> Bool {
    bitmap.pixels.withUnsafeBufferPointer { pixels in
      stride(from: 0, to: pixels.count, by: 4).allSatisfy {
        max(pixels[$0], pixels[$0 + 1], pixels[$0 + 2]) <= pixels[$0 + 3]
      }
    }
  }
}
