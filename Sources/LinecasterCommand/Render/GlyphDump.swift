import Foundation
import Linecaster

/// The glyphs of a picture and their places, so that another program can draw them again.
struct GlyphDump: Encodable {
  /// The picture's file, without its folder.
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

  /// Makes a dump without glyphs.
  init(image: String) {
    self.image = URL(fileURLWithPath: image).lastPathComponent
  }

  /// Adds the glyphs of a layout whose top-left corner is at a point in layout points.
  mutating func add(_ layout: TextLayout, at origin: Point, scale: PixelScale) {
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

  /// Writes the dump as JSON (RFC 8259).
  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      try encoder.encode(self).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw RenderFailure(
        description: "\(path): cannot be written: \(error.localizedDescription)")
    }
  }
}
