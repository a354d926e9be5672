import LinecasterBase
import LinecasterFonts
import LinecasterRaster
import LinecasterText

/// Draws the colour glyphs of a document as images, and others as outlines.
///
/// Not Sendable: each document has one, and one thread draws it at a time.
final class ColorGlyphs {
  /// The cache key of a glyph image.
  struct Key: Hashable {
    let face: FontFace
    let glyph: UInt32
    /// The font size in pixels.
    let size: Int
    /// The text colour, if the glyph uses it; `nil` otherwise.
    let ink: Color?
  }

  private let rasterizer: DisplayRasterizer
  private var known: [FontFace: Bool] = [:]
  private var colored: [Key: Bool] = [:]
  private var drawn: [Key: DrawnPart?] = [:]

  /// The sizes of glyph images, shared by texts of many sizes.
  private static let sizes = [64, 128, 256, 512, 1024]

  init(_ rasterizer: DisplayRasterizer) {
    self.rasterizer = rasterizer
  }

  /// Whether a face may have colour glyphs.
  func hasColors(_ face: FontFace) -> Bool {
    if let known = known[face] { return known }
    let has = face.hasColorBitmaps || face.hasColorOutlines
    known[face] = has
    return has
  }

  /// The key for the image of a colour glyph; `nil` for outline glyphs.
  ///
  /// - Parameter pixelsPerEm: The desired resolution.
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
    // Bitmaps use only the opacity of the colour, which documents can express.
    let ink = run.face.hasColorBitmaps ? nil : run.color
    return Key(face: run.face, glyph: glyph, size: size, ink: ink)
  }

  /// The image of a glyph, with its frame in em from the origin, y down; `nil` if it is invisible.
  ///
  /// - Throws: `RasterError` if the glyph cannot be drawn.
  func image(_ key: Key) throws(RasterError) -> DrawnPart? {
    if let known = drawn[key] { return known }
    let color = key.ink?.opaque ?? .black
    let part = try rasterizer.glyph(key.glyph, of: key.face, size: key.size, color: color)
    drawn[key] = .some(part)
    return part
  }

  /// The colour glyphs of a run as positioned images.
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

  /// The outlines of a run's other glyphs, positioned.
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
  /// The same colour without transparency.
  var opaque: Color { Color(red: red, green: green, blue: blue) }
}
