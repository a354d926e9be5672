/// Says which rows to make ready for a viewport, and how soon.
///
/// It begins with little, so that the first rows come up soon, and takes more once they have. More
/// is made ready in the direction of scrolling than against it. A value without threads.
struct RangeController: Hashable, Sendable {
  /// How far around the viewport rows are made ready.
  var options: RangeOptions
  /// How much is made ready; a host may set it, and `displayDidFinish()` widens it.
  var mode = RangeMode.minimum
  /// Which way the list was scrolled last.
  private(set) var direction = ScrollDirection.towardsEnd

  private var offset: Double?

  /// Makes a controller of a list that has not been shown.
  init(options: RangeOptions = RangeOptions()) {
    self.options = options
  }

  /// Tells that all rows that can be seen have been displayed: there is time for more.
  mutating func displayDidFinish() {
    if mode == .minimum { mode = .full }
  }

  /// Tells that the offset has changed by other means than scrolling, to keep the rows in place.
  mutating func offsetWasCorrected(to offset: Double) { self.offset = offset }

  /// Takes the direction from the velocity; at rest from the way since the last viewport.
  ///
  /// - Complexity: O(log rows).
  mutating func bands(for viewport: Viewport, in snapshot: TableSnapshot) -> RowBands {
    let bands = bands(for: viewport, in: snapshot.geometry)
    guard let header = snapshot.stickyHeader(above: bands.display) else { return bands }
    return RowBands(
      visible: bands.visible, display: bands.display, preload: bands.preload,
      direction: bands.direction, stickyHeader: header)
  }

  /// The same for rows that have no sections, and so no headers that stay.
  ///
  /// - Complexity: O(log rows).
  mutating func bands(for viewport: Viewport, in geometry: RowGeometry) -> RowBands {
    let movement = offset.map { viewport.offset - $0 } ?? 0
    direction = ScrollDirection(viewport.velocity) ?? ScrollDirection(movement) ?? direction
    offset = viewport.offset
    return bands(for: viewport, in: geometry, direction: direction)
  }

  /// The bands of a viewport that is scrolled in a direction.
  ///
  /// - Complexity: O(log rows).
  func bands(
    for viewport: Viewport, in geometry: RowGeometry, direction: ScrollDirection
  ) -> RowBands {
    func rows(_ screens: RangeOptions.Screens) -> Range<Int> {
      let isDown = direction == .towardsEnd
      let above = (isDown ? screens.behind : screens.ahead) * viewport.length
      let below = (isDown ? screens.ahead : screens.behind) * viewport.length
      return geometry.rows(in: viewport.offset - above..<viewport.range.upperBound + below)
    }
    return RowBands(
      visible: rows(.none), display: rows(options.display(in: mode)),
      preload: rows(options.preload(in: mode)), direction: direction)
  }
}

extension TableSnapshot {
  /// The header that stays in sight with the first of some rows and stands above them.
  ///
  /// Sections that begin further down have their headers among the rows.
  fileprivate func stickyHeader(above rows: Range<Int>) -> Int? {
    let numbering = self.rows.numbering
    guard !rows.isEmpty, let section = numbering.section(ofRow: rows.lowerBound),
      model.sections[section].isHeaderSticky,
      let header = numbering.header(ofSection: section), header < rows.lowerBound
    else { return nil }
    return header
  }
}

/// How much is made ready around the rows that can be seen.
public enum RangeMode: Hashable, Sendable, CaseIterable {
  /// Little: while a list comes up, so that what can be seen is there soon.
  case minimum
  /// What scrolling wants.
  case full
  /// Nothing: for a list that is behind something; what nobody waits for is still measured.
  case visibleOnly
  /// Nothing, and nothing is measured ahead either: while memory is short.
  case lowMemory

  /// Whether rows far from the viewport may be worked on when nothing else is to be done.
  var allowsIdleWork: Bool { self != .lowMemory }
}

/// How far around the viewport rows are made ready, in lengths of the viewport.
public struct RangeOptions: Hashable, Sendable {
  /// Distances from the viewport: in the direction of scrolling, and against it.
  public struct Screens: Hashable, Sendable {
    /// The distance in the direction of scrolling.
    let ahead: Double
    /// The distance against it.
    let behind: Double

    /// Makes distances; numbers that are not finite, or below 0, become 0.
    public init(ahead: Double, behind: Double) {
      self.ahead = ahead.isFinite ? max(0, ahead) : 0
      self.behind = behind.isFinite ? max(0, behind) : 0
    }

    /// No distance.
    static let none = Screens(ahead: 0, behind: 0)
  }

  /// Where rows have their pixels, in `RangeMode.full`.
  public var display = Screens(ahead: 1, behind: 0.5)
  /// Where rows are measured and arranged, in `RangeMode.full`.
  public var preload = Screens(ahead: 2.5, behind: 1.5)
  /// Where rows have their pixels, in `RangeMode.minimum`.
  var minimumDisplay = Screens(ahead: 0.25, behind: 0.25)
  /// Where rows are measured and arranged, in `RangeMode.minimum`.
  var minimumPreload = Screens(ahead: 0.5, behind: 0.25)

  /// The farthest that anything is made ready.
  var reach: Double {
    [display, preload, minimumDisplay, minimumPreload].reduce(0) {
      max($0, $1.ahead, $1.behind)
    }
  }

  /// Where rows have their pixels.
  func display(in mode: RangeMode) -> Screens {
    switch mode {
    case .minimum: minimumDisplay
    case .full: display
    case .visibleOnly, .lowMemory: .none
    }
  }

  /// Where rows are measured and arranged.
  func preload(in mode: RangeMode) -> Screens {
    switch mode {
    case .minimum: minimumPreload
    case .full: preload
    case .visibleOnly, .lowMemory: .none
    }
  }
}

/// Which rows are wanted how soon: those that can be seen, those to have pixels, those to be
/// measured and arranged; all others when nothing else is to be done.
struct RowBands: Hashable, Sendable {
  /// The rows that can be seen.
  let visible: Range<Int>
  /// The rows that should have their pixels; those that can be seen are among them.
  let display: Range<Int>
  /// The rows that should be measured and arranged; those to have pixels are among them.
  let preload: Range<Int>
  /// Which way the list is scrolled.
  let direction: ScrollDirection
  /// The header that stays at the top while rows to have pixels are there, if it stands above them;
  /// wanted like rows that can be seen.
  let stickyHeader: Int?

  /// Makes bands; each becomes large enough to hold the one before.
  init(
    visible: Range<Int>, display: Range<Int>, preload: Range<Int>,
    direction: ScrollDirection = .towardsEnd, stickyHeader: Int? = nil
  ) {
    self.stickyHeader = stickyHeader
    self.visible = visible
    self.display = display.hull(visible)
    self.preload = preload.hull(self.display)
    self.direction = direction
  }

  /// No rows.
  static let none = RowBands(visible: 0..<0, display: 0..<0, preload: 0..<0)

  /// How soon a row is wanted.
  func band(ofRow row: Int) -> WorkBand {
    if visible.contains(row) || row == stickyHeader { return .visible }
    if display.contains(row) { return .display }
    return preload.contains(row) ? .preload : .idle
  }
}

extension Range<Int> {
  /// The shortest range that holds both; an empty one adds nothing.
  fileprivate func hull(_ other: Range) -> Range {
    if other.isEmpty { return self }
    if isEmpty { return other }
    return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
