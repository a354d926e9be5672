import LinecasterBase
import LinecasterDisplay
import LinecasterList

/// How rows get from where they were seen to where they are now: values without a clock.
struct RowTransitions: Sendable {
  /// A row on its way.
  private struct Way: Sendable {
    /// How far from its place it was when it set out, in layout points along y.
    let distance: Double
    let attributes: CellAttributes
    let start: Duration
  }

  /// Where a row is shown at a moment.
  struct Place: Hashable, Sendable {
    /// How far from its place, in layout points along y.
    var distance = 0.0
    var attributes: CellAttributes
  }

  /// How long rows are on their way.
  static let duration = Duration.milliseconds(250)

  private var ways: [RowIdentity: Way] = [:]

  /// Whether a row is on its way.
  var isEmpty: Bool { ways.isEmpty }

  /// Has a row set out from a place.
  mutating func set(_ row: RowIdentity, from place: Place, at time: Duration) {
    ways[row] = Way(distance: place.distance, attributes: place.attributes, start: time)
  }

  /// Puts a row, or with nil all of them, where they are to be.
  mutating func finish(_ row: RowIdentity? = nil) {
    if let row { ways[row] = nil } else { ways = [:] }
  }

  /// Forgets the rows that have arrived.
  mutating func prune(at time: Duration) {
    ways = ways.filter { time - $0.value.start < Self.duration }
  }

  /// Where a row is shown that rests with some attributes.
  func place(
    of row: RowIdentity, resting: CellAttributes, at time: Duration
  ) -> Place {
    guard let way = ways[row] else { return Place(attributes: resting) }
    let left = Self.left(time - way.start)
    return Place(
      distance: way.distance * left,
      attributes: resting.blended(with: way.attributes, share: left))
  }

  /// The share of the way that is left: fast at first, slowly at the end.
  static func left(_ passed: Duration) -> Double {
    let share = min(max(passed.seconds / duration.seconds, 0), 1)
    return (1 - share) * (1 - share) * (1 - share)
  }
}

extension CellAttributes {
  /// The attributes on the way from others, of which a share is left.
  func blended(with other: CellAttributes, share: Double) -> CellAttributes {
    guard share > 0 else { return self }
    func mix(_ own: Double, _ other: Double) -> Double { own + (other - own) * share }
    let (own, far) = (transform, other.transform)
    return CellAttributes(
      zIndex: zIndex, alpha: mix(alpha, other.alpha),
      transform: DisplayTransform(
        a: mix(own.a, far.a), b: mix(own.b, far.b), c: mix(own.c, far.c), d: mix(own.d, far.d),
        x: mix(own.x, far.x), y: mix(own.y, far.y)))
  }
}
