public import LinecasterBase

/// A colour glyph (OpenType 1.9.1, table `COLR`), in font units.
///
/// Coordinates are x to the right and y up, from the glyph's origin on the baseline. Palette
/// colours and axis values are already applied.
///
///     if let colored = try face.colorGlyph(of: glyph) {
///       for layer in colored.layers ?? [] {
///         print(face.outline(of: layer.glyph).svgPath(), layer.ink.color ?? .black)
///       }
///     }
public struct ColorGlyph: Hashable, Sendable {
  /// The root of the paint tree.
  public let paint: ColorPaint
  /// The number of font units per em. To get layout points, multiply coordinates by size ÷
  /// `unitsPerEm`.
  public let unitsPerEm: Int
  /// Whether any paint uses the colour of the text.
  public let usesTextColor: Bool

  /// An outline filled with one colour.
  public struct Layer: Hashable, Sendable {
    /// The glyph index of the outline in the face.
    public let glyph: UInt32
    /// The fill colour.
    public let ink: ColorPaint.Ink
  }

  /// The outlines and their colours from back to front, if the glyph consists only of these;
  /// otherwise `nil`.
  ///
  /// All glyphs of `COLR` version 0 have layers, and some of version 1.
  public var layers: [Layer]? { paint.layers }
}

/// The paint tree of a colour glyph (OpenType 1.9.1, table `COLR`, paints of version 1).
///
/// Trees from fonts are at most 64 levels deep and have at most a few thousand nodes.
public indirect enum ColorPaint: Hashable, Sendable {
  /// Paints drawn over each other, from back to front; invisible if empty.
  case layers([ColorPaint])
  /// A single colour that fills the whole plane.
  case solid(Ink)
  /// A linear gradient. Places 0 and 1 are at `start` and `end`, and each colour extends
  /// perpendicular to the line between them.
  case linearGradient(Line, start: Point, end: Point)
  /// A gradient between two circles. The circle at place t interpolates their centres and radii; if
  /// several circles cross a point, the greatest t applies.
  case radialGradient(Line, start: Circle, end: Circle)
  /// A sweep gradient. Places 0 and 1 are at angles in degrees, anticlockwise from the x-axis. The
  /// gradient is not drawn below 0 and above 360 degrees.
  case sweepGradient(Line, center: Point, startAngle: Double, endAngle: Double)
  /// A paint clipped to the outline of a glyph.
  case outline(glyph: UInt32, ColorPaint)
  /// A paint clipped to a rectangle, whose origin is the lower-left corner.
  case clip(Rect, ColorPaint)
  /// A paint with its outlines, gradients and rectangles transformed.
  case transform(Transform, ColorPaint)
  /// A paint composited with a backdrop; both are first drawn separately.
  case composite(ColorPaint, CompositeMode, backdrop: ColorPaint)

  /// A palette colour or the text's colour.
  public struct Ink: Hashable, Sendable {
    /// The colour; `nil` uses the colour of the text.
    public let color: Color?
    /// The factor by which the colour's opacity is multiplied, from 0 to 1.
    public let alpha: Double
  }

  /// The colour line of a gradient: one or more stops, in the order of their places.
  public struct Line: Hashable, Sendable {
    /// The colour stops; premultiplied colours are interpolated between them.
    public let stops: [Stop]
    /// The continuation of the gradient before the first stop and after the last one.
    public let extend: Extend
  }

  /// A colour stop of a gradient.
  public struct Stop: Hashable, Sendable {
    /// The place of the stop on the gradient; from −2 to 2 in fonts without axes.
    public let place: Double
    /// The colour at the stop.
    public let ink: Ink
  }

  /// The continuation of a gradient beyond its stops (SVG `spreadMethod`).
  public enum Extend: UInt8, Hashable, Sendable, CaseIterable {
    /// Extends the first and last colours.
    case pad
    /// Repeats the gradient.
    case `repeat`
    /// Repeats the gradient, alternately reversed.
    case reflect
  }

  /// A circle of a gradient.
  public struct Circle: Hashable, Sendable {
    /// The centre of the circle, in font units.
    public let center: Point
    /// The radius of the circle, in font units, at least 0.
    public let radius: Double
  }

  /// A compositing mode (Compositing and Blending 1), with the numbers of OpenType.
  public enum CompositeMode: UInt8, Hashable, Sendable, CaseIterable {
    /// A Porter-Duff operator, whose source is the paint.
    case clear, source, destination, sourceOver, destinationOver, sourceIn, destinationIn,
      sourceOut, destinationOut, sourceAtop, destinationAtop, xor, plus
    /// A separable blend mode.
    case screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference,
      exclusion, multiply
    /// A non-separable blend mode.
    case hue, saturation, color, luminosity
  }
}

extension ColorPaint {
  /// An affine transform, which maps x to xx · x + xy · y + dx, and y to yx · x + yy · y + dy.
  public struct Transform: Hashable, Sendable {
    /// The factor of x in the new x.
    public let xx: Double
    /// The factor of x in the new y.
    public let yx: Double
    /// The factor of y in the new x.
    public let xy: Double
    /// The factor of y in the new y.
    public let yy: Double
    /// The translation along x, in font units.
    public let dx: Double
    /// The translation along y, in font units.
    public let dy: Double

    package init(
      xx: Double = 1, yx: Double = 0, xy: Double = 0, yy: Double = 1, dx: Double = 0,
      dy: Double = 0
    ) {
      (self.xx, self.yx, self.xy, self.yy, self.dx, self.dy) = (xx, yx, xy, yy, dx, dy)
    }

    /// Returns the point to which the transform maps a point.
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
