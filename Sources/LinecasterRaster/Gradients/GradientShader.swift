import LinecasterDisplay
import LinecasterGeometry

/// The pixels of a gradient in a box.
struct GradientShader {
  /// How the place on the gradient follows from that of a pixel.
  private enum Geometry {
    /// x and y times these, and one to add.
    case linear(x: Double, y: Double, offset: Double)
    /// The distance from a centre, after x and y were multiplied by these.
    case radial(center: Point, x: Double, y: Double)
    /// Everything lies at one place.
    case constant(Double)
  }

  private let geometry: Geometry
  private let table: GradientTable

  /// Makes a shader; nil for a colour, and for a gradient that draws nothing.
  ///
  /// - Parameters:
  ///   - paint: The gradient.
  ///   - rect: The box it fills, in layout points.
  init?(_ paint: DisplayPaint, in rect: Rect, scale: PixelScale) {
    let stops: [GradientStop]
    let length: Double
    switch paint {
    case .color: return nil
    case .linear(let gradient):
      let (start, end) = gradient.line(in: rect)
      let (x, y) = ((end.x - start.x) * scale.factor, (end.y - start.y) * scale.factor)
      stops = gradient.stops
      length = (x * x + y * y).squareRoot()
      geometry = Self.linear(start, scale, x: x, y: y)
    case .radial(let gradient):
      let (center, radii) = gradient.ellipse(in: rect)
      stops = gradient.stops
      length = max(radii.width, radii.height) * scale.factor
      geometry = Self.radial(center, radii, scale)
    }
    guard length.isFinite, let table = GradientTable(stops, length: length) else { return nil }
    self.table = table
  }

  private static func linear(
    _ start: Point, _ scale: PixelScale, x: Double, y: Double
  ) -> Geometry {
    let square = x * x + y * y
    guard square > 0 else { return .constant(1) }
    let offset = (start.x * x + start.y * y) * scale.factor / square
    return .linear(x: x / square, y: y / square, offset: -offset)
  }

  /// Where an ellipse has no extent, its last colour is everywhere (CSS Images 3 §3.2.3).
  private static func radial(_ center: Point, _ radii: Size, _ scale: PixelScale) -> Geometry {
    guard radii.width > 0, radii.height > 0 else { return .constant(.infinity) }
    return .radial(
      center: Point(x: center.x * scale.factor, y: center.y * scale.factor),
      x: 1 / (radii.width * scale.factor), y: 1 / (radii.height * scale.factor))
  }

  /// Writes the pixels of columns of a row, four bytes each.
  func write(row: Int, _ columns: Range<Int>, to target: UnsafeMutableRawPointer) {
    let pixels = target.assumingMemoryBound(to: UInt32.self)
    let y = Double(row) + 0.5
    switch geometry {
    case .linear(let stepX, let stepY, let offset):
      let base = y * stepY + offset
      for column in columns {
        pixels[column &- columns.lowerBound] =
          table.pixel(at: base + (Double(column) + 0.5) * stepX)
      }
    case .radial(let center, let factorX, let factorY):
      let down = (y - center.y) * factorY
      for column in columns {
        let across = (Double(column) + 0.5 - center.x) * factorX
        pixels[column &- columns.lowerBound] =
          table.pixel(at: (across * across + down * down).squareRoot())
      }
    case .constant(let place):
      pixels.update(repeating: table.pixel(at: place), count: columns.count)
    }
  }
}
