import LinecasterDisplay
import LinecasterGeometry

/// The premultiplied pixels along a gradient, at equal distances.
struct GradientTable: Sendable {
  /// The pixels, a power of two of them; each is that in the middle of its part of the gradient.
  private let pixels: [UInt32]
  /// The first and the last stop's places; between them lies what the pixels show.
  private let start: Double
  private let perUnit: Double
  private let before: UInt32
  private let after: UInt32

  /// The fewest and the most pixels of a table.
  private static let sizes = 256...8192
  /// Entries a device pixel: a colour stands at most an eighth of a pixel from its place, unless
  /// the gradient is longer than the largest table has entries for.
  private static let density = 4.0

  /// Makes a table; nil for a gradient without stops.
  ///
  /// - Parameters:
  ///   - stops: The stops in any order of places.
  ///   - length: The device pixels from the place 0 to the place 1.
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

  /// The premultiplied colours of two stops, mixed (CSS Images 3 §3.4.2).
  private static func mixed(
    _ first: GradientStop, _ second: GradientStop, at place: Double
  ) -> PremultipliedPixel {
    let gap = second.place - first.place
    let share = gap > 0 ? min(max((place - first.place) / gap, 0), 1) : 1
    let (one, two) = (Double(first.color.alpha), Double(second.color.alpha))
    func channel(_ left: UInt8, _ right: UInt8) -> UInt8 {
      let mixed = Double(left) * one * (1 - share) + Double(right) * two * share
      return UInt8((mixed / 255).rounded())
    }
    return PremultipliedPixel(
      red: channel(first.color.red, second.color.red),
      green: channel(first.color.green, second.color.green),
      blue: channel(first.color.blue, second.color.blue),
      alpha: UInt8((one * (1 - share) + two * share).rounded()))
  }

  /// The pixel at a place, as in memory.
  @inline(__always)
  func pixel(at place: Double) -> UInt32 {
    let index = (place - start) * perUnit
    if index >= 0, index < Double(pixels.count) { return pixels[Int(index)] }
    return place < start ? before : after
  }
}
