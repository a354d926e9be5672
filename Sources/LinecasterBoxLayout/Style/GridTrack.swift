/// The size of a row or column of a grid (CSS Grid 1 §7.2).
///
///     let columns: GridTrackList = [120, .fraction(1), .fit(200), .minmax(.minContent, 80)]
///
/// Sizes that are not finite or below 0 are ``auto``.
public struct GridTrack: Hashable, Sendable, BitwiseCopyable {
  /// The least size; percentages and the keywords of the content may stand here.
  package let minimum: BoxLength
  /// The greatest size, or the limit of ``fit(_:)``.
  package let maximum: BoxLength
  /// The share of free space, 0 for tracks that take none.
  package let factor: Double
  /// Whether the maximum is that of the content, but not above `maximum`.
  package let fits: Bool

  private init(minimum: BoxLength, maximum: BoxLength, factor: Double = 0, fits: Bool = false) {
    self.minimum = minimum
    self.maximum = maximum
    self.factor = factor
    self.fits = fits
  }

  /// As large as the content asks for; automatic tracks share the space that is left.
  public static let auto = GridTrack(minimum: .auto, maximum: .auto)
  /// The least size in which the content does not overflow.
  public static let minContent = GridTrack(minimum: .minContent, maximum: .minContent)
  /// The size of the content where nothing limits it.
  public static let maxContent = GridTrack(minimum: .maxContent, maximum: .maxContent)

  /// A share of the space that other tracks leave, as `fr` of CSS: two tracks of 1 get a half each.
  ///
  /// The track is at least as large as its content; ``minmax(_:fraction:)`` says otherwise.
  public static func fraction(_ factor: Double) -> GridTrack {
    minmax(.auto, fraction: factor)
  }

  /// A length in layout points.
  public static func points(_ points: Double) -> GridTrack { fixed(.points(points)) }

  /// A share of the container in percent.
  ///
  /// Where the container's size follows from its tracks, they are first sized as ``auto``.
  public static func percent(_ percent: Double) -> GridTrack { fixed(.percent(percent)) }

  /// As large as the content asks for up to a limit: `fit-content()` of CSS.
  public static func fit(_ limit: BoxLength) -> GridTrack {
    guard isFixed(limit) else { return .auto }
    return GridTrack(minimum: .auto, maximum: limit, fits: true)
  }

  /// At least one size, and at most another: points, percentages, `auto`, `minContent` and
  /// `maxContent` count, other keywords are ``BoxLength/auto``.
  public static func minmax(_ minimum: BoxLength, _ maximum: BoxLength) -> GridTrack {
    GridTrack(minimum: breadth(minimum), maximum: breadth(maximum))
  }

  /// At least one size, and else a share of the space that other tracks leave.
  public static func minmax(_ minimum: BoxLength, fraction factor: Double) -> GridTrack {
    guard factor >= 0, factor.isFinite else { return minmax(minimum, .auto) }
    return GridTrack(
      minimum: breadth(minimum), maximum: .stretch,
      factor: min(factor, BoxStyle.maximumLength))
  }

  /// Whether the track takes a share of the space that is left, be it none; the word stands for
  /// nothing else in a track.
  package var isFlexible: Bool { maximum == .stretch }

  private static func fixed(_ length: BoxLength) -> GridTrack {
    isFixed(length) ? GridTrack(minimum: length, maximum: length) : .auto
  }

  private static func isFixed(_ length: BoxLength) -> Bool {
    length.isPoints ? length.raw >= 0 : length.isPercent && length.percentage >= 0
  }

  private static func breadth(_ length: BoxLength) -> BoxLength {
    isFixed(length) || length == .minContent || length == .maxContent ? length : .auto
  }

  /// Whether the least or the greatest size is a length, as automatic repetition asks for.
  var isDefinite: Bool { Self.isFixed(minimum) || (Self.isFixed(maximum) && !fits) }

  /// Whether a size is a share of the container.
  var usesPercent: Bool { minimum.isPercent || maximum.isPercent }
}

extension GridTrack: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Makes a track of a length in layout points.
  public init(integerLiteral value: Int) { self = .points(Double(value)) }

  /// Makes a track of a length in layout points.
  public init(floatLiteral value: Double) { self = .points(value) }
}

