import LinecasterBase

/// The grid that is being laid out: its extents, its tracks and its items.
struct GridContainer {
  let node: Int
  /// Padding and border.
  let edges: ResolvedEdges
  /// The inner width, indefinite while the intrinsic widths are asked for.
  let innerWidth: Double
  /// The inner height, indefinite until it is determined.
  var innerHeight: Double
  /// The limits of an inner height that follows the content.
  let minInnerHeight: Double
  let maxInnerHeight: Double
  var columns = GridAxis()
  var rows = GridAxis()
  var items: [GridItem] = []
  /// Whether an item is a subgrid.
  var hasSubgrids = false

  init(node: Int, style: ArenaNode, request: LayoutRequest) {
    self.node = node
    edges = style.edges(against: request.basis.width)
    innerWidth =
      request.width.isDefinite ? max(request.width - edges.horizontal, 0) : .indefinite
    innerHeight = request.height.isDefinite ? max(request.height - edges.vertical, 0) : .indefinite
    let limits = style.heightLimits(edges: edges.vertical, against: request.basis.height)
    minInnerHeight = max(limits.minimum - edges.vertical, 0)
    maxInnerHeight = limits.maximum - edges.vertical
  }

  /// The extents of an item's area; indefinite where tracks are not sized.
  func area(of item: GridItem) -> (width: Double, height: Double) {
    (columns.extent(of: item.columns), rows.extent(of: item.rows))
  }
}

/// The tracks of a grid along an axis.
struct GridAxis {
  /// The tracks of the implicit grid, in order.
  var tracks: [SizedTrack] = []
  /// The index of the first explicit track.
  var explicitStart = 0
  var explicitCount = 0
  /// The explicit tracks that stand for an automatic repetition which collapses when empty.
  var collapsible = 0..<0
  var gap = 0.0
  /// Whether any track is collapsed, so that not all have a gap beside them.
  var hasCollapsed = false
  /// The extent of all tracks and gaps before automatic tracks took what was left.
  var contentSum = 0.0
  /// Where each track starts, once they are aligned.
  private(set) var positions: [Double] = []

  /// The gaps between the tracks of a range.
  func gaps(in range: Range<Int>) -> Double {
    guard hasCollapsed else { return Double(max(range.count - 1, 0)) * gap }
    var count = 0
    for index in range where !tracks[index].isCollapsed { count += 1 }
    return Double(max(count - 1, 0)) * gap
  }

  /// The extent of some tracks and the gaps between them.
  func extent(of range: Range<Int>) -> Double {
    guard let last = range.last else { return 0 }
    if !positions.isEmpty {
      return positions[last] + tracks[last].base - positions[range.lowerBound]
    }
    var sum = gaps(in: range)
    for index in range { sum += tracks[index].base }
    return sum
  }

  /// The extent of all tracks and gaps.
  var sum: Double { extent(of: tracks.indices) }

  /// Forgets where tracks are, which are sized again.
  mutating func resetPositions() { positions.removeAll(keepingCapacity: true) }

  /// Takes the tracks of the grid around.
  mutating func setTracks(_ subgrid: SubgridTracks) {
    tracks = zip(subgrid.starts, subgrid.ends).map { start, end in
      SizedTrack(.points(max(end - start, 0)), available: .indefinite)
    }
    positions = subgrid.starts
    contentSum = subgrid.ends.last ?? 0
  }

  /// Places the tracks one after the other.
  mutating func setPositions(start: Double, between: Double) {
    positions.removeAll(keepingCapacity: true)
    positions.reserveCapacity(tracks.count)
    var position = start
    var hasTrack = false
    for track in tracks {
      if hasTrack, !track.isCollapsed { position += gap + between }
      positions.append(position)
      position += track.base
      if !track.isCollapsed { hasTrack = true }
    }
  }

  /// The number of tracks that take part in the distribution of space.
  var shownCount: Int {
    hasCollapsed ? tracks.count { !$0.isCollapsed } : tracks.count
  }

  /// Whether tracks may be others where the extent of the container is given than where it follows
  /// from them: with shares of it, and with shares of free space that leave some of it.
  var dependsOnExtent: Bool {
    var factors = 0.0
    var isFlexible = false
    for track in tracks {
      if track.style.usesPercent { return true }
      factors += track.factor
      isFlexible = isFlexible || track.maximum == .flexible
    }
    return isFlexible && factors < 1
  }

  /// Whether all tracks of a range have a length by style.
  func isFixed(_ range: Range<Int>) -> Bool {
    range.allSatisfy { tracks[$0].minimum == .fixed && tracks[$0].maximum == .fixed }
  }

  /// Where the track before a line ends.
  func end(beforeLine index: Int) -> Double {
    index > 0 ? positions[index - 1] + tracks[index - 1].base : positions.first ?? 0
  }

  /// Where the track after a line starts.
  func start(afterLine index: Int) -> Double {
    index < tracks.count ? positions[index] : end(beforeLine: index)
  }
}

/// A track that is being sized (CSS Grid 1 §12.3).
struct SizedTrack: BitwiseCopyable {
  /// What the style asks for.
  let style: GridTrack
  /// What a sizing function asks for.
  enum Breadth: UInt8 {
    case fixed, auto, minContent, maxContent, flexible

