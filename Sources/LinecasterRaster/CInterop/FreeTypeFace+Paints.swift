internal import CFreeType
import LinecasterBase
import LinecasterFonts
import LinecasterText

extension FreeTypeFace {
  /// Draws a colour glyph of the table COLR from its paints.
  ///
  /// - Parameters:
  ///   - glyph: The paints of the glyph.
  ///   - key: Its size, position and rotation, and the text's colour. Without that, glyphs that
  ///     use it become `tinted`.
  ///   - region: The pixels to draw, from the glyph's origin, y down; `nil` for all of them,
  ///     or for a `path` where they are too many to be kept.
  func painted(
    _ glyph: ColorGlyph, of key: GlyphKey, in region: PixelRect?
  ) throws(PaintFault) -> GlyphBitmap {
    let outlines = PaintOutlines(face, library)
    var drawing = PaintDrawing(outlines, textColor: key.ink ?? .black)
    let transform = pixels(of: key, unitsPerEm: glyph.unitsPerEm)
    guard let extent = try drawing.extent(of: glyph.paint, transform) else { throw .unbounded }
    let bounds = region.map { extent.clipped(to: $0) } ?? extent
    guard !bounds.isEmpty else { return .empty }
    if glyph.usesTextColor, key.ink == nil, region == nil { return GlyphBitmap(tintedIn: bounds) }
    guard bounds.width <= GlyphBitmap.maximumSide, bounds.height <= GlyphBitmap.maximumSide,
      region != nil || bounds.width * bounds.height * 4 <= GlyphBitmap.maximumPixels
    else { return .path }
    return GlyphBitmap(
      content: .color, left: Int32(bounds.left), top: -Int32(bounds.top),
      width: Int32(bounds.width), height: Int32(bounds.height),
      bytes: try drawing.bytes(of: glyph.paint, transform, in: bounds))
  }

  /// Returns the transform from font units, y up, to pixels from the glyph's origin, y down.
  private func pixels(of key: GlyphKey, unitsPerEm: Int) -> ColorPaint.Transform {
    let scale = Double(key.size) / 64 / Double(max(1, unitsPerEm))
    var transform = ColorPaint.Transform(xx: scale, yy: scale)
    if synthesis.slants {
      transform = ColorPaint.Transform(xy: FontSynthesis.lean).after(transform)
    }
    switch key.style.turn {
    case .none: break
    case .clockwise: transform = .init(xx: 0, yx: -1, xy: 1, yy: 0).after(transform)
    case .anticlockwise: transform = .init(xx: 0, yx: 1, xy: -1, yy: 0).after(transform)
    }
    return ColorPaint.Transform(yy: -1, dx: Double(key.x) / 64, dy: Double(key.y) / 64)
      .after(transform)
  }
}

/// The coverage of a face's outlines, which FreeType draws from points that HarfBuzz reads.
final class PaintOutlines: OutlineCovering {
  private let face: FontFace
  private let library: FreeTypeLibrary
  private var outlines: [UInt32: GlyphOutline] = [:]
  /// The remaining number of outline steps that may be read, transformed or drawn.
  private var remaining = PaintOutlines.stepLimit

  /// The maximum number of steps for one glyph; the most elaborate real ones take some ten
  /// thousand.
  private static let stepLimit = 1 << 20

  init(_ face: FontFace, _ library: FreeTypeLibrary) {
    self.face = face
    self.library = library
  }

  /// The maximum distance of points from the drawn pixels; FreeType's limit is twice as much.
  private static let farthest = 131_072.0

  func box(of glyph: UInt32, _ transform: ColorPaint.Transform) throws(PaintFault) -> PixelRect {
    PixelRect(around: try outline(of: glyph).segments.flatMap(\.points).map { transform.moved($0) })
  }

