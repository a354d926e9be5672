import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterScenes
import Testing

/// The samples of pictures of scenes.
@Suite struct PictureSampleTests {
  private let bytes = Array(#"{"width": 80, "body": {"Text": "Hello"}}"#.utf8)

  @Test func aPainterDraws() throws {
    var sent: [UInt8] = []
    func send(_ bytes: [UInt8], as type: String) { sent = type == "image/png" ? bytes : [] }

    let painter = PicturePainter(fonts: try FontCollection.bundled(), folder: "images")
    let request = PictureRequest(try SceneSource(json: bytes))
    let picture = try painter.picture(of: request)
    send(picture.bytes, as: picture.format.mediaType)

    #expect(sent.starts(with: [0x89, 0x50, 0x4E, 0x47]) && picture.width == 80)
  }

  @Test func aRequestSaysHow() throws {
    let painter = PicturePainter(fonts: try FontCollection.bundled(), folder: "images")

    var request = PictureRequest(try SceneSource(json: bytes, named: "card.json"))
    request.options.scale = 2
    let picture = try painter.picture(of: request)

    #expect(picture.width == 160)
  }

  @Test func aLayoutIsDrawn() throws {
    let painter = PicturePainter(fonts: try FontCollection.bundled(), folder: "images")

    let layout = Text("Hello").padding(8).node
    let environment = LayoutEnvironment(width: 320, scale: PixelScale(2))
    let request = PictureRequest(.layout(layout, environment))
    let picture = try painter.picture(of: request)

    #expect(picture.width == 640 && picture.missingCharacters.isEmpty)
  }

  @Test func aSourceTellsItsFaults() throws {
    var drawn = 0
    func draw(_ scene: Scene) { drawn += 1 }

    let source = try SceneSource(json: bytes, named: "card.json")
    do {
      draw(try source.scene())
    } catch {
      for fault in source.faults { print(fault) }
    }

    #expect(drawn == 1 && source.faults.isEmpty)
  }
}
