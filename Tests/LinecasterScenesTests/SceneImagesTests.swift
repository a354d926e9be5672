import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFiles
import LinecasterFonts
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterScenes

/// Image files in drawn scenes.
@Suite struct SceneImagesTests {
  private let large = ImageReference("large.jpg")

  /// Creates a folder with an image of 120 × 90 pixels with an EXIF rotation, and the same upright.
  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let upright = try ImageDecoder().decode(path: ImageFixtures.path("large.jpg"))
    try PNGEncoder().write(upright, to: folder.appending(path: "upright.png").path)
    // Rotated by 180 degrees, which EXIF data revert: the last pixel comes first.
    let pixels = stride(from: upright.pixels.count - 4, through: 0, by: -4)
      .flatMap { upright.pixels[$0..<$0 + 4] }
    let turned = try Bitmap(width: upright.width, height: upright.height, pixels: pixels)
    let png = try PNGEncoder().encode(turned)
    let exif = PNGChecksum.chunk("eXIf", ExifData.tiff(3, isLittleEndian: true))
    try Data(png[..<33] + exif + png[33...]).write(to: folder.appending(path: "turned.png"))
    let jpeg = try ImageFixtures.bytes("large.jpg")
    for orientation in 1...8 {
      try Data(ExifData.jpeg(jpeg, orientation: orientation))
        .write(to: folder.appending(path: "\(orientation).jpg"))
    }
    return folder
  }

  private func drawn(_ json: String, _ provider: ImageFileProvider) throws -> Bitmap {
    let scene = try Scene(json: json)
    let arranger = CellArranger(
      typesetter: Typesetter(fonts: try .bundled()), images: provider)
    let arrangement = try arranger.arrange(
      scene.layout, in: LayoutEnvironment(width: scene.width))
    return try DisplayRasterizer(images: provider).rasterize(arrangement.displayList)
  }

  /// A scene of one image, at the left.
  private func scene(_ name: String, _ more: String = "") -> String {
    """
    {"width": 200, "body": {"Row": [
      {"Image": {"image": "\(name)"}, "alignment": "flexStart"\(more)}
    ]}}
    """
  }

  @Test func aTurnedImageIsDrawnUpright() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let provider = ImageFileProvider(folder: folder.path)
    // At its own size: pixels of the file are pixels of the scene.
    #expect(try drawn(scene("turned.png"), provider) == drawn(scene("upright.png"), provider))
    let jpeg = try drawn(scene("3.jpg"), provider)
    #expect((jpeg.width, jpeg.height) == (200, 90))
  }

  @Test(arguments: 1...8)
  func layoutKnowsTheTurnedSizeAndDrawsTheCornerWhereItIs(orientation: Int) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let provider = ImageFileProvider(folder: folder.path)
    let bitmap = try drawn(scene("\(orientation).jpg", #", "frame": {"width": 60}"#), provider)
    let isTurned = orientation > 4
    #expect(bitmap.height == (isTurned ? 80 : 45))
    // The corner of the file with the least blue, by the EXIF definition of its first row and
    // column.
    let atRight = [2, 3, 6, 7].contains(orientation)
    let atBottom = [3, 4, 7, 8].contains(orientation)
    let corners = [(3, 3), (56, 3), (3, bitmap.height - 4), (56, bitmap.height - 4)]
    let expected = (atRight ? 1 : 0) + (atBottom ? 2 : 0)
    for (index, (x, y)) in corners.enumerated() {
      let pixel = bitmap.pixels[((y * bitmap.width + x) * 4)...].prefix(4)
      let isYellow = pixel[pixel.startIndex] > 200 && pixel[pixel.startIndex + 2] < 55
      #expect(isYellow == (index == expected), "corner \(index) is \(Array(pixel))")
    }
  }

  @Test func layoutDecodesNothing() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let provider = ImageFileProvider(folder: folder.path)
    let arranger = CellArranger(
      typesetter: Typesetter(fonts: try .bundled()), images: provider)
    let layout = try Scene(json: scene("6.jpg")).layout
    let size = try arranger.arrange(layout, in: LayoutEnvironment(width: 200)).size
    #expect(size.height == 120)
    #expect(provider.decodedCount == 0 && provider.keptBytes == 0)
  }
}
