import Dispatch
import Foundation
import LinecasterBase
import LinecasterDisplay
import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterFiles

@Suite struct ImageFileProviderTests {
  @Test func imagesAreFoundByTheirPathInTheFolder() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let bitmap = try Bitmap(width: 6, height: 2, background: Color(rgb: 0x335577))
    try PNGEncoder().write(bitmap, to: folder.file("a.png"))
    let provider = ImageFileProvider(folder: folder.path)
    #expect(provider.bitmap(for: ImageReference("a.png")) == bitmap)
    #expect(provider.keptBytes >= 48)
    #expect(provider.bitmap(for: ImageReference("a.png")) == bitmap)
    #expect(provider.decodedCount == 1)
  }

  /// As documented, symbolic links are followed: creating one takes the rights to copy the file.
  @Test func symbolicLinksInTheFolderAreFollowed() throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    defer { withExtendedLifetime((folder, other)) {} }
    try PNGEncoder().write(Bitmap(width: 6, height: 2), to: other.file("a.png"))
    #expect(symlink(other.file("a.png"), folder.file("link.png")) == 0)
    let provider = ImageFileProvider(folder: folder.path)
    #expect(provider.bitmap(for: ImageReference("link.png"))?.width == 6)
    #expect(provider.bitmap(for: ImageReference(other.file("a.png"))) == nil)
    #expect(provider.bitmap(for: ImageReference("../a.png")) == nil)
  }

  @Test func changedFilesAreReadAgain() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.file("a.png")
    let image = ImageReference("a.png")
    let provider = ImageFileProvider(folder: folder.path)
    for color in [0x335577, 0x775533] as [UInt32] {
      let bitmap = try Bitmap(width: 6, height: 2, background: Color(rgb: color))
      try PNGEncoder().write(bitmap, to: path)
      #expect(provider.bitmap(for: image) == bitmap)
    }
    // A failure is cached until the file changes.
    try AtomicFileWriter.write([1, 2, 3], to: path)
    for _ in 0..<3 { #expect(provider.bitmap(for: image) == nil) }
    #expect(provider.failures.map(\.code) == [.unsupported])
    #expect(provider.decodedCount == 2)
    try PNGEncoder().write(Bitmap(width: 1, height: 1), to: path)
    #expect(provider.bitmap(for: image)?.width == 1)
    #expect(provider.failures.isEmpty)
  }

  @Test func avatarsAreNotKeptLarge() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try PNGEncoder().write(Bitmap(width: 600, height: 400), to: folder.file("a.png"))
    let provider = ImageFileProvider(folder: folder.path)
    let image = ImageReference("a.png")
    let size = PixelSize(width: 48, height: 48)
    let small = try #require(provider.bitmap(for: image, covering: size))
    #expect(small.width >= 48 && small.height >= 48 && small.height <= 60)
    #expect(provider.keptBytes < 48 * 72 * 4 * 2)
    // The result depends on the requested size, not on the cache.
    #expect(provider.bitmap(for: image)?.width == 600)
    #expect(provider.bitmap(for: image, covering: size) == small)
    #expect(provider.decodedCount == 2)
    #expect(try provider.info(for: image).size == PixelSize(width: 600, height: 400))
  }

  @Test func sizesAreKnownWithoutDecoding() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try AtomicFileWriter.write(
      ExifData.jpeg(ImageFixtures.bytes("large.jpg"), orientation: 6), to: folder.file("a.jpg"))
    try AtomicFileWriter.write([1, 2, 3], to: folder.file("b.jpg"))
    let provider = ImageFileProvider(folder: folder.path)
    for _ in 0..<2 {
      #expect(provider.naturalSize(of: ImageReference("a.jpg")) == Size(width: 90, height: 120))
      #expect(provider.naturalSize(of: ImageReference("b.jpg")) == nil)
      #expect(provider.naturalSize(of: ImageReference("../a.jpg")) == nil)
    }
    #expect(provider.decodedCount == 0)
    #expect(provider.failures.map(\.code) == [.unreadable, .unsupported])
  }

  @Test func threadsThatWantTheSameImageDecodeItOnce() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    var random = SeededGenerator()
    let bitmap = try Bitmap(width: 300, height: 300, pixels: random.pixels(90_000))
    try PNGEncoder().write(bitmap, to: folder.file("a.png"))
    let provider = ImageFileProvider(folder: folder.path)
    let group = DispatchGroup()
    for _ in 0..<8 {
      DispatchQueue.global().async(group: group) {
        if provider.bitmap(for: ImageReference("a.png")) != bitmap { Issue.record("other pixels") }
      }
    }
    await withCheckedContinuation { done in
      group.notify(queue: .global()) { done.resume() }
    }
    #expect(provider.decodedCount == 1)
  }

  @Test(arguments: ["../a.png", "/etc/passwd", "sub/../../a.png", "", "a\0b.png"])
  func namesOutsideTheFolderAreErrors(name: String) {
    let provider = ImageFileProvider(folder: "folder")
    let error = #expect(throws: ImageError.self) { try provider.load(ImageReference(name)) }
    #expect(error?.reason.contains("not a path inside") == true)
    #expect(provider.bitmap(for: ImageReference(name)) == nil)
  }

  @Test func keptImagesStayUnderTheLimit() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let bitmap = try Bitmap(width: 40, height: 40, background: .white)
    for name in ["a", "b", "c"] {
      try PNGEncoder().write(bitmap, to: folder.file("\(name).png"))
    }
    let provider = ImageFileProvider(folder: folder.path, byteLimit: 2 * 40 * 40 * 4 + 1000)
    for name in ["a", "b", "c", "a"] {
      #expect(try provider.load(ImageReference("\(name).png")) == bitmap)
      #expect(provider.keptBytes <= provider.byteLimit)
    }
    #expect(provider.keptBytes >= 2 * 40 * 40 * 4)
    provider.trim(to: 40 * 40 * 4 + 500)
    #expect(provider.keptBytes > 40 * 40 * 4 && provider.keptBytes <= 40 * 40 * 4 + 500)
  }

  @Test func failuresAreBounded() {
    let provider = ImageFileProvider(folder: "absent")
    for number in 0..<(ImageFileProvider.maximumFailures + 20) {
      #expect(provider.bitmap(for: ImageReference("\(number).png")) == nil)
    }
    #expect(provider.failures.count == ImageFileProvider.maximumFailures)
  }
}
