import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFonts
import LinecasterGeometry
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterRaster

/// A named image of text that shows one thing a canvas can do with glyphs.
struct TextScene: Sendable, CustomTestStringConvertible {
  let name: String
  var rendering = GlyphRendering.plain
  var background = Color.white
  let commands: @Sendable (borrowing Typesetter) -> [DisplayCommand]

  var testDescription: String { name }

  /// The scene at one pixel a point.
  func draw() throws -> Bitmap {
    let fonts = try FontCollection(
      faces: FontCollection.bundled().faces + [FontFace(path: FontFixtures.layers)])
    var list = DisplayList(size: Size(width: 200, height: 110))
    for command in commands(Typesetter(fonts: fonts)) { list.append(command) }
    return try DisplayRasterizer(rendering: rendering).rasterize(list, background: background)
  }

  /// Lines of text of one style, one below the other.
  static func lines(
    _ typesetter: borrowing Typesetter, _ texts: [(String, TextStyle)]
  ) -> [DisplayCommand] {
    var y = 4.0
    return texts.map { text, style in
      let layout = typesetter.prepare(Paragraph(text, style: style)).layout()
      defer { y += layout.size.height + 2 }
      return .text(layout, origin: Point(x: 6, y: y))
    }
  }

  /// All scenes.
  static let all = decorated + rendered + scripts
}
