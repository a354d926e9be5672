import Foundation
public import LinecasterBase

/// The paint that fills a shape: a colour or a gradient.
public enum DisplayPaint: Hashable, Sendable {
  /// A single colour.
  case color(Color)
  /// A colour for each theme. A layout's environment selects one; a display list draws the light
  /// one.
  case themeColor(ThemeColor)
  /// A gradient along a line.
  case linear(LinearGradient)
  /// A gradient outwards from a centre.
  case radial(RadialGradient)
  /// A gradient around a centre.
  case conic(ConicGradient)
}

extension DisplayPaint {
  /// Creates the paint of a colour for each theme: a single colour if both are the same.
  public init(_ color: ThemeColor) {
    self = color.dependsOnTheme ? .themeColor(color) : .color(color.light)
  }

  /// The colour, or the light one of a colour for each theme; `nil` for gradients.
  package var plainColor: Color? {
    switch self {
    case .color(let color): color
    case .themeColor(let color): color.light
    case .linear, .radial, .conic: nil
    }
  }

  /// Whether a colour differs between themes.
  package var dependsOnTheme: Bool {
    switch self {
    case .color: false
    case .themeColor(let color): color.dependsOnTheme
    case .linear(let gradient): gradient.stops.dependOnTheme
    case .radial(let gradient): gradient.stops.dependOnTheme
    case .conic(let gradient): gradient.stops.dependOnTheme
    }
  }

  /// Selects the colours of a theme.
  package mutating func resolve(in theme: Theme) {
    switch self {
    case .color: break
    case .themeColor(let color): self = .color(color.color(in: theme))
    case .linear(var gradient):
      gradient.stops.resolve(in: theme)
      self = .linear(gradient)
    case .radial(var gradient):
      gradient.stops.resolve(in: theme)
      self = .radial(gradient)
    case .conic(var gradient):
      gradient.stops.resolve(in: theme)
      self = .conic(gradient)
    }
  }
}

/// A gradient along a line through a box's centre (CSS `linear-gradient()`, Images 3 §3.1).
///
/// Premultiplied colours are interpolated between stops. The first and the last colour continue
/// beyond the stops. A gradient without stops is invisible.
///
///     let sky = LinearGradient(angle: 90, stops: .even(Color(rgb: 0x1A5FB4), .white))
///     list.append(.fill(box, .linear(sky)))
public struct LinearGradient: Hashable, Sendable {
  /// The direction, in degrees clockwise from straight up: 90 runs to the right, 180 down.
  public var angle: Double
  /// The colour stops along the line.
  public var stops: [GradientStop]

  /// Creates a gradient; by default it runs down.
  public init(angle: Double = 180, stops: [GradientStop]) {
    self.angle = angle
    self.stops = stops
  }

  /// Returns the start and end points of the gradient line in a box.
  ///
  /// The line is long enough for the corner in its direction to have exactly the colour at 1. An
  /// angle that is not finite counts as 180.
  package func line(in box: Rect) -> (start: Point, end: Point) {
    let degrees = angle.isFinite ? angle.truncatingRemainder(dividingBy: 360) : 180
    let (x, y) = Self.direction(degrees)
    let half = (abs(box.width * x) + abs(box.height * y)) / 2
    let center = Point(x: box.minX + box.width / 2, y: box.minY + box.height / 2)
    return (center.offset(x: -x * half, y: -y * half), center.offset(x: x * half, y: y * half))
  }

  /// Returns the unit vector of an angle, exact along the axes.
  private static func direction(_ degrees: Double) -> (x: Double, y: Double) {
    switch (degrees + 360).truncatingRemainder(dividingBy: 360) {
    case 0: (0, -1)
    case 90: (1, 0)
    case 180: (0, 1)
    case 270: (-1, 0)
    default: (sin(degrees * .pi / 180), -cos(degrees * .pi / 180))
    }
  }
}

/// A gradient outwards from a centre, in circles or ellipses (CSS `radial-gradient()`, Images 3
/// §3.2).
///
/// Colours are interpolated as in `LinearGradient`.
///
///     let sun = RadialGradient(
///       center: Point(x: 0.5, y: 0), isCircle: true, stops: .even(.white, Color(rgb: 0xF5A623)))
///     list.append(.fill(box, .radial(sun)))
public struct RadialGradient: Hashable, Sendable {
  /// The distance from the centre to place 1.
  public enum Extent: String, Hashable, Sendable, CaseIterable {
    /// Place 1 is at the nearest side of the box; for an ellipse, at the nearest side on each axis.
    case closestSide
    /// Place 1 is at the farthest side of the box; for an ellipse, at the farthest side on each
    /// axis.
    case farthestSide
    /// Place 1 is at the nearest corner of the box.
    case closestCorner
    /// Place 1 is at the farthest corner of the box.
    case farthestCorner
  }

