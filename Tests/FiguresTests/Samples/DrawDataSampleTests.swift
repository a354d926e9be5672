import Foundation
import LinecasterBase
import LinecasterDisplay
import LinecasterRaster
import Testing

/// The samples on draw data. Those of the article are parts of the programs in C, which `.ci/embed`
/// runs.
@Suite struct DrawDataSampleTests {
  private struct Row {
    let list: DisplayList
    let origin: Point
  }

  /// A renderer that counts vertices and bytes.
  private final class Host {
    var vertexCount = 0
    var byteCount = 0
    var indexCount = 0

    func copy(_ data: DrawData) { vertexCount = data.vertices.count }

    func upload(_ upload: DrawUpload, _ bytes: UnsafeRawBufferPointer) {
      #expect(bytes.count >= (upload.rect.height - 1) * upload.rowBytes)
      byteCount += upload.rect.width * upload.rect.height * upload.texelBytes
    }

    func draw(_ commands: [DrawCommand]) {
      indexCount = commands.reduce(0) { $0 + Int($1.indexCount) }
    }
  }

  @Test func drawsAFrame() throws {
    let rasterizer = DisplayRasterizer()
    let scale = PixelScale(2)
    let window = PixelRect(x: 0, y: 0, width: 200, height: 200)
    var list = DisplayList(size: Size(width: 80, height: 40))
    let box = DisplayShape(Rect(x: 5, y: 5, width: 70, height: 30), cornerRadius: 8)
    list.append(.fill(box, .color(.black)))
    list.append(.group(DisplayGroup([.fill(box, .color(.white))], opacity: 0.5)))
    let rows = (0..<2).map { Row(list: list, origin: Point(x: 0, y: Double($0) * 40)) }
    let host = Host()
    var builder = DrawDataBuilder(scale: scale, rasterizer: rasterizer)
    builder.beginFrame(viewport: window)
    for row in rows { try builder.append(row.list, at: row.origin) }
    if builder.endFrame() { host.copy(builder.data) }
    builder.forEachUpload { upload, bytes in host.upload(upload, bytes) }
    host.draw(builder.data.commands)
    #expect(host.vertexCount == 2 * 2 * 4 && host.indexCount == 2 * 2 * 6)
    // The rows share the picture of the group.
    #expect(host.byteCount == 140 * 60 * 4)
  }

  @Test func samplesArePartsOfTheProgram() throws {
    let article = try #require(Catalogue.pages().first { $0.name == "DrawData.md" }).text
    let program = try ["renderer.h", "window.c", "messenger.c"].map {
      try String(
        contentsOf: Catalogue.root.appendingPathComponent("Integrations/C/\($0)"), encoding: .utf8)
    }.joined(separator: "\n")
    func words(_ text: some StringProtocol) -> String {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .joined(separator: "\n")
    }
    let samples = article.components(separatedBy: "```c\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
    #expect(samples.count == 7)
    for sample in samples { #expect(words(program).contains(words(sample)), "\(sample)") }
  }
}
