import LinecasterBase
import LinecasterDisplay
import LinecasterRaster
import LinecasterSurface

/// The drawing of a list's last frame.
///
/// Safe: only the thread of the list uses it. It is outside of the main actor, because reading it
/// takes no job and so allocates nothing.
final class ListFrame: @unchecked Sendable {
  /// A step of drawing, in device pixels from the corner of the list.
  enum Step {
    case fill(Rect, Color)
    case draw(ListTexture, SurfaceQuad)
    case list(DisplayList, SurfaceQuad)
  }

  fileprivate(set) var steps: [Step] = []
  /// The size of the list in device pixels, and the number of device pixels per layout point.
  fileprivate(set) var width = 0
  fileprivate(set) var height = 0
  fileprivate(set) var scale = PixelScale.one
}

/// The pixels of a row, which workers have drawn; sharing them copies nothing.
final class ListTexture {
  fileprivate(set) var pixels: Bitmap
  fileprivate let number: Int
  /// The number of changes.
  fileprivate var version = 0

  fileprivate init(_ pixels: Bitmap, number: Int) {
    (self.pixels, self.number) = (pixels, number)
  }
}

/// The renderer of a list: notes what a frame draws, for later drawing in memory of the caller or
/// by draw data.
@MainActor
final class ListSurface: DisplaySurface {
  /// A step without its pixels.
  private enum Trace: Hashable {
    case fill(Rect, Color)
    case draw(Int, Int, SurfaceQuad)
    /// The memory of the list, which the steps before keep until the traces are compared.
    case list(UInt, SurfaceQuad)

    init(_ step: ListFrame.Step) {
      switch step {
      case .fill(let rect, let color): self = .fill(rect, color)
      case .draw(let texture, let quad): self = .draw(texture.number, texture.version, quad)
      case .list(let list, let quad):
        let address = list.commands.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        self = .list(address, quad)
      }
    }
  }

  private let frame: ListFrame
  private let rasterizer: DisplayRasterizer
  /// Whether rows arrive as display lists, without a background.
  private let drawsLists: Bool
  private var steps: [ListFrame.Step] = []
  private var traces: [Trace] = []
  private var textureCount = 0

  init(_ frame: ListFrame, _ rasterizer: DisplayRasterizer, drawsLists: Bool) {
    (self.frame, self.rasterizer, self.drawsLists) = (frame, rasterizer, drawsLists)
  }

  func makeTexture(of pixels: Bitmap) -> ListTexture? {
    textureCount += 1
    return ListTexture(pixels, number: textureCount)
  }

  func change(_ texture: ListTexture, to pixels: Bitmap, in changes: [PixelRect]) {
    texture.pixels = pixels
    texture.version += 1
  }

  func draw(_ texture: ListTexture, _ quad: SurfaceQuad) { steps.append(.draw(texture, quad)) }

  func draw(_ list: DisplayList, _ quad: SurfaceQuad) { steps.append(.list(list, quad)) }

  func fill(_ rect: Rect, with color: Color) { steps.append(.fill(rect, color)) }

  func drop(_ texture: ListTexture) {}

  /// Forgets the frame before.
  func begin() { steps.removeAll(keepingCapacity: true) }

  /// Ends a frame of a list of a size.
  ///
  /// - Returns: Whether its pixels may differ from those of the frame before.
  func end(_ size: Size, scale: PixelScale) -> Bool {
    let new = steps.map { Trace($0) }
    let hasChanged = new != traces
    traces = new
    frame.steps = steps
    (frame.width, frame.height) = (scale.pixels(size.width), scale.pixels(size.height))
    frame.scale = scale
    return hasChanged
  }

  /// Draws the last frame.
  ///
  /// - Complexity: O(pixels).
  func picture(width: Int, height: Int) throws -> Bitmap {
    var picture = try Bitmap(width: width, height: height)
    for step in frame.steps {
      switch step {
      case .fill(let rect, let color): try fill(rect, color, in: &picture)
      case .draw(let texture, let quad): draw(texture.pixels, quad, in: &picture)
      case .list(let list, let quad):
        let row = try rasterizer.drawing(
          list, scale: frame.scale, background: .clear, .unlimited
        ).bitmap
        draw(row, quad, in: &picture)
      }
    }
    return picture
  }

  private func fill(
    _ rect: Rect, _ color: Color, in picture: inout Bitmap
  ) throws(RasterError) {
    let whole = PixelRect(x: 0, y: 0, width: picture.width, height: picture.height)
    let area = PixelRect(rounding: rect, in: whole)
    guard !area.isEmpty, color.alpha > 0 else { return }
    let piece = try Bitmap(width: area.width, height: area.height, background: color)
    if color.alpha == 255 {
      picture.draw(piece, atX: area.left, y: area.top)
    } else {
      var move = DisplayTransform.identity
      (move.x, move.y) = (Double(area.left), Double(area.top))
      picture.blend(piece, opacity: 1, through: move)
    }
  }

  private func draw(_ pixels: Bitmap, _ quad: SurfaceQuad, in picture: inout Bitmap) {
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    // Rows are opaque if they are drawn on the background of the list.
    if !drawsLists, let frame = quad.frame, quad.opacity >= 1,
      frame.size == Size(width: width, height: height),
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

extension PixelRect {
  /// Creates the pixels of a rectangle with rounded edges, inside of others.
  init(rounding rect: Rect, in bounds: PixelRect) {
    func pixel(_ place: Double, _ range: ClosedRange<Int>) -> Int {
      let limits = Double(range.lowerBound)...Double(range.upperBound)
      return Int(saturating: min(max(place.rounded(), limits.lowerBound), limits.upperBound))
    }
    let (columns, rows) = (bounds.left...bounds.right, bounds.top...bounds.bottom)
    self.init(
      left: pixel(rect.minX, columns), top: pixel(rect.minY, rows),
      right: pixel(rect.maxX, columns), bottom: pixel(rect.maxY, rows))
  }
}
