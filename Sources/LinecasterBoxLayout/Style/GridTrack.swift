/// The size of a row or column of a grid (CSS Grid 1 §7.2).
///
///     let columns: GridTrackList = [120, .fraction(1), .fit(200), .minmax(.minContent, 80)]
///
/// Sizes that are negative or not finite are ``auto``.
public struct GridTrack: Hashable, Sendable, BitwiseCopyable {
  /// The minimum size; may be a percentage or a content keyword.
  package let minimum: BoxLength
  /// The maximum size, or the limit of ``fit(_:)``.
  package let maximum: BoxLength
  /// The share of free space; 0 for tracks that take no share.
  package let factor: Double
  /// Whether the maximum is that of the content, limited to `maximum`.
  package let fits: Bool

  private init(minimum: BoxLength, maximum: BoxLength, factor: Double = 0, fits: Bool = false) {
    self.minimum = minimum
    self.maximum = maximum
    self.factor = factor
    self.fits = fits
  }

  /// The size of the content; automatic tracks also share remaining space.
  public static let auto = GridTrack(minimum: .auto, maximum: .auto)
  /// The smallest size without overflow of the content.
  public static let minContent = GridTrack(minimum: .minContent, maximum: .minContent)
  /// The unlimited size of the content.
  public static let maxContent = GridTrack(minimum: .maxContent, maximum: .maxContent)

  /// A share of the space that other tracks leave (CSS `fr`): two tracks of 1 get half each.
  ///
  /// The track is at least as large as its content; see ``minmax(_:fraction:)`` for another
  /// minimum.
  public static func fraction(_ factor: Double) -> GridTrack {
    minmax(.auto, fraction: factor)
  }

  /// A length in layout points.
  public static func points(_ points: Double) -> GridTrack { fixed(.points(points)) }

  /// A percentage of the container.
  ///
  /// If the container's size follows from its tracks, they are first sized as ``auto``.
  public static func percent(_ percent: Double) -> GridTrack { fixed(.percent(percent)) }

  /// The size of the content, up to a limit (CSS `fit-content()`).
  public static func fit(_ limit: BoxLength) -> GridTrack {
    guard isFixed(limit) else { return .auto }
    return GridTrack(minimum: .auto, maximum: limit, fits: true)
  }

  /// A size between a minimum and a maximum (CSS `minmax()`): points, percentages, `auto`,
  /// `minContent` or `maxContent`; other keywords act as ``BoxLength/auto``.
  public static func minmax(_ minimum: BoxLength, _ maximum: BoxLength) -> GridTrack {
    GridTrack(minimum: breadth(minimum), maximum: breadth(maximum))
  }

  /// A share of the space that other tracks leave, with a minimum.
  public static func minmax(_ minimum: BoxLength, fraction factor: Double) -> GridTrack {
    guard factor >= 0, factor.isFinite else { return minmax(minimum, .auto) }
    return GridTrack(
      minimum: breadth(minimum), maximum: .stretch,
      factor: min(factor, BoxStyle.maximumLength))
  }

  /// Whether the track takes a share of free space, possibly 0; tracks use this keyword for nothing
  /// else.
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

  /// Whether the minimum or the maximum is a length, as automatic repetition requires.
  var isDefinite: Bool { Self.isFixed(minimum) || (Self.isFixed(maximum) && !fits) }

  /// Whether a size is a percentage of the container.
  var usesPercent: Bool { minimum.isPercent || maximum.isPercent }
}

extension GridTrack: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Makes a track of a length in layout points.
  public init(integerLiteral value: Int) { self = .points(Double(value)) }

  /// Makes a track of a length in layout points.
  public init(floatLiteral value: Double) { self = .points(value) }
}

extension GridTrack: CustomStringConvertible {
  /// The track in CSS syntax, with points without a unit.
  public var description: String {
    if fits { return "fit-content(\(maximum))" }
    if isFlexible {
      return minimum == .auto ? "\(factor)fr" : "minmax(\(minimum), \(factor)fr)"
    }
    return minimum == maximum ? "\(minimum)" : "minmax(\(minimum), \(maximum))"
  }
}

/// The tracks of an axis of a grid, with optional repetition (CSS Grid 1 §7.2.3).
///
///     let columns = GridTrackList.autoFill([.minmax(120, fraction: 1)])
///     let rows = [40] + GridTrackList.repeating(3, [.auto, 8])
///
/// Tracks beyond ``maximumCount`` are left out. Only the first automatic repetition of a list
/// repeats; tracks of others appear once.
public struct GridTrackList: Hashable, Sendable {
  /// The tracks before the automatic repetition, or all.
  package private(set) var leading: [GridTrack]
  /// The tracks of the automatic repetition.
  package private(set) var repeated: [GridTrack] = []
  package private(set) var trailing: [GridTrack] = []
  /// Whether repeated tracks without items collapse.
  package private(set) var collapses = false
  /// Whether the tracks are those of the enclosing grid.
  package private(set) var isSubgrid = false

  /// The maximum number of tracks in a list, and the maximum line number.
  public static let maximumCount = 10_000

  /// Makes a list of tracks.
  public init(_ tracks: [GridTrack]) { leading = Array(tracks.prefix(Self.maximumCount)) }

  /// Repeats tracks a number of times; empty if `count` is below 1 (CSS `repeat()`).
  public static func repeating(_ count: Int, _ tracks: [GridTrack]) -> GridTrackList {
    guard count > 0, !tracks.isEmpty else { return [] }
    let once = tracks.prefix(maximumCount)
    let count = min(count, (maximumCount + once.count - 1) / once.count)
    return GridTrackList((0..<count).flatMap { _ in once })
  }

  /// Repeats tracks to fill the container, at least once (CSS `auto-fill`).
  public static func autoFill(_ tracks: [GridTrack]) -> GridTrackList {
    automatic(tracks, collapses: false)
  }

  /// Repeats tracks to fill the container; those without items collapse, so the others share the
  /// space (CSS `auto-fit`).
  public static func autoFit(_ tracks: [GridTrack]) -> GridTrackList {
    automatic(tracks, collapses: true)
  }

  /// The spanned tracks of the enclosing grid (CSS `subgrid`, CSS Grid 2 §9).
  ///
  /// A grid that is not a grid item has automatic tracks instead.
  public static let subgrid = {
    var list = GridTrackList([])
    list.isSubgrid = true
    return list
  }()

  private static func automatic(_ tracks: [GridTrack], collapses: Bool) -> GridTrackList {
    // The content is unknown when repetitions are counted, so each track needs a length.
    guard tracks.allSatisfy(\.isDefinite) else { return GridTrackList(tracks) }
    var list = GridTrackList([])
    list.repeated = Array(tracks.prefix(maximumCount))
    list.collapses = collapses
    return list
  }

  /// Concatenates two lists.
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

  /// Whether the list has no tracks.
  public var isEmpty: Bool { leading.isEmpty && repeated.isEmpty && trailing.isEmpty }

  /// All tracks, with repeated ones once.
  var all: [GridTrack] { leading + repeated + trailing }
}

extension GridTrackList: ExpressibleByArrayLiteral {
  /// Makes a list of tracks.
  public init(arrayLiteral tracks: GridTrack...) { self.init(tracks) }
}

extension GridTrackList: CustomStringConvertible {
  /// The tracks in CSS syntax.
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