  func coverage(
    of shape: PaintShape, _ transform: ColorPaint.Transform, in rect: PixelRect
  ) throws(PaintFault) -> [UInt8] {
    let segments =
      switch shape {
      case .outline(let glyph): try outline(of: glyph).segments
      case .box(let box): box.segments
      }
    var contours = OutlineContours()
    for segment in segments {
      contours.add(segment) { point in
        let pixel = transform.moved(point)
        return FT_Vector(
          x: Self.place(pixel.x - Double(rect.left)), y: Self.place(Double(rect.bottom) - pixel.y))
      }
    }
    guard contours.points.count <= Int16.max, contours.ends.count <= Int16.max else {
      throw .tooLarge
    }
    return contours.coverage(width: rect.width, height: rect.height, library)
  }

  private static func place(_ pixels: Double) -> FT_Pos {
    FT_Pos(saturating: (pixels.limited(to: farthest) * 64).rounded())
  }

  private func outline(of glyph: UInt32) throws(PaintFault) -> GlyphOutline {
    let outline = outlines[glyph] ?? face.outline(of: glyph)
    outlines[glyph] = outline
    remaining -= outline.segments.count + 1
    guard remaining > 0 else { throw .tooLarge }
    return outline
  }
}

/// An outline in FreeType's format.
private struct OutlineContours {
  var points: [FT_Vector] = []
  var ends: [Int16] = []
  private var tags: [CChar] = []

  /// The point tags: on the curve, or control points of quadratic or cubic curves.
  private static let (on, conic, cubic): (CChar, CChar, CChar) = (1, 0, 2)

  mutating func add(_ segment: GlyphOutline.Segment, _ moved: (Point) -> FT_Vector) {
    switch segment {
    case .move(let point), .line(let point): add(moved(point), Self.on)
    case .quadratic(let control, let point):
      add(moved(control), Self.conic)
      add(moved(point), Self.on)
    case .cubic(let first, let second, let point):
      add(moved(first), Self.cubic)
      add(moved(second), Self.cubic)
      add(moved(point), Self.on)
    case .close:
      // An empty contour, as in a broken font, would end before it starts.
      if points.count > (ends.last.map { Int($0) + 1 } ?? 0) {
        ends.append(Int16(clamping: points.count - 1))
      }
    }
  }

  private mutating func add(_ point: FT_Vector, _ tag: CChar) {
    points.append(point)
    tags.append(tag)
  }

  /// Returns the coverage of each pixel, row by row from the top.
  mutating func coverage(width: Int, height: Int, _ library: FreeTypeLibrary) -> [UInt8] {
    var coverage = [UInt8](repeating: 0, count: width * height)
    guard let last = ends.last, Int(last) == points.count - 1 else { return coverage }
    points.withUnsafeMutableBufferPointer { points in
      tags.withUnsafeMutableBufferPointer { tags in
        ends.withUnsafeMutableBufferPointer { ends in
          coverage.withUnsafeMutableBufferPointer { pixels in
            var outline = FT_Outline()
            outline.n_contours = .init(ends.count)
            outline.n_points = .init(points.count)
            outline.points = points.baseAddress
            outline.tags = tags.baseAddress
            outline.contours = ends.baseAddress
            var bitmap = FT_Bitmap(
              width: width, height: height, rowBytes: width, pixels.baseAddress)
            // Outlines that FreeType rejects stay without coverage.
            _ = FT_Outline_Get_Bitmap(library.pointer, &outline, &bitmap)
          }
        }
      }
    }
    return coverage
  }
}

extension GlyphOutline.Segment {
  /// All points, including control points.
  fileprivate var points: [Point] {
    switch self {
    case .move(let point), .line(let point): [point]
    case .quadratic(let control, let point): [control, point]
    case .cubic(let first, let second, let point): [first, second, point]
    case .close: []
    }
  }
}

extension Rect {
  /// The outline of the rectangle.
  fileprivate var segments: [GlyphOutline.Segment] {
    [
      .move(to: origin), .line(to: Point(x: maxX, y: minY)), .line(to: Point(x: maxX, y: maxY)),
      .line(to: Point(x: minX, y: maxY)), .close,
    ]
  }
}
