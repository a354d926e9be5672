/// The size of a row or column of a grid (CSS Grid 1 §7.2).
///
///     let columns: GridTrackList = [120, .fraction(1), .fit(200), .minmax(.minContent, 80)]
///
/// Sizes that are negative or not finite become ``auto``.
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

  /// The size of the content. Automatic tracks also share the remaining space.
  public static let auto = GridTrack(minimum: .auto, maximum: .auto)
  /// The smallest size at which the content does not overflow.
  public static let minContent = GridTrack(minimum: .minContent, maximum: .minContent)
  /// The size of the content without a limit.
  public static let maxContent = GridTrack(minimum: .maxContent, maximum: .maxContent)

  /// Returns a track that takes a share of the space that other tracks leave (CSS `fr`). For
  /// example, two tracks with a factor of 1 get half of the space each.
  ///
  /// The track is at least as large as its content; use ``minmax(_:fraction:)`` for another
  /// minimum.
  public static func fraction(_ factor: Double) -> GridTrack {
    minmax(.auto, fraction: factor)
  }

  /// Returns a track with a size in layout points.
  public static func points(_ points: Double) -> GridTrack { fixed(.points(points)) }

  /// Returns a track with a percentage of the container's size.
  ///
  /// If the container's size depends on its tracks, they are first sized as ``auto``.
  public static func percent(_ percent: Double) -> GridTrack { fixed(.percent(percent)) }

  /// Returns a track with the size of its content, up to a limit (CSS `fit-content()`).
  public static func fit(_ limit: BoxLength) -> GridTrack {
    guard isFixed(limit) else { return .auto }
    return GridTrack(minimum: .auto, maximum: limit, fits: true)
  }

  /// Returns a track with a size between a minimum and a maximum (CSS `minmax()`).
  ///
  /// Both may be points, percentages, `auto`, `minContent` or `maxContent`; other keywords act as
  /// ``BoxLength/auto``.
  public static func minmax(_ minimum: BoxLength, _ maximum: BoxLength) -> GridTrack {
    GridTrack(minimum: breadth(minimum), maximum: breadth(maximum))
  }

  /// Returns a track that takes a share of the space that other tracks leave, with a minimum size.
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
  /// Creates a track with a size in layout points.
  public init(integerLiteral value: Int) { self = .points(Double(value)) }

  /// Creates a track with a size in layout points.
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
/// repeats; the tracks of further ones appear once.
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

  /// Creates a list of tracks.
  ///
  /// - Complexity: O(tracks).
  public init(_ tracks: [GridTrack]) { leading = Array(tracks.prefix(Self.maximumCount)) }

  /// Returns a list that repeats tracks a number of times; empty if `count` is below 1 (CSS
  /// `repeat()`).
  ///
  /// - Complexity: O(`count` × tracks), at most O(`maximumCount`).
  public static func repeating(_ count: Int, _ tracks: [GridTrack]) -> GridTrackList {
    guard count > 0, !tracks.isEmpty else { return [] }
    let once = tracks.prefix(maximumCount)
    let count = min(count, (maximumCount + once.count - 1) / once.count)
    return GridTrackList((0..<count).flatMap { _ in once })
  }

  /// Returns a list that repeats tracks to fill the container, at least once (CSS `auto-fill`).
  public static func autoFill(_ tracks: [GridTrack]) -> GridTrackList {
    automatic(tracks, collapses: false)
  }

  /// Returns a list that repeats tracks to fill the container. Tracks without items collapse, so
  /// the others share the space (CSS `auto-fit`).
  public static func autoFit(_ tracks: [GridTrack]) -> GridTrackList {
    automatic(tracks, collapses: true)
  }

  /// The tracks of the enclosing grid that the grid spans (CSS `subgrid`, CSS Grid 2 §9).
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
  ///
  /// - Complexity: O(tracks).
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
  /// Creates a list of tracks.
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

/// The rows and columns of a grid container (CSS Grid 1 §7).
///
///     var style = BoxStyle()
///     style.display = .grid
///     style.gap = 8
///     let columns = GridTemplate(columns: [.fraction(1), .fit(200)], autoRows: [40])
///     tree.openContainer(style, grid: columns)
public struct GridTemplate: Hashable, Sendable {
  /// The explicit columns.
  public var columns: GridTrackList
  /// The explicit rows.
  public var rows: GridTrackList
  /// The sizes of implicit columns, which repeat; automatic if empty (CSS `grid-auto-columns`).
  public var autoColumns: [GridTrack]
  /// The sizes of implicit rows, which repeat; automatic if empty (CSS `grid-auto-rows`).
  public var autoRows: [GridTrack]
  /// The order in which items without given lines fill the grid (CSS `grid-auto-flow`).
  public var flow: GridFlow
  /// The named areas, which are part of the explicit grid (CSS `grid-template-areas`).
  public var areas: GridAreas

  /// Creates a template; the defaults are those of CSS.
  public init(
    columns: GridTrackList = [], rows: GridTrackList = [], autoColumns: [GridTrack] = [],
    autoRows: [GridTrack] = [], flow: GridFlow = .row, areas: GridAreas = .none
  ) {
    self.columns = columns
    self.rows = rows
    self.autoColumns = autoColumns
    self.autoRows = autoRows
    self.flow = flow
    self.areas = areas
  }

  /// Whether rows may differ between a given height and one that follows from them.
  var isHeightSensitive: Bool {
    !rows.repeated.isEmpty || rows.isSubgrid
      || (rows.all + autoRows).contains { $0.usesPercent || $0.isFlexible }
  }
}

/// A template of a tree by reference: reading a value would retain all of its lists.
final class SharedTemplate: Sendable {
  let value: GridTemplate
  /// Whether the number of explicit tracks is the same in any extent.
  let hasFixedCounts: Bool

  /// The template of grids without their own.
  static let initial = SharedTemplate(GridTemplate())

  init(_ template: GridTemplate) {
    value = template
    hasFixedCounts = template.columns.repeated.isEmpty && template.rows.repeated.isEmpty
  }
}
