import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

/// The samples in the comments of LinecasterFonts.
@Suite struct TypeSamplesFonts {
  private let folder = Catalogue.root.appendingPathComponent("Fonts").path

  @Test func findsAFace() throws {
    let fonts = try FontCollection.bundled()
    let request = FontRequest(families: ["Noto Sans"], weight: .bold, slant: .italic)
    let face = fonts.face(for: request)
    print(face?.styleName ?? "no such family")
    #expect(face?.styleName == "Bold Italic")
  }

  @Test func changesARequest() throws {
    let fonts = try FontCollection.bundled()
    var request = FontRequest(families: ["Noto Sans"], slant: .italic)
    request.weight = .bold
    request.variations = [FontVariation(.widthAxis, 75)]
    let face = fonts.face(for: request)
    #expect(face?.styleName == "Bold Italic")
  }

  @Test func opensAFile() throws {
    let path = "\(folder)/NotoSans/NotoSans-Regular.ttf"
    let face = try FontFace(path: path)
    print(face.family, face.styleName, face.weight.value, face.covers("é"))
    let scale = 16 / Double(face.metrics.unitsPerEm)
    print(face.metrics.ascent * scale, face.metrics.capHeight * scale)
    #expect(face.family == "Noto Sans" && face.covers("é") && scale == 0.016)
  }

  @Test func setsAxes() throws {
    let face = try FontFace(path: "\(folder)/NotoSans/NotoSans-Regular.ttf")
    for axis in face.axes { print(axis.tag.name, axis.range, axis.defaultValue) }
    for instance in face.namedInstances { print(instance.name) }
    let small = face.instance(variations: [
      FontVariation(.opticalSizeAxis, 8), FontVariation(.slantAxis, -10),
    ])
    // The bundled fonts have no axes, so all places are the same.
    #expect(small == face)
  }

  @Test func writesAnOutline() throws {
    let face = try FontFace(path: "\(folder)/NotoSans/NotoSans-Regular.ttf")
    let glyph: UInt32 = 36
    let outline = face.outline(of: glyph)
    let scale = 16 / Double(outline.unitsPerEm)
    print("<path d=\"\(outline.svgPath(scale: scale))\"/>")
    #expect(!outline.isEmpty)
  }

  @Test func readsColours() throws {
    let face = try FontFace(path: FontFixtures.layers)
    let glyph: UInt32 = 1
    if let colored = try face.colorGlyph(of: glyph) {
      for layer in colored.layers ?? [] {
        print(face.outline(of: layer.glyph).svgPath(), layer.ink.color ?? .black)
      }
    }
    #expect(try face.colorGlyph(of: glyph)?.layers?.count == 3)
  }

  @Test func handsOutImages() throws {
    let face = try FontFace(path: FontFixtures.strikes)
    let glyph: UInt32 = 1
    if let image = face.embeddedImage(of: glyph, pixelsPerEm: 64) {
      let scale = 64 / Double(face.metrics.unitsPerEm)
      print(image.png.count, image.frame.width * scale, image.frame.maxY * scale)
    }
    #expect(face.embeddedImage(of: glyph, pixelsPerEm: 64)?.frame.width == 800)
  }

  /// A stand-in for a renderer that reads fonts itself.
  private final class Renderer {
    var opened: (count: Int, index: Int) = (0, -1)
    func openFace(_ bytes: UnsafeRawPointer?, count: Int, index: Int) { opened = (count, index) }
  }

  @Test func lendsBytes() throws {
    let face = try FontFace(path: FontFixtures.layers)
    let renderer = Renderer()
    face.data.withBytes { bytes in
      renderer.openFace(bytes.baseAddress, count: bytes.count, index: face.index)
    }
    #expect(renderer.opened.count > 500 && renderer.opened.index == 0)
  }
}
