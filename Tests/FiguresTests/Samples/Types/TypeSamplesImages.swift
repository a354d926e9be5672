import Foundation
import LinecasterBase
import LinecasterDisplay
import LinecasterFiles
import LinecasterRaster
import Testing

@testable import Figures

/// The samples in the comments of LinecasterFiles.
@Suite struct TypeSamplesImages {
  @Test func setsLimits() throws {
    var limits = ImageLimits()
    limits.fileByteCount = 4 << 20
    limits.memoryByteCount = 64 << 20
    let decoder = ImageDecoder(limits: limits)
    try CoastImage.withFolder { folder in
      let bitmap = try decoder.decode(path: "\(folder)/coast.jpg")
      #expect(bitmap.width == 160)
    }
  }

  @Test func readsAFolder() throws {
    try CoastImage.withFolder { folder in
      let images = ImageFileProvider(folder: folder, byteLimit: 16 << 20)
      print(images.naturalSize(of: ImageReference("coast.jpg")) ?? .zero)
      let bitmap = try images.load(ImageReference("coast.jpg"))
      for failure in images.failures { print(failure) }
      #expect((bitmap.width, bitmap.height) == (160, 120))
    }
  }

  @Test func loadsInTheBackground() throws {
    let isAwake = DispatchSemaphore(value: 0)
    @Sendable func wakeTheLoop() { isAwake.signal() }
    var redrawn: [ImageReference] = []
    func redraw(_ image: ImageReference) { redrawn.append(image) }
    let size = PixelSize(width: 48, height: 48)
    try CoastImage.withFolder { folder in
      let loader = ImageLoader(files: ImageFileProvider(folder: folder)) { wakeTheLoop() }
      let bitmap = loader.bitmap(for: ImageReference("coast.jpg"), covering: size)
      for arrival in loader.takeArrivals() where arrival.error == nil { redraw(arrival.image) }
      #expect(bitmap == nil && redrawn.count <= 1)
      if redrawn.isEmpty { #expect(isAwake.wait(timeout: .now() + 300) == .success) }
    }
  }

  @Test(.timeLimit(.minutes(60))) func loadsFromASource() async throws {
    struct Avatars: ImageSource {
      func load(_ image: ImageReference, covering size: PixelSize?) async throws -> Bitmap {
        try await Task.sleep(for: .milliseconds(200))
        return try Bitmap(width: 48, height: 48, background: .black)
      }
    }
    let images = AsyncImageProvider(source: Avatars(), byteLimit: 64 << 20)
    let rasterizer = DisplayRasterizer(images: images)
    for image in images.failures.keys { images.retry(image) }
    var list = DisplayList(size: Size(width: 10, height: 10))
    let shape = DisplayShape(Rect(x: 0, y: 0, width: 10, height: 10))
    list.append(.image(ImageReference("ada"), shape, .fill))
    let early = try rasterizer.rasterize(list)
    while images.naturalSize(of: ImageReference("ada")) == nil || !images.isIdle {
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(try rasterizer.rasterize(list) != early && images.failures.isEmpty)
  }

  @Test func writesAnImage() throws {
    try CoastImage.withFolder { folder in
      let path = "\(folder)/square.png"
      let bitmap = try Bitmap(width: 32, height: 32, background: Color(rgb: 0x1A5FB4))
      try PNGEncoder().write(bitmap, to: path)
      let bytes = try PNGEncoder(compression: .small, colors: .compact).encode(bitmap)
      let decoder = ImageDecoder()
      let read = try [decoder.decode(path: path), decoder.decode(bytes)]
      #expect(read == [bitmap, bitmap])
    }
  }

  @Test func writesLossyImages() throws {
    try CoastImage.withFolder { folder in
      let path = "\(folder)/coast"
      let bitmap = try ImageDecoder().decode(CoastImage.jpeg)
      let picture = BandedImage(bitmap)
      let encoder: any ImageEncoder = WebPEncoder(quality: .lossy(80))
      try encoder.write(picture, to: path)
      #expect(try ImageDecoder().info(path: path).format == .webP)
      let budget = RenderBudget(byteCount: 1 << 24)
      var bytes: [UInt8] = []
      try encoder.encode(picture, name: "card", budget: budget) { bytes += $0 }
      #expect(!bytes.isEmpty)
      try WebPEncoder().write(bitmap, to: path)
      try WebPEncoder(quality: .lossy(80)).write(bitmap, to: path)
      #expect(try ImageDecoder().decode(path: path) != bitmap)
      try JPEGEncoder(quality: 90).write(bitmap, to: path)
      #expect(try ImageDecoder().info(path: path).format == .jpeg)
      if AVIFEncoder.isBuiltIn {
        try AVIFEncoder(quality: 70).write(bitmap, to: path)
        #expect(try ImageDecoder().info(path: path).format == .avif)
      } else {
        #expect(throws: (any Error).self) { try AVIFEncoder(quality: 70).write(bitmap, to: path) }
      }
    }
  }
}
