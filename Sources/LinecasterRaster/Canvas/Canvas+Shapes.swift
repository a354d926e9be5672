import Foundation
public import LinecasterBase
public import LinecasterDisplay

extension Canvas {
  /// Fills a shape with a colour; edge pixels are antialiased by their coverage.
  ///
  /// - Complexity: O(pixels covered).
  public mutating func fill(_ shape: DisplayShape, with color: Color) {
    fill(RoundedBox(shape, scale: scale), with: color)
  }

  /// Fills a box in device pixels with a colour.
  mutating func fill(_ box: RoundedBox, with color: Color) {
    guard color.alpha > 0, let coverage = ShapeCoverage(box, clip: clip) else { return }
    let blender = MaskBlender(color)
    bitmap.withSurface(originX: originX, originY: originY, clip: coverage.bounds) { surface in
      var row = surface.clip.top
      while row < surface.clip.bottom {
        let alike = coverage.rowsAlike(from: row).clamped(to: row..<surface.clip.bottom)
        coverage.forEachStretch(row: row) { columns, level in
          Self.fill(columns, alike, level, with: blender, on: surface)
        }
        row = alike.upperBound
      }
    }
  }

  private static func fill(
    _ columns: Range<Int>, _ rows: Range<Int>, _ coverage: UInt8, with blender: MaskBlender,
    on surface: Surface
  ) {
    // Whole rows are contiguous in memory.
    let isOneStretch = columns.count * 4 == surface.rowBytes
    let count = isOneStretch ? columns.count * rows.count : columns.count
    for row in isOneStretch ? rows.prefix(1) : rows {
      blender.fill(
        count: count, coverage: coverage, onto: surface.pixel(x: columns.lowerBound, y: row))
    }
  }
}

extension Canvas {
  /// Fills a shape with a colour or a gradient.
  ///
  /// Gradients span the shape's rectangle.
  ///
  /// - Complexity: O(pixels covered).
  public mutating func fill(_ shape: DisplayShape, with paint: DisplayPaint) {
    if let color = paint.plainColor { return fill(shape, with: color) }
    guard let coverage = ShapeCoverage(shape, scale: scale, clip: clip),
      let shader = GradientShader(paint, in: shape.rect, scale: scale)
    else { return }
    let bounds = coverage.bounds
    bitmap.withSurface(originX: originX, originY: originY, clip: bounds) { surface in
      withUnsafeTemporaryAllocation(byteCount: bounds.width * 4, alignment: 16) { line in
        guard let pixels = line.baseAddress else { return }
        for row in surface.clip.top..<surface.clip.bottom {
          coverage.forEachStretch(row: row) { columns, level in
            shader.write(row: row, columns, to: pixels)
            ImageBlender(coverage: level).paint(
              pixels, count: columns.count, onto: surface.pixel(x: columns.lowerBound, y: row))
          }
        }
      }
    }
  }
}

extension Canvas {
  /// Paints a colour on a rectangle of pixels through coverage produced row by row.
  ///
  /// - Parameters:
  ///   - area: The pixels to change, clipped.
  ///   - write: Sets the coverage of the columns of a row.
  mutating func paint(
    _ color: Color, in area: PixelRect,
    _ write: (_ row: Int, _ columns: Range<Int>, _ mask: UnsafeMutablePointer<UInt8>) -> Void
  ) {
    guard color.alpha > 0 else { return }
    let blender = MaskBlender(color)
    bitmap.withSurface(originX: originX, originY: originY, clip: area.clipped(to: clip)) {
      surface in
      let columns = surface.clip.left..<surface.clip.right
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: columns.count) { buffer in
        guard let mask = buffer.baseAddress else { return }
        for row in surface.clip.top..<surface.clip.bottom {
          write(row, columns, mask)
          blender.paint(
            mask, count: columns.count, onto: surface.pixel(x: columns.lowerBound, y: row))
        }
      }
    }
  }
}

/// Computes the pixels of a gradient in a box.
struct GradientShader {
  /// The mapping from a pixel to a place on the gradient.
  enum Geometry {
    /// The sum of x and y times these factors, plus an offset.
    case linear(x: Double, y: Double, offset: Double)
    /// The distance from a centre, after scaling x and y.
    case radial(center: Point, x: Double, y: Double)
    /// The turn around a centre from straight up, minus the start.
    case conic(center: Point, start: Double)
    /// The same place everywhere.
    case constant(Double)
  }

  let geometry: Geometry
  private let table: GradientTable

