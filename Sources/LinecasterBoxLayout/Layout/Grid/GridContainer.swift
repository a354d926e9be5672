import LinecasterBase

/// The grid during layout: its extents, its tracks and its items.
struct GridContainer {
  let node: Int
  /// Padding and border.
  let edges: ResolvedEdges
  /// The inner width; indefinite for intrinsic widths.
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

  /// Returns the extents of an item's area; indefinite if tracks are not sized.
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
  /// The explicit tracks of an automatic repetition that collapses if empty.
  var collapsible = 0..<0
  var gap = 0.0
  /// Whether any track is collapsed, so some have no gap beside them.
  var hasCollapsed = false
  /// The extent of all tracks and gaps before automatic tracks stretched.
  var contentSum = 0.0
  /// The start of each track, after alignment.
  private(set) var positions: [Double] = []

  /// Returns the gaps between the tracks of a range.
  func gaps(in range: Range<Int>) -> Double {
    guard hasCollapsed else { return Double(max(range.count - 1, 0)) * gap }
    var count = 0
    for index in range where !tracks[index].isCollapsed { count += 1 }
    return Double(max(count - 1, 0)) * gap
  }

  /// Returns the extent of some tracks and the gaps between them.
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

  /// Resets the positions before tracks are sized again.
  mutating func resetPositions() { positions.removeAll(keepingCapacity: true) }

  /// Uses the tracks of the enclosing grid.
  mutating func setTracks(_ subgrid: SubgridTracks) {
    tracks = zip(subgrid.starts, subgrid.ends).map { start, end in
      SizedTrack(.points(max(end - start, 0)), available: .indefinite)
    }
    positions = subgrid.starts
    contentSum = subgrid.ends.last ?? 0
  }

  /// Places the tracks one after another.
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

  /// The number of tracks that share space.
  var shownCount: Int {
    hasCollapsed ? tracks.count { !$0.isCollapsed } : tracks.count
  }

  /// Whether tracks differ between a given extent of the container and one that follows from them:
  /// with percentages, and with fractions that leave some free space.
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

  /// Whether all tracks of a range have fixed lengths.
  func isFixed(_ range: Range<Int>) -> Bool {
    range.allSatisfy { tracks[$0].minimum == .fixed && tracks[$0].maximum == .fixed }
  }

  /// Returns the end of the track before a line.
  func end(beforeLine index: Int) -> Double {
    index > 0 ? positions[index - 1] + tracks[index - 1].base : positions.first ?? 0
  }

  /// Returns the start of the track after a line.
  func start(afterLine index: Int) -> Double {
    index < tracks.count ? positions[index] : end(beforeLine: index)
  }
}

/// A track during sizing (CSS Grid 1 §12.3).
struct SizedTrack: BitwiseCopyable {
  /// The track in the style.
  let style: GridTrack
  /// A kind of sizing function.
  enum Breadth: UInt8 {
    case fixed, auto, minContent, maxContent, flexible

    var isIntrinsic: Bool { self != .fixed && self != .flexible }
  }

  let minimum: Breadth
  /// For `fit-content()` this is `maxContent`, with a limit.
  let maximum: Breadth
  /// The share of free space.
  let factor: Double
  /// The base size by style.
  private let leastBase: Double
  /// The growth limit by style; infinite if it follows from the content.
  let fixedLimit: Double
  /// The argument of `fit-content()`, infinite for other tracks.
  let fitLimit: Double
  var base: Double
  var limit: Double
  /// The increase for the current item.
  var increase = 0.0
  /// The maximum increase for the items of a group; `nil` if none affects the track.
  var plannedIncrease: Double?
  var isInfinitelyGrowable = false
  var isCollapsed = false

  /// - Parameter available: the base of percentages.
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

  /// Collapses the track, which has no items.
  mutating func collapse() {
    self = SizedTrack(0, available: 0)
    isCollapsed = true
  }

  var hasIntrinsicSize: Bool { minimum != .fixed || maximum != .fixed }
}

/// An item of the grid during layout.
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
  /// Whether the item has the columns of the grid.
  let subgridsColumns: Bool
  /// Whether the item has the rows of the grid.
  let subgridsRows: Bool
  /// Whether the item is as wide as its area if neither style nor height give a width, although its
  /// height follows from the width.
  let fillsWidthBeforeRatio: Bool
  /// Whether the item shares the baseline of its row.
  var isOnBaseline: Bool
  /// The border box.
  var width = Double.indefinite
  var height = Double.indefinite
  /// The distance from the top margin edge to the baseline, and the shift to the row's baseline.
  var ascent = 0.0
  var shim = 0.0

  /// - Parameter subgrids: whether the item has the columns of the grid, and its rows.
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
    // With a ratio, `normal` stretches one axis: the height if the width does not.
    let isWidthFree = style.width.isAuto && !fillsWidthBeforeRatio && !stretchesWidth
    stretchesHeight =
      block == .stretch && (fillsBlock || !style.hasRatio || isWidthFree) && style.height.isAuto
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
