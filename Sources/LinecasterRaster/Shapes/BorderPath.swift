import Foundation
import LinecasterDisplay
import LinecasterGeometry

/// The middle of the line along one side of a box, from one corner to the next, clockwise.
///
/// At a round corner it takes the half of the arc that is nearer to its side; at a square one it
/// ends at the outer edge.
struct BorderPath {
  /// A place on the path and the direction across it, a unit vector that points outwards.
  struct Place {
    let point: Point
    let outward: Point
  }

  /// Corners of the polyline, and how far along each is.
  private var places: [Place] = []
  private var distances: [Double] = []

  /// Whether the corners at its start and its end are round.
  let isRoundAtStart: Bool
  let isRoundAtEnd: Bool

  /// Pieces that the half of an arc is cut into.
  private static let pieces = 12

  /// - Parameters:
  ///   - side: The side of the box.
  ///   - box: The outer edge.
  ///   - insets: The widths of all four lines, in pixels.
  init(_ side: BorderSide, of box: RoundedBox, insets: Insets) {
    let middle = box.inset(
      by: Insets(
        top: insets.top / 2, left: insets.left / 2, bottom: insets.bottom / 2,
        right: insets.right / 2))
    let frame = Frame(side, middle)
    isRoundAtStart = frame.start.x > 0
    isRoundAtEnd = frame.end.x > 0
    let before = side.previous.width(in: insets)
    let after = side.next.width(in: insets)
    if isRoundAtStart {
      for step in 0...Self.pieces {
        append(
          frame, frame.start, isEnd: false, angle: .pi / 4 * Double(step) / Double(Self.pieces))
      }
    } else {
      append(frame.place(-before / 2, 0, outward: Point(x: 0, y: -1)))
    }
    if isRoundAtEnd {
      for step in 0...Self.pieces {
        append(
          frame, frame.end, isEnd: true,
          angle: .pi / 4 * Double(Self.pieces - step) / Double(Self.pieces))
      }
    } else {
      append(frame.place(frame.length + after / 2, 0, outward: Point(x: 0, y: -1)))
    }
  }

  /// Adds a point of the arc at one end; the angle is 0 at the corner's middle, a quarter turn of π
  /// later the arc meets the straight part.
  private mutating func append(
    _ frame: Frame, _ corner: RoundedBox.Corner, isEnd: Bool, angle: Double
  ) {
    let (sine, cosine) = (sin(.pi / 4 + angle), cos(.pi / 4 + angle))
    let (x, y) = (corner.x * (1 - cosine), corner.y * (1 - sine))
    let normal = Point(x: -cosine / corner.x, y: -sine / corner.y)
    let length = (normal.x * normal.x + normal.y * normal.y).squareRoot()
    let outward = Point(x: normal.x / length * (isEnd ? -1 : 1), y: normal.y / length)
    append(frame.place(isEnd ? frame.length - x : x, y, outward: outward))
  }

  private mutating func append(_ place: Place) {
    let step = places.last.map { last in
      hypot(place.point.x - last.point.x, place.point.y - last.point.y)
    }
    distances.append((distances.last ?? 0) + (step ?? 0))
    places.append(place)
  }

  /// How long the path is, in pixels.
  var length: Double { distances.last ?? 0 }

  /// The place so far along the path, which is straight before its start and after its end.
  func place(at distance: Double) -> Place {
    var index = 1
    while index < places.count - 1, distances[index] < distance { index += 1 }
    guard index < places.count else { return Place(point: .zero, outward: Point(x: 0, y: -1)) }
    let (from, to) = (places[index - 1], places[index])
    let piece = distances[index] - distances[index - 1]
    let share = piece > 0 ? (distance - distances[index - 1]) / piece : 0
    func mixed(_ one: Point, _ two: Point, _ share: Double) -> Point {
      Point(x: one.x + (two.x - one.x) * share, y: one.y + (two.y - one.y) * share)
    }
    return Place(
      point: mixed(from.point, to.point, share),
      outward: mixed(from.outward, to.outward, min(max(share, 0), 1)))
  }

  /// The stretches of the path in a rectangle, from start to end; they may overlap.
  func stretches(in rect: Rect) -> [Range<Double>] {
    places.indices.dropFirst().compactMap { index in
      let (from, to) = (places[index - 1].point, places[index].point)
      let piece = distances[index] - distances[index - 1]
      var (start, end) = (0.0, 1.0)
      for (origin, step, lower, upper) in [
        (from.x, to.x - from.x, rect.minX, rect.maxX),
        (from.y, to.y - from.y, rect.minY, rect.maxY),
      ] {
        if step == 0 {
          if origin < lower || origin > upper { return nil }
        } else {
          let (one, two) = ((lower - origin) / step, (upper - origin) / step)
          start = max(start, min(one, two))
          end = min(end, max(one, two))
        }
      }
      guard start < end, piece > 0 else { return nil }
      return distances[index - 1] + start * piece..<distances[index - 1] + end * piece
    }
  }