    var isIntrinsic: Bool { self != .fixed && self != .flexible }
  }

  let minimum: Breadth
  /// For `fit-content()` this is `maxContent`, with a limit.
  let maximum: Breadth
  /// The share of free space.
  let factor: Double
  /// The base size as the style has it.
  private let leastBase: Double
  /// The growth limit as the style has it, infinite where it follows from the content.
  let fixedLimit: Double
  /// The argument of `fit-content()`, infinite for other tracks.
  let fitLimit: Double
  var base: Double
  var limit: Double
  /// By how much an item wants the track to grow.
  var increase = 0.0
  /// The most that an item of a group wants; nil where none is about the track.
  var plannedIncrease: Double?
  var isInfinitelyGrowable = false
  var isCollapsed = false

  /// - Parameter available: what percentages refer to.
  init(_ track: GridTrack, available: Double) {
    style = track
    let least = track.minimum.resolved(against: available)
    minimum = Self.breadth(track.minimum, least)
    leastBase = least.or(0)
    factor = track.factor
    let most = track.isFlexible ? .indefinite : track.maximum.resolved(against: available)
    fitLimit = track.fits ? most.or(.infinity) : .infinity
    maximum =
      track.isFlexible ? .flexible : track.fits ? .maxContent : Self.breadth(track.maximum, most)
    fixedLimit = maximum == .fixed ? max(most, leastBase) : .infinity
    base = leastBase
    limit = fixedLimit
  }

  private static func breadth(_ length: BoxLength, _ extent: Double) -> Breadth {
    if extent.isDefinite { return .fixed }
    return length == .minContent ? .minContent : length == .maxContent ? .maxContent : .auto
  }

  /// Starts sizing anew.
  mutating func reset() {
    base = isCollapsed ? 0 : leastBase
    limit = isCollapsed ? 0 : fixedLimit
  }

  /// Takes the track, which no item is in, out of the grid.
  mutating func collapse() {
    self = SizedTrack(0, available: 0)
    isCollapsed = true
  }

  var hasIntrinsicSize: Bool { minimum != .fixed || maximum != .fixed }
}

/// An item of the grid that is being laid out.
struct GridItem: BitwiseCopyable {
  let node: Int32
  private var columnStart: Int32 = 0
  private var columnEnd: Int32 = 1
  private var rowStart: Int32 = 0
  private var rowEnd: Int32 = 1
  let justify: BoxAlign
  let align: BoxAlign
  /// Whether the item is as wide as its area, if its style gives no width.
  let stretchesWidth: Bool
  /// The same for the height.
  let stretchesHeight: Bool
  let hasRatio: Bool
  /// Whether the columns inside are those of the grid.
  let subgridsColumns: Bool
  /// Whether the rows inside are those of the grid.
  let subgridsRows: Bool
  /// Whether the item is as wide as its area where neither style nor height give a width, though
  /// its height follows from the width.
  let fillsWidthBeforeRatio: Bool
  /// Whether the item shares the baseline of its row.
  var isOnBaseline: Bool
  /// The border box.
  var width = Double.indefinite
  var height = Double.indefinite
  /// From the top margin edge to the baseline, and how far that is above the one of the row.
  var ascent = 0.0
  var shim = 0.0

  /// - Parameter subgrids: whether the columns inside are those of the grid, and the rows.
  init(
    node: Int, style: ArenaNode, container: ArenaNode, subgrids: (columns: Bool, rows: Bool)
  ) {
    (subgridsColumns, subgridsRows) = subgrids
    self.node = Int32(truncatingIfNeeded: node)
    let inline = style.justifySelf ?? container.justifyItems
    let block = style.alignSelf ?? container.alignItems
    justify = inline == .fill ? .stretch : inline
    align = block
    hasRatio = style.hasRatio
    let fillsBlock =
      style.alignSelf == nil
      ? container.flags.contains(.fillsItems) : style.flags.contains(.fillsItself)
    isOnBaseline =
      block == .baseline && !style.margin.top.isAuto && !style.margin.bottom.isAuto
    fillsWidthBeforeRatio =
      style.hasRatio && inline == .stretch && style.width.isAuto && !style.margin.left.isAuto
      && !style.margin.right.isAuto
    stretchesWidth =
      (inline == .fill || (inline == .stretch && !style.hasRatio)) && style.width.isAuto
      && !style.margin.left.isAuto && !style.margin.right.isAuto
    stretchesHeight =
      block == .stretch && (fillsBlock || !style.hasRatio) && style.height.isAuto
      && !style.margin.top.isAuto && !style.margin.bottom.isAuto
  }

  var isSubgrid: Bool { subgridsColumns || subgridsRows }

  /// The indices of the columns that the item covers.
  var columns: Range<Int> {
    get { Int(columnStart)..<Int(columnEnd) }
    set {
      columnStart = Int32(truncatingIfNeeded: newValue.lowerBound)
      columnEnd = Int32(truncatingIfNeeded: newValue.upperBound)
    }
  }

  /// The indices of the rows that the item covers.
  var rows: Range<Int> {
    get { Int(rowStart)..<Int(rowEnd) }
    set {
      rowStart = Int32(truncatingIfNeeded: newValue.lowerBound)
      rowEnd = Int32(truncatingIfNeeded: newValue.upperBound)
    }
  }
}
