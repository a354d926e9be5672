import LinecasterBase
import LinecasterDisplay
import LinecasterList

/// The movement of rows from their previous to their current places: values without a clock.
struct RowTransitions: Sendable {
  /// A row in motion.
  private struct Way: Sendable {
    /// The row's distance from its place at the start, in layout points along y.
    let distance: Double
    let attributes: CellAttributes
    let start: Duration
  }

  /// The position of a row at a moment.
  struct Place: Hashable, Sendable {
    /// The distance from the row's place, in layout points along y.
    var distance = 0.0
    var attributes: CellAttributes
  }

  /// The duration of a movement.
  static let duration = Duration.milliseconds(250)

  private var ways: [RowIdentity: Way] = [:]

  /// Whether no row is moving.
  var isEmpty: Bool { ways.isEmpty }

  /// Starts the movement of a row from a place.
  mutating func set(_ row: RowIdentity, from place: Place, at time: Duration) {
    ways[row] = Way(distance: place.distance, attributes: place.attributes, start: time)
  }

  /// Ends the movement of a row, or of all rows if `nil`.
  mutating func finish(_ row: RowIdentity? = nil) {
    if let row { ways[row] = nil } else { ways = [:] }
  }

  /// Forgets the rows that have arrived.
  mutating func prune(at time: Duration) {
    ways = ways.filter { time - $0.value.start < Self.duration }
  }

  /// Returns the position of a row that has given attributes at rest.
  func place(
    of row: RowIdentity, resting: CellAttributes, at time: Duration
  ) -> Place {
    guard let way = ways[row] else { return Place(attributes: resting) }
    let left = Self.left(time - way.start)
    return Place(
      distance: way.distance * left,
      attributes: resting.blended(with: way.attributes, share: left))
  }

  /// Returns the remaining share of the movement; fast at first, slow at the end (ease out).
  static func left(_ passed: Duration) -> Double {
    let share = min(max(passed.seconds / duration.seconds, 0), 1)
    return (1 - share) * (1 - share) * (1 - share)
  }
}

extension CellAttributes {
  /// Returns the attributes blended with the start of a movement, of which a share remains.
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