  /// The polygon of a stretch of the path, so far to both sides of it.
  func stroke(from start: Double, to end: Double, reach: Double) -> [Point] {
    let inner = distances.indices.filter { distances[$0] > start && distances[$0] < end }
    let middle = [place(at: start)] + inner.map { places[$0] } + [place(at: end)]
    func moved(_ place: Place, _ distance: Double) -> Point {
      place.point.offset(x: place.outward.x * distance, y: place.outward.y * distance)
    }
    return middle.map { moved($0, reach) } + middle.reversed().map { moved($0, -reach) }
  }
}

extension BorderPath {
  /// A box turned so that a side is at the top, from left to right.
  private struct Frame {
    let side: BorderSide
    let box: RoundedBox
    let length: Double
    /// The radii at both ends, along the side and across it.
    let start: RoundedBox.Corner
    let end: RoundedBox.Corner

    init(_ side: BorderSide, _ box: RoundedBox) {
      func turned(_ corner: RoundedBox.Corner) -> RoundedBox.Corner {
        side == .left || side == .right
          ? RoundedBox.Corner(x: corner.y, y: corner.x) : corner
      }
      self.side = side
      self.box = box
      length = side == .left || side == .right ? box.height : box.width
      switch side {
      case .top: (start, end) = (box.topLeft, box.topRight)
      case .right: (start, end) = (turned(box.topRight), turned(box.bottomRight))
      case .bottom: (start, end) = (box.bottomRight, box.bottomLeft)
      case .left: (start, end) = (turned(box.bottomLeft), turned(box.topLeft))
      }
    }

    /// A place in the turned box, in that of the image.
    func place(_ x: Double, _ y: Double, outward: Point) -> Place {
      switch side {
      case .top: Place(point: Point(x: box.left + x, y: box.top + y), outward: outward)
      case .right:
        Place(
          point: Point(x: box.right - y, y: box.top + x),
          outward: Point(x: -outward.y, y: outward.x))
      case .bottom:
        Place(
          point: Point(x: box.right - x, y: box.bottom - y),
          outward: Point(x: -outward.x, y: -outward.y))
      case .left:
        Place(
          point: Point(x: box.left + y, y: box.bottom - x),
          outward: Point(x: outward.y, y: -outward.x))
      }
    }
  }
}

/// One of the four edges of a box.
enum BorderSide: Int, CaseIterable, Sendable {
  case top, right, bottom, left

  /// The line of a border along it.
  func edge(of border: Border) -> BorderEdge {
    switch self {
    case .top: border.top
    case .right: border.right
    case .bottom: border.bottom
    case .left: border.left
    }
  }

  /// The distance from it.
  func width(in insets: Insets) -> Double {
    switch self {
    case .top: insets.top
    case .right: insets.right
    case .bottom: insets.bottom
    case .left: insets.left
    }
  }

  /// The side that follows clockwise.
  var next: BorderSide { BorderSide(rawValue: (rawValue + 1) % 4) ?? .top }
  /// The side that comes before it.
  var previous: BorderSide { BorderSide(rawValue: (rawValue + 3) % 4) ?? .top }
}

/// Strokes and gaps along a line, fitted so that the line starts and ends with a stroke.
struct StrokeFit: Hashable, Sendable {
  /// The length of a stroke.
  let stroke: Double
  /// The distance from the start of a stroke to that of the next.
  let period: Double
  /// The number of strokes.
  let count: Int

  /// Fits strokes into a line.
  ///
  /// - Parameters:
  ///   - length: How long the line is; one too long for its strokes to be counted is one stroke,
  ///     and one whose length is no finite number has none.
  ///   - stroke: How long a stroke is, above 0; shorter only where the line is.
  ///   - gap: About how long a gap is; it is changed so that the last stroke ends with the line.
  init(length: Double, stroke: Double, gap: Double) {
    guard length > stroke, stroke > 0, gap >= 0, length / stroke < 1e9 else {
      let whole = length.isFinite ? max(0, length) : 0
      (self.stroke, period, count) = (whole, max(whole, 1), whole > 0 ? 1 : 0)
      return
    }
    let gaps = max(1, ((length - stroke) / (stroke + gap)).rounded())
    self.stroke = stroke
    period = (length - stroke) / gaps
    count = Int(gaps) + 1
  }

  /// The strokes that touch a stretch of the line.
  func indices(from start: Double, to end: Double) -> Range<Int> {
    guard count > 0, end > start else { return 0..<0 }
    let first = min(max((start - stroke) / period, 0), Double(count)).rounded(.down)
    let last = min(max(end / period, -1), Double(count - 1)).rounded(.down)
    return Int(first)..<max(Int(first), Int(last) + 1)
  }
}
