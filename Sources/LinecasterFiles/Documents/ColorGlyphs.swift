import LinecasterBase
import LinecasterFonts
import LinecasterRaster
import LinecasterText

/// The coloured glyphs of a document as images, and the others as outlines.
///
/// Not Sendable: there is one for each document, which one thread draws at a time.
final class ColorGlyphs {
  /// What an image of a glyph depends on.
  struct Key: Hashable {
    let face: FontFace
    let glyph: UInt32
    /// The em in pixels.
    let size: Int
    /// What is drawn in the colour of the text; nil where that is nothing.
    let ink: Color?
  }

  private let rasterizer: DisplayRasterizer
  private var known: [FontFace: Bool] = [:]
  private var colored: [Key: Bool] = [:]
  private var drawn: [Key: DrawnPart?] = [:]

  /// The sizes of images, so that text of many sizes shares them.
  private static let sizes = [64, 128, 256, 512, 1024]

  init(_ rasterizer: DisplayRasterizer) {
    self.rasterizer = rasterizer
  }

  /// Whether a face may have coloured glyphs.
  func hasColors(_ face: FontFace) -> Bool {
    if let known = known[face] { return known }
    let has = face.hasColorBitmaps || face.hasColorOutlines
    known[face] = has
    return has
  }

  /// What the image of a coloured glyph is found by; nil for glyphs that are outlines.
  ///
  /// - Parameter pixelsPerEm: How large the image is wanted.
  func key(of glyph: UInt32, in run: GlyphRun, pixelsPerEm: Double) -> Key? {
    guard hasColors(run.face) else { return nil }
    let plain = Key(face: run.face, glyph: glyph, size: 0, ink: nil)
    let isColored: Bool
    if let known = colored[plain] {
      isColored = known
    } else {
      isColored =
        run.face.embeddedImage(of: glyph, pixelsPerEm: 64) != nil
        || (try? run.face.colorGlyph(of: glyph)) != nil
      colored[plain] = isColored
    }
    guard isColored else { return nil }
    let size = Self.sizes.first { Double($0) >= pixelsPerEm } ?? Self.sizes[Self.sizes.count - 1]
    // Of the colour of bitmaps only the opacity is taken, which the document has as well.
    let ink = run.face.hasColorBitmaps ? nil : run.color
    return Key(face: run.face, glyph: glyph, size: size, ink: ink)
  }

  /// The image of a glyph, its frame in ems from the glyph's origin, y down; nil where there is
  /// nothing to see.
  ///
  /// - Throws: `RasterError` where the glyph cannot be drawn.
  func image(_ key: Key) throws(RasterError) -> DrawnPart? {
    if let known = drawn[key] { return known }
    let color = key.ink?.opaque ?? .black
    let part = try rasterizer.glyph(key.glyph, of: key.face, size: key.size, color: color)
    drawn[key] = .some(part)
    return part
  }

  /// The coloured glyphs of a run as images in their places.
  func images(
    of run: GlyphRun, at origin: Point, scale: PixelScale
  ) throws(RasterError) -> [(image: Bitmap, frame: Rect)] {
    guard hasColors(run.face) else { return [] }
    var images: [(image: Bitmap, frame: Rect)] = []
    for glyph in run.placedGlyphs {
      guard
        let key = key(
          of: glyph.identifier, in: run, pixelsPerEm: run.size * scale.factor),
        let part = try image(key)
      else { continue }
      let place = run.axes.page(glyph.origin)
      let (frame, size) = (part.frame, run.size)
      images.append(
        (
          part.bitmap,
          Rect(
            x: origin.x + place.x + frame.minX * size, y: origin.y + place.y + frame.minY * size,
            width: frame.width * size, height: frame.height * size)
        ))
    }
    return images
  }

  /// The outlines of the glyphs of a run that are not coloured, in their places.
  ///
  /// - Complexity: O(segments).
  func outlines(of run: GlyphRun, at origin: Point) throws(RasterError) -> VectorPath {
    var path = VectorPath()
    let stance = GlyphStance(run)
    for glyph in run.placedGlyphs
    where key(of: glyph.identifier, in: run, pixelsPerEm: run.size) == nil {
      let place = run.axes.page(glyph.origin).offset(x: origin.x, y: origin.y)
      let outline = run.face.outline(of: glyph.identifier)
      let unit = Double(max(1, outline.unitsPerEm))
      path.add(outline) { point in
        stance.place(
          Point(x: point.x / unit, y: point.y / unit), size: run.size, from: place)
      }
    }
    return path
  }
}

extension Color {
  /// The same without transparency.
  var opaque: Color { Color(red: red, green: green, blue: blue) }
}
