import LinecasterBase
import LinecasterDisplay
import LinecasterFiles
import LinecasterRaster
import LinecasterTestSupport
import Testing

/// Images read with extreme limits and sizes; a trap would end the test process.
@Suite struct ImagesExtremesTests {
  @Test(arguments: ["png-16.png", "jpeg-420.jpg", "webp-lossless.webp", "gif-part.gif"])
  func decodesWithAnyLimits(name: String) throws {
    let bytes = try ImageFixtures.bytes(name)
    var random = SeededGenerator(salt: 177)
    for _ in 0..<200 {
      let limits = ImageLimits(
        fileByteCount: random.oneIn(2) ? .max : random.extremeInteger(),
        pixelCount: random.oneIn(2) ? .max : random.extremeInteger(),
        memoryByteCount: random.oneIn(2) ? .max : random.extremeInteger())
      let size = PixelSize(width: random.extremeInteger(), height: random.extremeInteger())
      do throws(ImageError) {
        let bitmap = try ImageDecoder(limits: limits).decode(bytes, covering: size)
        #expect(bitmap.width > 0 && bitmap.height > 0)
      } catch {
        #expect(!error.source.isEmpty)
      }
    }
  }

  @Test func providersTakeAnyNumber() {
    for number in ExtremeNumbers.integers {
      let files = ImageFileProvider(folder: "/none", byteLimit: number)
      let size = PixelSize(width: number, height: number)
      #expect(files.bitmap(for: ImageReference("a.png"), covering: size) == nil)
      _ = files.hasFailed(ImageReference("a.png"), covering: size)
      files.trim(to: number)
      let loader = ImageLoader(files: files, workerCount: number)
      #expect(loader.bitmap(for: ImageReference("a.png"), covering: size) == nil)
    }
  }

  @Test func encodersTakeAnyQuality() throws {
    let picture = try Bitmap(width: 20, height: 9, background: .white)
    for number in ExtremeNumbers.integers {
      let encoders: [any ImageEncoder] = [
        JPEGEncoder(quality: number), WebPEncoder(quality: .lossy(number)),
      ]
      for encoder in encoders {
        #expect(try ImageDecoder().decode(encoder.encode(picture)).height == 9)
      }
      guard AVIFEncoder.isBuiltIn else { continue }
      #expect(try ImageDecoder().decode(AVIFEncoder(quality: number).encode(picture)).height == 9)
    }
  }

  @Test func encodersHoldAnyNumberOfBytes() throws {
    let picture = try Bitmap(width: 20, height: 9, background: .black)
    for number in ExtremeNumbers.integers {
      for encoder in [PNGEncoder(), JPEGEncoder(), WebPEncoder()] as [any ImageEncoder] {
        let smaller = encoder.limited(toByteCount: number)
        #expect(try ImageDecoder().decode(smaller.encode(picture)).height == 9)
        #expect(smaller.peakByteCount(of: BandedImage(picture)) > 0)
      }
    }
  }

  private struct NoImages: ImageSource {
    func load(_ image: ImageReference, covering size: PixelSize?) async throws -> Bitmap {
      throw CancellationError()
    }
  }

  @Test func loadsTakeAnyNumber() {
    for number in ExtremeNumbers.integers {
      let provider = AsyncImageProvider(
        source: NoImages(), byteLimit: number, loadsAtOnce: number)
      let size = PixelSize(width: number, height: number)
      #expect(provider.bitmap(for: ImageReference("a"), covering: size) == nil)
      provider.cancelLoads(of: [ImageReference("a")])
    }
  }
}