  /// The centre as a fraction of the box, from its top-left corner.
  public var center: Point
  /// The distance from the centre to place 1.
  public var extent: Extent
  /// Whether the gradient is circular in any box; otherwise it is elliptical.
  public var isCircle: Bool
  /// The colour stops, from the centre outwards.
  public var stops: [GradientStop]

  /// Creates a gradient with the defaults of CSS.
  public init(
    center: Point = Point(x: 0.5, y: 0.5), extent: Extent = .farthestCorner,
    isCircle: Bool = false, stops: [GradientStop]
  ) {
    self.center = center
    self.extent = extent
    self.isCircle = isCircle
    self.stops = stops
  }

  /// Returns the centre in a box and the radii on both axes at place 1, in layout points.
  package func ellipse(in box: Rect) -> (center: Point, radii: Size) {
    let point = Point(x: box.minX + box.width * center.x, y: box.minY + box.height * center.y)
    let (left, right) = (abs(point.x - box.minX), abs(box.maxX - point.x))
    let (top, bottom) = (abs(point.y - box.minY), abs(box.maxY - point.y))
    let isClosest = extent == .closestSide || extent == .closestCorner
    let x = isClosest ? min(left, right) : max(left, right)
    let y = isClosest ? min(top, bottom) : max(top, bottom)
    let reachesCorner = extent == .closestCorner || extent == .farthestCorner
    if isCircle {
      let toSide = isClosest ? min(x, y) : max(x, y)
      let radius = reachesCorner ? (x * x + y * y).squareRoot() : toSide
      return (point, Size(width: radius, height: radius))
    }
    // The ellipse through a corner has the proportions of the one that touches the sides.
    let factor = reachesCorner ? 2.0.squareRoot() : 1
    return (point, Size(width: x * factor, height: y * factor))
  }
}

/// A gradient clockwise around a centre, whose places are fractions of the turn (CSS
/// `conic-gradient()`, Images 4 §3.3).
///
/// Colours are interpolated as in `LinearGradient`.
///
///     let ring = ConicGradient(angle: 0, stops: .even(Color(rgb: 0x2DA44E), .white))
///     list.append(.fill(circle, .conic(ring)))
public struct ConicGradient: Hashable, Sendable {
  /// The centre as a fraction of the box, from its top-left corner.
  public var center: Point
  /// The start of the turn, in degrees clockwise from straight up.
  public var angle: Double
  /// The colour stops around the centre.
  public var stops: [GradientStop]

  /// Creates a gradient with the defaults of CSS.
  public init(
    center: Point = Point(x: 0.5, y: 0.5), angle: Double = 0, stops: [GradientStop]
  ) {
    self.center = center
    self.angle = angle
    self.stops = stops
  }
}

/// A colour stop of a gradient.
public struct GradientStop: Hashable, Sendable {
  /// The colour in the light theme; setting it sets the colour of all themes.
  public var color: Color {
    get { themeColor.light }
    set { themeColor = ThemeColor(newValue) }
  }
  /// The colour in each theme; the layout's environment selects one.
  public var themeColor: ThemeColor
  /// The place along the gradient: 0 at its start, 1 at its end; values outside are allowed.
  public var place: Double

  /// Creates a stop of one colour in all themes.
  public init(_ color: Color, at place: Double) {
    self.init(ThemeColor(color), at: place)
  }

  /// Creates a stop whose colour depends on the theme.
  public init(_ color: ThemeColor, at place: Double) {
    themeColor = color
    self.place = place
  }
}

extension [GradientStop] {
  /// Returns stops at equal distances from 0 to 1. A single colour is at 0.
  ///
  /// - Complexity: O(colours).
  public static func even(_ colors: Color...) -> [GradientStop] {
    colors.enumerated().map { index, color in
      GradientStop(color, at: index == 0 ? 0 : Double(index) / Double(colors.count - 1))
    }
  }

  fileprivate var dependOnTheme: Bool { contains { $0.themeColor.dependsOnTheme } }

  fileprivate mutating func resolve(in theme: Theme) {
    for index in indices { self[index].themeColor.resolve(in: theme) }
  }

  /// The stops with effective places (CSS Images 3 §3.4.3): a stop placed before its predecessor
  /// moves to that place, and one whose place is not finite takes its predecessor's, or 0.
  package var ordered: [GradientStop] {
    var last = -Double.infinity
    return map { stop in
      let place = stop.place.isFinite ? Swift.max(stop.place, last) : last.isFinite ? last : 0
      last = place
      return GradientStop(stop.themeColor, at: place)
    }
  }
}
