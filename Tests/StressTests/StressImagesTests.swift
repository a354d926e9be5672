import Foundation
import LinecasterBase
import LinecasterFiles
import LinecasterRaster
import LinecasterTestSupport
import Testing

/// Damaged images of every kind give an error or an image, in bounded time and memory.
@Suite("Stress: images", .serialized, .timeLimit(.minutes(60)))
struct StressImagesTests {
  private let seed = StressSettings.seed
  /// The number of images, set if nothing else runs, which allows measuring memory.
  private static let asked = ProcessInfo.processInfo.environment["LINECASTER_IMAGES"]
    .flatMap { Int($0) }

  /// The largest and the slowest image.
  private struct Worst {
    var time = (Duration.zero, 0)
    var kilobytes = (0, 0)
    var images = 0
    var errors: [String: Int] = [:]
  }

  @Test func damagedImagesAreErrorsOrImages() throws {
    let count = Self.asked ?? StressSettings.count(200, long: 20_000)
    let files =
      try ImageFixtures.all.map(ImageFixtures.bytes) + (Self.asked == nil ? [] : bombs())
    // In debug builds beside other tests, large dimensions would only take time.
    let decoder = ImageDecoder(
      limits: Self.asked == nil ? ImageLimits(pixelCount: 1 << 18) : ImageLimits())
    var mutator = ImageMutator(SeededGenerator(seed: seed))
    var worst = Worst()
    // Code and tables are loaded at the first use.
    for file in files { try? use(decoder, file, nil) }
    for number in 0..<count {
      // Decompression bombs are decoded undamaged, once each.
      let kind = number % ImageFixtures.all.count
      let bytes = number < files.count ? files[number] : mutator.mutate(files[kind])
      let isBomb = number < files.count && kind != number
      let target = number % 3 == 0 && !isBomb ? PixelSize(width: 48, height: 48) : nil
      let before = MemoryPeak.start()
      let time = ContinuousClock().measure {
        do throws(ImageError) {
          try use(decoder, bytes, target)
          worst.images += 1
        } catch {
          #expect(error.source == "damaged" && !error.reason.isEmpty)
          worst.errors["\(error.code)", default: 0] += 1
        }
      }
      let kilobytes = MemoryPeak.kilobytes(since: before)
      if time > worst.time.0 { worst.time = (time, number) }
      if kilobytes > worst.kilobytes.0 { worst.kilobytes = (kilobytes, number) }
      #expect(time < .seconds(5), "LINECASTER_SEED=\(seed), image \(number)")
      if Self.asked != nil {
        #expect(kilobytes <= 256 << 10, "LINECASTER_SEED=\(seed), image \(number)")
      }
    }
    print("damaged images: \(count), \(worst)")
    #expect(worst.images > 0 && worst.errors.count > 2, "LINECASTER_SEED=\(seed)")
  }

  private func use(
    _ decoder: ImageDecoder, _ bytes: [UInt8], _ target: PixelSize?
  ) throws(ImageError) {
    _ = try decoder.info(of: bytes, name: "damaged")
    let bitmap = try decoder.decode(bytes, covering: target, name: "damaged")
    #expect(bitmap.pixels.count == bitmap.width * bitmap.height * 4)
  }

  /// Small files of many pixels, at the limits and above.
  private func bombs() throws -> [[UInt8]] {
    let wide = try PNGEncoder().encode(Bitmap(width: 8000, height: 7000, background: .white))
    let large = try PNGEncoder().encode(Bitmap(width: 9000, height: 9000, background: .white))
    return [wide, large]
  }
}
