public import LinecasterBase

/// A colour glyph (OpenType 1.9.1, table `COLR`), in font units.
///
/// Coordinates are x to the right and y up, from the glyph's origin on the baseline. Palette
/// colours and axis values are already applied. A value, created anew by each call.
///
///     if let colored = try face.colorGlyph(of: glyph) {
///       for layer in colored.layers ?? [] {
///         print(face.outline(of: layer.glyph).svgPath(), layer.ink.color ?? .black)
///       }
///     }
public struct ColorGlyph: Hashable, Sendable {
  /// The root of the paint tree.
  public let paint: ColorPaint
  /// Font units per em; multiply the paint by size ÷ this to get layout points.
  public let unitsPerEm: Int
  /// Whether any paint uses the text's colour.
  public let usesTextColor: Bool

  /// An outline filled with one colour.
  public struct Layer: Hashable, Sendable {
    /// The glyph index of the outline in the face.
    public let glyph: UInt32
    /// The fill colour.
    public let ink: ColorPaint.Ink
  }

  /// The outlines and their colours from back to front, if the glyph consists only of these: all of
  /// version 0 and some of version 1; otherwise `nil`.
  public var layers: [Layer]? { paint.layers }
}

/// The paint tree of a colour glyph (OpenType 1.9.1, table `COLR`, paints of version 1).
///
/// Trees from fonts are at most 64 deep and have at most some thousands of nodes.
public indirect enum ColorPaint: Hashable, Sendable {
  /// Paints over each other, from back to front; draws nothing if empty.
  case layers([ColorPaint])
  /// One colour everywhere.
  case solid(Ink)
  /// A linear gradient: places 0 and 1 are at the ends of the line, and colours run perpendicular
  /// to it.
  case linearGradient(Line, start: Point, end: Point)
  /// A gradient between two circles: the circle at place t interpolates their centres and radii. If
  /// several circles cross a point, the greatest t applies.
  case radialGradient(Line, start: Circle, end: Circle)
  /// A sweep gradient: places 0 and 1 are at angles in degrees, anticlockwise from the x-axis;
  /// nothing is drawn below 0 and above 360.
  case sweepGradient(Line, center: Point, startAngle: Double, endAngle: Double)
  /// A paint clipped to the outline of a glyph.
  case outline(glyph: UInt32, ColorPaint)
  /// A paint clipped to a rectangle, whose origin is its lower-left corner.
  case clip(Rect, ColorPaint)
  /// A paint with its outlines, gradients and rectangles transformed.
  case transform(Transform, ColorPaint)
  /// A paint composited with a backdrop, after both are drawn separately.
  case composite(ColorPaint, CompositeMode, backdrop: ColorPaint)

  /// A palette colour or the text's colour.
  public struct Ink: Hashable, Sendable {
    /// The colour; `nil` for the text's colour.
    public let color: Color?
    /// The factor of the colour's opacity, 0 to 1.
    public let alpha: Double
  }

  /// The colour line of a gradient, with at least one stop, in the order of places.
  public struct Line: Hashable, Sendable {
    /// The colour stops; premultiplied colours are interpolated between them.
    public let stops: [Stop]
    /// The continuation before the first stop and after the last.
    public let extend: Extend
  }

  /// A colour stop of a gradient.
  public struct Stop: Hashable, Sendable {
    /// The place, −2 to 2 in fonts without axes.
    public let place: Double
    /// The colour there.
    public let ink: Ink
  }

  /// The continuation of a gradient beyond its stops (SVG `spreadMethod`).
  public enum Extend: UInt8, Hashable, Sendable, CaseIterable {
    /// With the first or last colour.
    case pad
    /// By repeating.
    case `repeat`
    /// By repeating, alternately reversed.
    case reflect
  }

  /// A circle of a gradient.
  public struct Circle: Hashable, Sendable {
    /// The centre.
    public let center: Point
    /// The radius, at least 0.
    public let radius: Double
  }

  /// A compositing mode (Compositing and Blending 1), with the numbers of OpenType.
  public enum CompositeMode: UInt8, Hashable, Sendable, CaseIterable {
    /// Porter-Duff operators; the paint is the source.
    case clear, source, destination, sourceOver, destinationOver, sourceIn, destinationIn,
      sourceOut, destinationOut, sourceAtop, destinationAtop, xor, plus
    /// Separable blend modes.
    case screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference,
      exclusion, multiply
    /// Non-separable blend modes.
    case hue, saturation, color, luminosity
  }
}

extension ColorPaint {
  /// An affine transform: x becomes xx · x + xy · y + dx, and y becomes yx · x + yy · y + dy.
  public struct Transform: Hashable, Sendable {
    /// The factor from x to x.
    public let xx: Double
    /// The factor from x to y.
    public let yx: Double
    /// The factor from y to x.
    public let xy: Double
    /// The factor from y to y.
    public let yy: Double
    /// The translation along x.
    public let dx: Double
    /// The translation along y.
    public let dy: Double

    package init(
      xx: Double = 1, yx: Double = 0, xy: Double = 0, yy: Double = 1, dx: Double = 0,
      dy: Double = 0
    ) {
      (self.xx, self.yx, self.xy, self.yy, self.dx, self.dy) = (xx, yx, xy, yy, dx, dy)
    }

    /// Returns the image of a point.
    public func moved(_ point: Point) -> Point {
      Point(x: xx * point.x + xy * point.y + dx, y: yx * point.x + yy * point.y + dy)
    }

    /// Returns the transform that applies another one first, then this.
    package func after(_ first: Transform) -> Transform {
      let origin = moved(Point(x: first.dx, y: first.dy))
      return Transform(
        xx: xx * first.xx + xy * first.yx, yx: yx * first.xx + yy * first.yx,
        xy: xx * first.xy + xy * first.yy, yy: yx * first.xy + yy * first.yy, dx: origin.x,
        dy: origin.y)
    }

    /// Returns the transform around another origin.
    func about(_ center: Point) -> Transform {
      Transform(dx: center.x, dy: center.y).after(self)
        .after(Transform(dx: -center.x, dy: -center.y))
    }

    /// The inverse; `nil` if it cannot be computed.
    package var inverse: Transform? {
      let area = xx * yy - xy * yx
      guard area.isNormal else { return nil }
      let linear = Transform(xx: yy / area, yx: -yx / area, xy: -xy / area, yy: xx / area)
      let origin = linear.moved(Point(x: -dx, y: -dy))
      let whole = Transform(
        xx: linear.xx, yx: linear.yx, xy: linear.xy, yy: linear.yy, dx: origin.x, dy: origin.y)
      let numbers = [whole.xx, whole.yx, whole.xy, whole.yy, whole.dx, whole.dy]
      return numbers.allSatisfy(\.isFinite) ? whole : nil
    }
  }
}

extension ColorPaint {
  /// The empty paint.
  static let nothing = ColorPaint.layers([])

  /// The outlines and their colours; `nil` if there is anything else.
  fileprivate var layers: [ColorGlyph.Layer]? {
    switch self {
    case .outline(let glyph, .solid(let ink)): return [ColorGlyph.Layer(glyph: glyph, ink: ink)]
    case .layers(let paints):
      var all: [ColorGlyph.Layer] = []
      for paint in paints {
        guard let layers = paint.layers else { return nil }
        all += layers
      }
      return all
    default: return nil
    }
  }
}
