import LinecasterDisplay
import LinecasterGeometry
import LinecasterRaster
import Testing

@testable import LinecasterImages

@Suite struct ImageFileProviderTests {
  @Test func picturesAreFoundByTheirPathInTheFolder() throws {
    let folder = try TemporaryFolder()
    let bitmap = try Bitmap(width: 6, height: 2, background: Color(rgb: 0x335577))
    try PNGEncoder().write(bitmap, to: folder.file("a.png"))
    let provider = ImageFileProvider(folder: folder.path)
    #expect(provider.bitmap(for: ImageReference("a.png")) == bitmap)
    #expect(provider.keptBytes >= 48)
    // A kept picture needs no file.
    try AtomicFileWriter.write([], to: folder.file("a.png"))
    #expect(provider.bitmap(for: ImageReference("a.png")) == bitmap)
    provider.removeAll()
    #expect(provider.bitmap(for: ImageReference("a.png")) == nil)
    #expect(provider.failures.map(\.code) == [.malformed])
  }

  @Test(arguments: ["../a.png", "/etc/passwd", "sub/../../a.png", "", "a\0b.png"])
  func namesOutsideTheFolderAreErrors(name: String) {
    let provider = ImageFileProvider(folder: "folder")
    let error = #expect(throws: ImageError.self) { try provider.load(ImageReference(name)) }
    #expect(error?.reason.contains("not a path inside") == true)
    #expect(provider.bitmap(for: ImageReference(name)) == nil)
  }

  @Test func keptPicturesStayUnderTheLimit() throws {
    let folder = try TemporaryFolder()
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
  }

  @Test func failuresAreBounded() {
    let provider = ImageFileProvider(folder: "absent")
    for number in 0..<(ImageFileProvider.maximumFailures + 20) {
      #expect(provider.bitmap(for: ImageReference("\(number).png")) == nil)
    }
    #expect(provider.failures.count == ImageFileProvider.maximumFailures)
  }
}
