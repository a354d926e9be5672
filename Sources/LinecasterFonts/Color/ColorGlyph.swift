public import LinecasterBase

/// What a coloured glyph is made of (OpenType 1.9.1, table `COLR`), in font units.
///
/// Coordinates are in font units, x to the right and y up, from the glyph's origin on the baseline;
/// colours of palettes and places on axes are put in. A value, made anew each time it is asked for.
///
///     if let colored = try face.colorGlyph(of: glyph) {
///       for layer in colored.layers ?? [] {
///         print(face.outline(of: layer.glyph).svgPath(), layer.ink.color ?? .black)
///       }
///     }
public struct ColorGlyph: Hashable, Sendable {
  /// What is drawn.
  public let paint: ColorPaint
  /// Font units an em; the factor from the paint to layout points is size ÷ this.
  public let unitsPerEm: Int
  /// Whether anything has the colour of the text.
  public let usesTextColor: Bool

  /// An outline in one colour.
  public struct Layer: Hashable, Sendable {
    /// The number of the outline's glyph in the face.
    public let glyph: UInt32
    /// The colour that fills it.
    public let ink: ColorPaint.Ink
  }

  /// The outlines and their colours from back to front, where the glyph is nothing else: all of
  /// version 0 and some of version 1; nil for others.
  public var layers: [Layer]? { paint.layers }
}

/// A tree of what draws a coloured glyph (OpenType 1.9.1, table `COLR`, paints of version 1).
///
/// Trees of fonts are at most 64 deep and have no more than some thousands of parts.
public indirect enum ColorPaint: Hashable, Sendable {
  /// Paints over each other, from back to front; nothing at all where there are none.
  case layers([ColorPaint])
  /// One colour everywhere.
  case solid(Ink)
  /// A gradient along a line: places 0 and 1 are at its ends, and colours run across at a right
  /// angle.
  case linearGradient(Line, start: Point, end: Point)
  /// A gradient between two circles: place t is the circle that is t of the way from one to the
  /// other in centre and radius, and of those through a point the one with the greatest t counts.
  case radialGradient(Line, start: Circle, end: Circle)
  /// A gradient around a point: places 0 and 1 are at angles in degrees, anticlockwise from the
  /// direction of x; there is nothing below 0 and above 360.
  case sweepGradient(Line, center: Point, startAngle: Double, endAngle: Double)
  /// What of a paint is inside the outline of a glyph.
  case outline(glyph: UInt32, ColorPaint)
  /// What of a paint is inside a rectangle, whose origin is its lower left corner.
  case clip(Rect, ColorPaint)
  /// A paint with outlines, gradients and rectangles moved.
  case transform(Transform, ColorPaint)
  /// A paint on another, both drawn by themselves before.
  case composite(ColorPaint, CompositeMode, backdrop: ColorPaint)

  /// A colour of a palette or that of the text.
  public struct Ink: Hashable, Sendable {
    /// The colour; nil for that of the text.
    public let color: Color?
    /// What the colour's opacity is multiplied with, 0 to 1.
    public let alpha: Double
  }

  /// The colours along a gradient, in the order of their places; at least one.
  public struct Line: Hashable, Sendable {
    /// The colours; premultiplied ones are mixed between two.
    public let stops: [Stop]
    /// What is before the first and after the last.
    public let extend: Extend
  }

  /// A colour at a place of a gradient.
  public struct Stop: Hashable, Sendable {
    /// The place, −2 to 2 in fonts without axes.
    public let place: Double
    /// The colour there.
    public let ink: Ink
  }

  /// What a gradient shows beyond its first and its last colour.
  public enum Extend: UInt8, Hashable, Sendable, CaseIterable {
    /// These colours.
    case pad
    /// The gradient over again.
    case `repeat`
    /// The gradient backwards and forwards.
    case reflect
  }

  /// A circle of a gradient.
  public struct Circle: Hashable, Sendable {
    /// Where its middle is.
    public let center: Point
    /// How far it is around, at least 0.
    public let radius: Double
  }

  /// How a paint is put on its backdrop (Compositing and Blending 1), with the numbers of the font.
  public enum CompositeMode: UInt8, Hashable, Sendable, CaseIterable {
    /// Operators of Porter and Duff; the paint is their source.
    case clear, source, destination, sourceOver, destinationOver, sourceIn, destinationIn,
      sourceOut, destinationOut, sourceAtop, destinationAtop, xor, plus
    /// Blend modes of single channels.
    case screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference,
      exclusion, multiply
    /// Blend modes of whole colours.
    case hue, saturation, color, luminosity
  }
}

extension ColorPaint {
  /// How a paint is moved: x becomes xx · x + xy · y + dx, and y becomes yx · x + yy · y + dy.
  public struct Transform: Hashable, Sendable {
    /// What of x goes to x.
    public let xx: Double
    /// What of x goes to y.
    public let yx: Double
    /// What of y goes to x.
    public let xy: Double
    /// What of y goes to y.
    public let yy: Double
    /// What is added to x.
    public let dx: Double
    /// What is added to y.
    public let dy: Double

    package init(
      xx: Double = 1, yx: Double = 0, xy: Double = 0, yy: Double = 1, dx: Double = 0,
      dy: Double = 0
    ) {
      (self.xx, self.yx, self.xy, self.yy, self.dx, self.dy) = (xx, yx, xy, yy, dx, dy)
    }

    /// Where a point goes.
    public func moved(_ point: Point) -> Point {
      Point(x: xx * point.x + xy * point.y + dx, y: yx * point.x + yy * point.y + dy)
    }

    /// What does another one first, then this.
    package func after(_ first: Transform) -> Transform {
      let origin = moved(Point(x: first.dx, y: first.dy))
      return Transform(
        xx: xx * first.xx + xy * first.yx, yx: yx * first.xx + yy * first.yx,
        xy: xx * first.xy + xy * first.yy, yy: yx * first.xy + yy * first.yy, dx: origin.x,
        dy: origin.y)
    }

    /// The same about another point than the origin.
    func about(_ center: Point) -> Transform {
      Transform(dx: center.x, dy: center.y).after(self)
        .after(Transform(dx: -center.x, dy: -center.y))
    }

    /// What undoes this; nil where that cannot be told.
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
  /// Nothing.
  static let nothing = ColorPaint.layers([])

  /// The outlines and their colours, where there is nothing else.
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
