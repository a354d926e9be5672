import LinecasterBase
import LinecasterDisplay
import LinecasterRaster
import LinecasterSurface

/// The renderer of a list: notes what a frame draws, for later drawing in memory of the caller.
@MainActor
final class ListSurface: RowSurface {
  /// The pixels of a row, which workers have drawn; sharing them copies nothing.
  final class Texture {
    fileprivate(set) var pixels: Bitmap
    fileprivate let number: Int
    /// The number of changes.
    fileprivate var version = 0

    fileprivate init(_ pixels: Bitmap, number: Int) {
      (self.pixels, self.number) = (pixels, number)
    }
  }

  /// A step of drawing.
  private enum Step {
    case fill(Rect, Color)
    case draw(Texture, SurfaceQuad)

    /// The step without its pixels.
    var trace: Trace {
      switch self {
      case .fill(let rect, let color): .fill(rect, color)
      case .draw(let texture, let quad): .draw(texture.number, texture.version, quad)
      }
    }
  }

  private enum Trace: Hashable {
    case fill(Rect, Color)
    case draw(Int, Int, SurfaceQuad)
  }

  private var steps: [Step] = []
  private var traces: [Trace] = []
  private var textureCount = 0

  func makeTexture(of pixels: Bitmap) -> Texture? {
    textureCount += 1
    return Texture(pixels, number: textureCount)
  }

  func change(_ texture: Texture, to pixels: Bitmap, in changes: [PixelRect]) {
    texture.pixels = pixels
    texture.version += 1
  }

  func draw(_ texture: Texture, _ quad: SurfaceQuad) { steps.append(.draw(texture, quad)) }

  func fill(_ rect: Rect, with color: Color) { steps.append(.fill(rect, color)) }

  func drop(_ texture: Texture) {}

  /// Forgets the frame before.
  func begin() { steps.removeAll(keepingCapacity: true) }

  /// Ends a frame.
  ///
  /// - Returns: Whether its pixels may differ from those of the frame before.
  func end() -> Bool {
    let before = traces
    traces = steps.map(\.trace)
    return traces != before
  }

  /// Draws the last frame.
  ///
  /// - Complexity: O(pixels).
  func picture(width: Int, height: Int) throws(RasterError) -> Bitmap {
    var picture = try Bitmap(width: width, height: height)
    for step in steps {
      switch step {
      case .fill(let rect, let color): try fill(rect, color, in: &picture)
      case .draw(let texture, let quad): draw(texture.pixels, quad, in: &picture)
      }
    }
    return picture
  }

  private func fill(
    _ rect: Rect, _ color: Color, in picture: inout Bitmap
  ) throws(RasterError) {
    func pixel(_ place: Double, _ limit: Int) -> Int {
      Int(saturating: min(max(place.rounded(), 0), Double(limit)))
    }
    let (left, right) = (pixel(rect.minX, picture.width), pixel(rect.maxX, picture.width))
    let (top, bottom) = (pixel(rect.minY, picture.height), pixel(rect.maxY, picture.height))
    guard left < right, top < bottom, color.alpha > 0 else { return }
    let piece = try Bitmap(width: right - left, height: bottom - top, background: color)
    if color.alpha == 255 {
      picture.draw(piece, atX: left, y: top)
    } else {
      var move = DisplayTransform.identity
      (move.x, move.y) = (Double(left), Double(top))
      picture.blend(piece, opacity: 1, through: move)
    }
  }

  private func draw(_ pixels: Bitmap, _ quad: SurfaceQuad, in picture: inout Bitmap) {
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    // Rows are opaque, because they are drawn on the background of the list.
    if let frame = quad.frame, quad.opacity >= 1, frame.size == Size(width: width, height: height),
      let x = Int(exactly: frame.minX), let y = Int(exactly: frame.minY)
    {
      return picture.draw(pixels, atX: x, y: y)
    }
    guard width > 0, height > 0 else { return }
    let (right, down) = (
      quad.topRight.offset(x: -quad.topLeft.x, y: -quad.topLeft.y),
      quad.bottomLeft.offset(x: -quad.topLeft.x, y: -quad.topLeft.y)
    )
    picture.blend(
      pixels, opacity: min(max(quad.opacity, 0), 1),
      through: DisplayTransform(
        a: right.x / width, b: right.y / width, c: down.x / height, d: down.y / height,
        x: quad.topLeft.x, y: quad.topLeft.y))
  }
}
