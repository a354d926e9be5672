import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFiles
import LinecasterFonts
import LinecasterRaster
import LinecasterText
import Testing

/// The sample of the chapter on the canvas.
@Suite struct CanvasSampleTests {
  @Test func drawsAList() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let layout = typesetter.prepare(Paragraph("Drawn once")).layout()
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).png").path
    defer { try? FileManager.default.removeItem(atPath: path) }

    var list = DisplayList(size: Size(width: 200, height: 60))
    let box = DisplayShape(Rect(x: 10, y: 10, width: 180, height: 40), cornerRadius: 8)
    list.append(.shadow(box, Shadow(Color.black.opacity(0.3), offset: Point(x: 0, y: 2), blur: 6)))
    list.append(.fill(box, .color(Color(rgb: 0xE8F0FE))))
    list.append(.text(layout, origin: Point(x: 20, y: 20)))

    let rasterizer = DisplayRasterizer()
    let bitmap = try rasterizer.rasterize(list, scale: PixelScale(1.5), background: .white)
    try PNGEncoder().write(bitmap, to: path)
    #expect((bitmap.width, bitmap.height) == (300, 90))
    #expect(try ImageDecoder().decode(path: path) == bitmap)
  }
}