  /// Creates a shader; `nil` for a colour, and for a gradient that draws nothing.
  ///
  /// - Parameters:
  ///   - paint: The gradient.
  ///   - rect: The box it fills, in layout points.
  init?(_ paint: DisplayPaint, in rect: Rect, scale: PixelScale) {
    let stops: [GradientStop]
    let length: Double
    switch paint {
    case .color, .themeColor: return nil
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
    case .conic(let gradient):
      let center = Point(
        x: (rect.minX + rect.width * gradient.center.x) * scale.factor,
        y: (rect.minY + rect.height * gradient.center.y) * scale.factor)
      stops = gradient.stops
      // As fine as visible at the edge of a circle around the box.
      length = 4 * (rect.width + rect.height) * scale.factor
      let angle = gradient.angle.isFinite ? gradient.angle : 0
      geometry =
        center.x.isFinite && center.y.isFinite
        ? .conic(center: center, start: angle.truncatingRemainder(dividingBy: 360) / 360)
        : .constant(0)
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

  /// Returns the geometry; if an ellipse has no extent, its last colour is everywhere (CSS Images 3
  /// §3.2.3).
  private static func radial(_ center: Point, _ radii: Size, _ scale: PixelScale) -> Geometry {
    guard radii.width > 0, radii.height > 0 else { return .constant(.infinity) }
    return .radial(
      center: Point(x: center.x * scale.factor, y: center.y * scale.factor),
      x: 1 / (radii.width * scale.factor), y: 1 / (radii.height * scale.factor))
  }

  /// Writes the pixels of a row's columns, four bytes each.
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
    case .conic(let center, let start):
      for column in columns {
        let turn = atan2(Double(column) + 0.5 - center.x, center.y - y) / (2 * .pi) - start
        pixels[column &- columns.lowerBound] = table.pixel(at: turn - turn.rounded(.down))
      }
    case .constant(let place):
      pixels.update(repeating: table.pixel(at: place), count: columns.count)
    }
  }
}

/// The premultiplied pixels along a gradient, at equal distances.
struct GradientTable: Sendable {
  /// The pixels, a power of two of them, each sampled in the middle of its part of the gradient.
  private let pixels: [UInt32]
  /// The places of the first and the last stop, which the pixels span.
  private let start: Double
  private let perUnit: Double
  private let before: UInt32
  private let after: UInt32

  /// The minimum and maximum number of pixels.
  private static let sizes = 256...8192
  /// The entries per device pixel: a colour is at most an eighth of a pixel off, unless the
  /// gradient is too long for the largest table.
  private static let density = 4.0

  /// Creates a table; `nil` for a gradient without stops.
  ///
  /// - Parameters:
  ///   - stops: The stops in any order of places.
  ///   - length: The device pixels from place 0 to place 1.
  init?(_ stops: [GradientStop], length: Double) {
    let stops = stops.ordered
    guard let first = stops.first, let last = stops.last else { return nil }
    start = first.place
    let span = last.place - first.place
    before = PremultipliedPixel(first.color).bits
    after = PremultipliedPixel(last.color).bits
    let count = Self.count(forPixels: span * length)
    let isUsable = span > 0 && span.isFinite
    perUnit = isUsable ? Double(count) / span : 0
    pixels = isUsable ? Self.pixels(stops, start: first.place, span: span, count: count) : []
  }

  private static func count(forPixels pixels: Double) -> Int {
    var count = sizes.lowerBound
    while count < sizes.upperBound, Double(count) < pixels * density { count *= 2 }
    return count
  }

  private static func pixels(
    _ stops: [GradientStop], start: Double, span: Double, count: Int
  ) -> [UInt32] {
    var next = 1
    return (0..<count).map { index in
      let place = start + span * (Double(index) + 0.5) / Double(count)
      while next < stops.count - 1, stops[next].place <= place { next += 1 }
      return mixed(stops[next - 1], stops[next], at: place).bits
    }
  }

  /// Returns the interpolated premultiplied colour of two stops (CSS Images 3 §3.4.2).
  private static func mixed(
    _ first: GradientStop, _ second: GradientStop, at place: Double
  ) -> PremultipliedPixel {
    let gap = second.place - first.place
    let share = gap > 0 ? min(max((place - first.place) / gap, 0), 1) : 1
    let (one, two) = (Double(first.color.alpha), Double(second.color.alpha))
    func channel(_ left: UInt8, _ right: UInt8) -> UInt8 {
      let mixed = Double(left) * one * (1 - share) + Double(right) * two * share
      return UInt8(saturating: (mixed / 255).rounded())
    }
    return PremultipliedPixel(
      red: channel(first.color.red, second.color.red),
      green: channel(first.color.green, second.color.green),
      blue: channel(first.color.blue, second.color.blue),
      alpha: UInt8(saturating: (one * (1 - share) + two * share).rounded()))
  }

  /// Returns the pixel at a place, in memory order.
  @inline(__always)
  func pixel(at place: Double) -> UInt32 {
    let index = (place - start) * perUnit
    if index >= 0, index < Double(pixels.count) { return pixels[Int(saturating: index)] }
    return place < start ? before : after
  }
}
