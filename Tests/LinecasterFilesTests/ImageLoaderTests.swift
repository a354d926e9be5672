import Foundation
import LinecasterBase
import LinecasterDisplay
import LinecasterRaster
import LinecasterTestSupport
import Synchronization
import Testing

@testable import LinecasterFiles

@Suite struct ImageLoaderTests {
  /// Waits until no image is queued or being decoded.
  private func settle(_ loader: ImageLoader) async throws {
    for _ in 0..<50_000 where !loader.isIdle { try await Task.sleep(for: .milliseconds(2)) }
    #expect(loader.isIdle)
  }

  @Test func imagesArriveAfterThePlaceholder() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let bitmap = try Bitmap(width: 60, height: 40, background: Color(rgb: 0x335577))
    try PNGEncoder().write(bitmap, to: folder.file("a.png"))
    let woken = Mutex(0)
    let loader = ImageLoader(files: ImageFileProvider(folder: folder.path)) {
      woken.withLock { $0 += 1 }
    }
    let image = ImageReference("a.png")
    #expect(loader.takeArrivals().isEmpty && loader.isIdle)
    #expect(loader.bitmap(for: image) == nil)
    try await settle(loader)
    #expect(loader.takeArrivals() == [ImageArrival(image: image, error: nil)])
    #expect(loader.takeArrivals().isEmpty)
    #expect(loader.bitmap(for: image) == bitmap)
    #expect(loader.isIdle)
    #expect(woken.withLock { $0 } == 1)
    // Another size is decoded separately.
    let size = PixelSize(width: 12, height: 8)
    #expect(loader.bitmap(for: image, covering: size) == nil)
    try await settle(loader)
    #expect(loader.bitmap(for: image, covering: size)?.width == 12)
  }

  @Test func brokenImagesArriveOnceWithTheirError() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try AtomicFileWriter.write([1, 2, 3], to: folder.file("broken.png"))
    let loader = ImageLoader(files: ImageFileProvider(folder: folder.path))
    #expect(loader.bitmap(for: ImageReference("broken.png")) == nil)
    try await settle(loader)
    #expect(loader.takeArrivals().map(\.error?.code) == [.unsupported])
    for name in ["broken.png", "absent.png", "../a.png"] {
      #expect(loader.bitmap(for: ImageReference(name)) == nil)
    }
    #expect(loader.isIdle && loader.takeArrivals().isEmpty)
  }

  @Test func imagesThatCannotBeKeptAreNotDecodedAgainAndAgain() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try PNGEncoder().write(Bitmap(width: 60, height: 40), to: folder.file("a.png"))
    let files = ImageFileProvider(folder: folder.path, byteLimit: 4096)
    let loader = ImageLoader(files: files)
    let image = ImageReference("a.png")
    #expect(loader.naturalSize(of: image) == Size(width: 60, height: 40))
    for round in 0..<3 {
      #expect(loader.bitmap(for: image) == nil)
      try await settle(loader)
      #expect(loader.takeArrivals().isEmpty || round == 0)
    }
    #expect(files.decodedCount == 0)
    // A smaller size of it fits into the cache.
    let small = PixelSize(width: 15, height: 10)
    #expect(loader.bitmap(for: image, covering: small) == nil)
    try await settle(loader)
    #expect(loader.takeArrivals() == [ImageArrival(image: image, error: nil)])
    #expect(loader.bitmap(for: image, covering: small)?.width == 15)
  }

  @Test func imagesThatCannotBeKeptArriveAsErrors() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try PNGEncoder().write(Bitmap(width: 60, height: 40), to: folder.file("a.png"))
    let loader = ImageLoader(files: ImageFileProvider(folder: folder.path, byteLimit: 4096))
    #expect(loader.bitmap(for: ImageReference("a.png")) == nil)
    try await settle(loader)
    #expect(loader.takeArrivals().map(\.error?.code) == [.tooLarge])
    #expect(loader.bitmap(for: ImageReference("a.png")) == nil)
    #expect(loader.isIdle)
  }

  @Test func manyImagesAllArrive() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let images = (0..<40).map { ImageReference("\($0).png") }
    for (index, image) in images.enumerated() {
      try PNGEncoder().write(Bitmap(width: index + 1, height: 2), to: folder.file(image.name))
    }
    let loader = ImageLoader(files: ImageFileProvider(folder: folder.path), workerCount: 3)
    for _ in 0..<2 { for image in images { _ = loader.bitmap(for: image) } }
    try await settle(loader)
    let arrived = loader.takeArrivals()
    #expect(Set(arrived.map(\.image)) == Set(images) && arrived.count == images.count)
    for (index, image) in images.enumerated() {
      #expect(loader.bitmap(for: image)?.width == index + 1)
    }
  }
}
