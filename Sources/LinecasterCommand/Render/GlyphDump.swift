import Foundation
import Linecaster

/// The glyphs of an image and their places, so that another program can draw them again.
struct GlyphDump: Encodable {
  /// The image's file: its name where it is beside the dump, else its path.
  let image: String
  private(set) var glyphs: [Glyph] = []

  /// One glyph: the font's file without its folder, the em and the origin in pixels, y down.
  struct Glyph: Encodable {
    let font: String
    let index: Int
    let size: Double
    let id: UInt32
    let x: Double
    let y: Double
  }

  /// Takes the glyphs of a page.
  ///
  /// - Parameters:
  ///   - image: The path of its image.
  ///   - dump: The path that the dump will have.
  init(_ page: DrawnPage, image: String, beside dump: String) {
    let (image, dump) = (URL(fileURLWithPath: image), URL(fileURLWithPath: dump))
    let isBeside = image.deletingLastPathComponent().path == dump.deletingLastPathComponent().path
    self.image = isBeside ? image.lastPathComponent : image.path
    for (layout, origin) in page.texts { add(layout, at: origin, scale: page.scale) }
  }

  /// Adds the glyphs of a layout whose top-left corner is at a point in layout points.
  private mutating func add(_ layout: TextLayout, at origin: Point, scale: PixelScale) {
    for run in layout.glyphRuns {
      let font = URL(fileURLWithPath: run.face.data.source).lastPathComponent
      run.forEachGlyph { glyph, x, y in
        glyphs.append(
          Glyph(
            font: font, index: run.face.index, size: run.size * scale.factor, id: glyph,
            x: (origin.x + x) * scale.factor, y: (origin.y + y) * scale.factor))
      }
    }
  }

  /// The dump as JSON (RFC 8259).
  func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self))
  }
}
