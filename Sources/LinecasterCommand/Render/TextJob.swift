import Foundation
import Linecaster

/// A plain text on its way to a picture: black on white, or the reverse in the dark theme.
struct TextJob {
  let text: String
  let width: Double
  /// The em in layout points.
  let size: Double
  let scale: PixelScale
  let theme: Theme
  let fonts: FontCollection
  let rendering: GlyphRendering
  let output: OutputFile
  /// Where the glyphs and their places go; nil where nobody wants them.
  let dump: String?

  /// The room around the text, in layout points.
  private static let margin = 8.0

  /// Draws the text and writes the picture, and the dump where one is wanted.
  func run() throws {
    let ink: Color = theme == .dark ? .white : .black
    let style = TextStyle(size: size, color: ink)
    let layout = Typesetter(fonts: fonts).prepare(Paragraph(text, style: style))
      .layout(width: max(1, width - 2 * Self.margin))
    let origin = Point(x: Self.margin, y: Self.margin)
    var list = DisplayList(
      size: Size(width: width, height: layout.size.height + 2 * Self.margin))
    list.append(.text(layout, origin: origin))
    try output.write(
      try DisplayRasterizer(rendering: rendering)
        .rasterize(list, scale: scale, background: theme == .dark ? .black : .white))
    guard let dump else { return }
    var glyphs = GlyphDump(image: output.path)
    glyphs.add(layout, at: origin, scale: scale)
    try glyphs.write(to: dump)
  }

  /// Reads a text; bytes that are no UTF-8 become U+FFFD.
  static func text(of path: String) throws(RenderFailure) -> String {
    do {
      return String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    } catch {
      throw RenderFailure(description: "\(path): cannot be read: \(error.localizedDescription)")
    }
  }
}
