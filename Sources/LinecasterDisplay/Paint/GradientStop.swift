public import LinecasterGeometry

/// A colour at a place of a gradient.
public struct GradientStop: Hashable, Sendable {
  /// The colour.
  public var color: Color
  /// How far along the gradient it is: 0 at its start, 1 at its end; other places are allowed.
  public var place: Double

  /// Makes a stop.
  public init(_ color: Color, at place: Double) {
    self.color = color
    self.place = place
  }
}

extension [GradientStop] {
  /// Stops of these colours at equal distances, from 0 to 1; a single colour is at 0.
  public static func even(_ colors: Color...) -> [GradientStop] {
    colors.enumerated().map { index, color in
      GradientStop(color, at: index == 0 ? 0 : Double(index) / Double(colors.count - 1))
    }
  }

  /// The stops as a gradient uses them (CSS Images 3 §3.4.3): a stop that is placed before the one
  /// before it moves there, and one whose place is not finite stays with the one before it, or
  /// at 0.
  public var ordered: [GradientStop] {
    var last = -Double.infinity
    return map { stop in
      let place = stop.place.isFinite ? Swift.max(stop.place, last) : last.isFinite ? last : 0
      last = place
      return GradientStop(stop.color, at: place)
    }
  }
}
