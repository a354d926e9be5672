import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterRaster
import LinecasterWitness
import Testing

@testable import LinecasterScenes

/// The draw data of scenes, drawn by a model of the shader, looks like their pictures.
@Suite(.timeLimit(.minutes(60))) struct DrawDataPictureTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL.path
  private static let gallery = "\(root)/Sources/Examples/Gallery"

  private static let scenes =
    ["\(root)/Sources/LinecasterCommand/Demo/hero.json"]
    + ((try? FileManager.default.contentsOfDirectory(atPath: gallery)) ?? [])
    .filter { $0.hasSuffix(".json") }.sorted().map { "\(gallery)/\($0)" }

  @Test func theScenesAreThere() { #expect(Self.scenes.count >= 13) }

  private struct Comparison {
    /// The mean difference of a channel, 0 to 255.
    var mean = 0.0
    /// The greatest difference of a channel outside of the edges of glyphs, and its pixel.
    var worst = (difference: 0, x: 0, y: 0)

    init(_ model: ShaderModel, _ picture: [UInt8]) {
      var total = 0
      for index in picture.indices {
        let difference = abs(Int(model.pixels[index]) - Int(picture[index]))
        total += difference
        let pixel = index / 4
        if difference > worst.difference, !model.isGlyphEdge[pixel] {
          worst = (difference, pixel % model.width, pixel / model.width)
        }
      }
      mean = Double(total) / Double(picture.count)
    }
  }

  @Test(arguments: scenes, [1, 1.5, 2])
  func theShaderDrawsThePicture(path: String, scale: Double) throws {
    let painter = PicturePainter(
      fonts: try FontCollection.bundled(), folder: (path as NSString).deletingLastPathComponent)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    var request = PictureRequest(try SceneSource(json: Array(bytes), named: "scene"))
    request.options.scale = scale
    let arranged = try painter.arrange(painter.read(request))
    let picture = try painter.draw(arranged).picture.bitmap()

    var builder = DrawDataBuilder(
      scale: PixelScale(scale), rasterizer: arranged.read.rasterizer,
      text: arranged.read.environment.textRendering)
    builder.beginFrame(
      viewport: PixelRect(x: 0, y: 0, width: picture.width, height: picture.height))
    try builder.append(arranged.page)
    let hasChanged = builder.endFrame()
    #expect(hasChanged)
    var model = ShaderModel(
      width: picture.width, height: picture.height, background: arranged.read.background)
    model.upload(from: &builder)
    model.draw(builder.data)

    let found = Comparison(model, picture.pixels)
    let name = (path as NSString).lastPathComponent
    if ProcessInfo.processInfo.environment["DRAW_DATA"] != nil {
      print(
        "\(name) \(scale): mean \(found.mean), worst \(found.worst), "
          + "\(model.callCount) calls, \(builder.data.vertices.count) vertices")
    }
    #expect(found.mean <= 2, "\(name)")
    #expect(found.worst.difference <= 24, "\(name) at \(found.worst.x), \(found.worst.y)")
    #expect(!builder.data.vertices.isEmpty && model.textureCount > 0)
  }
}