extension GridTrack: CustomStringConvertible {
  /// The track in the words of CSS, points without a unit.
  public var description: String {
    if fits { return "fit-content(\(maximum))" }
    if isFlexible {
      return minimum == .auto ? "\(factor)fr" : "minmax(\(minimum), \(factor)fr)"
    }
    return minimum == maximum ? "\(minimum)" : "minmax(\(minimum), \(maximum))"
  }
}

/// The tracks of an axis of a grid, of which some may repeat (CSS Grid 1 §7.2.3).
///
///     let columns = GridTrackList.autoFill([.minmax(120, fraction: 1)])
///     let rows = [40] + GridTrackList.repeating(3, [.auto, 8])
///
/// Tracks beyond ``maximumCount`` are left out. Only the first automatic repetition of a list
/// repeats, others stand once.
public struct GridTrackList: Hashable, Sendable {
  /// The tracks before the automatic repetition, or all.
  package private(set) var leading: [GridTrack]
  /// The tracks that repeat as often as there is room.
  package private(set) var repeated: [GridTrack] = []
  package private(set) var trailing: [GridTrack] = []
  /// Whether repeated tracks without items collapse.
  package private(set) var collapses = false
  /// Whether the tracks are those of the grid around.
  package private(set) var isSubgrid = false

  /// The greatest number of tracks of a list, and the furthest line that an item can ask for.
  public static let maximumCount = 10_000

  /// Makes a list of tracks.
  public init(_ tracks: [GridTrack]) { leading = Array(tracks.prefix(Self.maximumCount)) }

  /// The same tracks again and again; none where `count` is below 1.
  public static func repeating(_ count: Int, _ tracks: [GridTrack]) -> GridTrackList {
    guard count > 0, !tracks.isEmpty else { return [] }
    let once = tracks.prefix(maximumCount)
    let count = min(count, (maximumCount + once.count - 1) / once.count)
    return GridTrackList((0..<count).flatMap { _ in once })
  }

  /// The same tracks as often as they fit into the container, at least once.
  public static func autoFill(_ tracks: [GridTrack]) -> GridTrackList {
    automatic(tracks, collapses: false)
  }

  /// The same tracks as often as they fit into the container; those without items have no size,
  /// so that the others share the room.
  public static func autoFit(_ tracks: [GridTrack]) -> GridTrackList {
    automatic(tracks, collapses: true)
  }

  /// The tracks of the grid around this one that the grid spans (CSS Grid 2 §9).
  ///
  /// A grid that is no item of another has automatic tracks instead.
  public static let subgrid = {
    var list = GridTrackList([])
    list.isSubgrid = true
    return list
  }()

  private static func automatic(_ tracks: [GridTrack], collapses: Bool) -> GridTrackList {
    // The content is not known when repetitions are counted, so each track needs a length.
    guard tracks.allSatisfy(\.isDefinite) else { return GridTrackList(tracks) }
    var list = GridTrackList([])
    list.repeated = Array(tracks.prefix(maximumCount))
    list.collapses = collapses
    return list
  }

  /// The tracks of one list and then those of another.
  public static func + (first: GridTrackList, second: GridTrackList) -> GridTrackList {
    var list = first
    if first.repeated.isEmpty, !second.repeated.isEmpty {
      list.leading += second.leading
      list.repeated = second.repeated
      list.trailing = second.trailing
      list.collapses = second.collapses
    } else if first.repeated.isEmpty {
      list.leading += second.leading
    } else {
      list.trailing += second.leading + second.repeated + second.trailing
    }
    list.leading = Array(list.leading.prefix(maximumCount))
    list.trailing = Array(list.trailing.prefix(maximumCount))
    return list
  }

  /// Whether there is no track.
  public var isEmpty: Bool { leading.isEmpty && repeated.isEmpty && trailing.isEmpty }

  /// All tracks, the repeated ones once.
  var all: [GridTrack] { leading + repeated + trailing }
}

extension GridTrackList: ExpressibleByArrayLiteral {
  /// Makes a list of tracks.
  public init(arrayLiteral tracks: GridTrack...) { self.init(tracks) }
}

extension GridTrackList: CustomStringConvertible {
  /// The tracks in the words of CSS.
  public var description: String {
    if isSubgrid { return "subgrid" }
    func words(_ tracks: [GridTrack]) -> String {
      tracks.map(\.description).joined(separator: " ")
    }
    let repetition =
      repeated.isEmpty
      ? "" : "repeat(auto-\(collapses ? "fit" : "fill"), \(words(repeated)))"
    return [words(leading), repetition, words(trailing)].filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
