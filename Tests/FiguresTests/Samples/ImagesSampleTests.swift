import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFiles
import LinecasterFonts
import LinecasterList
import LinecasterRaster
import LinecasterText
import Synchronization
import Testing

@testable import Figures

extension CoastImage {
  /// Runs a test with a folder that contains the image `coast.jpg`.
  static func withFolder(_ body: (String) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: url) }
    try AtomicFileWriter.write(CoastImage.jpeg, to: "\(url.path)/coast.jpg")
    try body(url.path)
  }
}

/// The samples of the chapter on images.
@Suite struct ImagesSampleTests {
  @Test func readsTheHeaderAndFewerPixels() throws {
    try CoastImage.withFolder { folder in
      let path = "\(folder)/coast.jpg"
      let decoder = ImageDecoder()
      let info = try decoder.info(path: path)
      let bitmap = try decoder.decode(path: path, covering: PixelSize(width: 48, height: 48))
      #expect(info.size == PixelSize(width: 160, height: 120))
      #expect((bitmap.width, bitmap.height) == (70, 53))
    }
  }

  @Test func laysOutByTheHeader() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    try CoastImage.withFolder { folder in
      let images = ImageFileProvider(folder: folder)
      let arranger = CellArranger(typesetter: typesetter, images: images)
      let image = Image(ImageReference("coast.jpg"), mode: .fill).frame(width: 80)
      let arrangement = try arranger.arrange(image, in: LayoutEnvironment(width: 320))
      #expect(arrangement.size == Size(width: 80, height: 60))
      #expect(images.decodedCount == 0)
    }
  }

  @Test func compactFilesAreOfTheSamePicture() throws {
    let bitmap = try ImageDecoder().decode(CoastImage.jpeg)
    let bytes = try PNGEncoder(colors: .compact).encode(bitmap)
    let decoded = try ImageDecoder().decode(bytes)
    #expect(zip(decoded.pixels, bitmap.pixels).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test func writesOtherFormats() throws {
    let bitmap = try ImageDecoder().decode(CoastImage.jpeg)
    let photograph = try JPEGEncoder(quality: 90, background: .white).encode(bitmap)
    let exact = try WebPEncoder().encode(bitmap)
    let small = try WebPEncoder(quality: .lossy(80)).encode(bitmap)
    #expect(try ImageDecoder().decode(exact) == bitmap)
    #expect(small.count < exact.count && photograph.count < exact.count)
  }

  @Test func iconsHaveTheColoursOfTheTheme() throws {
    let icon = Image(ImageReference("reply.png"), size: Size(width: 16, height: 16))
    let button = Row(spacing: 4) {
      icon.tint(.accent)
      Text("Reply")
    }
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let arrangement = try arranger.arrange(
      button, in: LayoutEnvironment(width: 320, theme: .dark))
    guard case .image(_, _, _, let tint)? = arrangement.displayList.commands.first else {
      Issue.record("no image")
      return
    }
    #expect(tint == ThemeColor.accent.dark)
  }

  @Test(.timeLimit(.minutes(60))) func listsShowWhatASlowSourceHas() async throws {
    struct Avatars: ImageSource {
      func load(_ image: ImageReference, covering size: PixelSize?) async throws -> Bitmap {
        try await Task.sleep(for: .milliseconds(200))
        return try Bitmap(width: 48, height: 48, background: .black)
      }
    }

    let images = AsyncImageProvider(source: Avatars())
    let pipeline = PrecomputePipeline(fonts: try .bundled(), images: images)
    let environment = LayoutEnvironment(width: 48)
    let cell = Avatar(name: "ada")
    let early = try await pipeline.image(of: cell, in: environment).bitmap()
    var late = early
    while late == early {
      try await Task.sleep(for: .milliseconds(5))
      late = try await pipeline.image(of: cell, in: environment).bitmap()
    }
    #expect(late == (try Bitmap(width: 48, height: 48, background: .black)))
  }

  private struct Avatar: Cell {
    var name: String

    func body(in environment: LayoutEnvironment) -> some Layout {
      Image(ImageReference(name), size: Size(width: 48, height: 48))
    }
  }

  @Test func drawsWhatHasArrived() throws {
    let isAwake = DispatchSemaphore(value: 0)
    let redrawn = Mutex<[ImageReference]>([])
    func redraw(_ image: ImageReference) { redrawn.withLock { $0.append(image) } }
    @Sendable func wakeTheLoop() { isAwake.signal() }
    try CoastImage.withFolder { folder in
      let loader = ImageLoader(files: ImageFileProvider(folder: folder)) { wakeTheLoop() }
      #expect(loader.bitmap(for: ImageReference("coast.jpg")) == nil)
      #expect(isAwake.wait(timeout: .now() + 300) == .success)
      for arrival in loader.takeArrivals() where arrival.error == nil { redraw(arrival.image) }
    }
    #expect(redrawn.withLock { $0 } == [ImageReference("coast.jpg")])
  }
}
