import LinecasterBase
import LinecasterCells
import LinecasterRaster

/// Decides which rows are prepared for a viewport, and with which priority.
///
/// It starts with a small range, so the first rows appear soon, and widens it once they have. The
/// range is larger in the direction of scrolling than against it. A value without threads.
struct RangeController: Hashable, Sendable {
  /// The distances around the viewport in which rows are prepared.
  var options: RangeOptions
  /// The current range; a host may set it, and `displayDidFinish()` widens it.
  var mode = RangeMode.minimum
  /// The last direction of scrolling.
  private(set) var direction = ScrollDirection.towardsEnd

  private var offset: Double?

  /// Creates a controller of a list that has not been shown.
  init(options: RangeOptions = RangeOptions()) {
    self.options = options
  }

  /// Notes that all visible rows have been displayed, which widens the range.
  mutating func displayDidFinish() {
    if mode == .minimum { mode = .full }
  }

  /// Notes that the offset was changed to keep rows in place, not by scrolling.
  mutating func offsetWasCorrected(to offset: Double) { self.offset = offset }

  /// Returns the bands of a viewport. The direction follows the velocity; at rest, the movement
  /// since the last viewport.
  ///
  /// - Complexity: O(log rows).
  mutating func bands(for viewport: Viewport, in snapshot: TableSnapshot) -> RowBands {
    var bands = bands(for: viewport, in: snapshot.geometry)
    bands.window = window(around: viewport, bands, in: snapshot)
    guard let header = snapshot.stickyHeader(above: bands.display) else { return bands }
    bands.stickyHeader = header
    bands.isHeaderPinned = snapshot.stickyHeader(at: viewport.offset)?.row == header
    return bands
  }

  /// Returns the bands for rows without sections, and so without sticky headers.
  ///
  /// - Complexity: O(log rows).
  mutating func bands(for viewport: Viewport, in geometry: RowGeometry) -> RowBands {
    let movement = offset.map { viewport.offset - $0 } ?? 0
    direction = ScrollDirection(viewport.velocity) ?? ScrollDirection(movement) ?? direction
    offset = viewport.offset
    return bands(for: viewport, in: geometry, direction: direction)
  }

  /// Returns the bands of a viewport for a direction of scrolling.
  ///
  /// - Complexity: O(log rows).
  func bands(
    for viewport: Viewport, in geometry: RowGeometry, direction: ScrollDirection
  ) -> RowBands {
    RowBands(
      visible: geometry.rows(in: viewport.range),
      display: geometry.rows(in: displayRange(viewport, direction)),
      preload: geometry.rows(
        in: options.preload(in: mode).range(around: viewport, direction, Self.preloadLead)),
      direction: direction)
  }
}

extension RangeController {
  /// The way of a moving viewport for which rows are drawn in advance: the workers of a busy
  /// machine may have to wait for a processor.
  private static let displayLead = RangeOptions.Lead(seconds: 0.3, screens: 4)
  /// The way of a moving viewport for which rows are measured and arranged in advance.
  private static let preloadLead = RangeOptions.Lead(seconds: 0.5, screens: 6)

  /// Returns the part of the list in which rows should have their pixels.
  private func displayRange(_ viewport: Viewport, _ direction: ScrollDirection) -> Range<Double> {
    options.display(in: mode).range(around: viewport, direction, Self.displayLead)
  }
}

// MARK: - Bands of tall rows

extension RangeController {
  /// Returns the pixels of the list in which tall rows have theirs; `nil` if the first and the last
  /// row to be drawn are short, so all rows have all of theirs.
  ///
  /// The window has whole bands from the top of the list, so it changes once a band.
  private func window(
    around viewport: Viewport, _ bands: RowBands, in snapshot: TableSnapshot
  ) -> Range<Int>? {
    guard !bands.display.isEmpty else { return nil }
    let edges = [bands.display.lowerBound, bands.display.upperBound - 1]
    guard edges.contains(where: { snapshot.bandCount(ofRow: $0) > 1 }) else { return nil }
    let range = displayRange(viewport, direction)
    let step = Double(RowDrawing.bandHeight)
    func bandEdge(_ place: Double, _ rule: FloatingPointRoundingRule) -> Int {
      let bands = (place * snapshot.environment.scale.factor / step).rounded(rule)
      return Int(saturating: bands.limited()) * RowDrawing.bandHeight
    }
    // Hosts round positions to whole pixels.
    let margin = 2 / snapshot.environment.scale.factor
    let top = bandEdge(range.lowerBound - margin, .down)
    return top..<max(top, bandEdge(range.upperBound + margin, .up))
  }
}

extension RowBands {
  /// The bands that are drawn of rows that have not been measured.
  static let firstBands = 0..<8

  /// Returns the bands of a row that should have their pixels.
  ///
  /// - Complexity: O(log rows).
  func imageBands(ofRow row: Int, in snapshot: TableSnapshot) -> Range<Int> {
    guard snapshot.geometry.isMeasured(row) else { return Self.firstBands }
    let count = snapshot.bandCount(ofRow: row)
    guard count > 1, let window, display.contains(row), let frame = snapshot.frame(ofRow: row)
    else { return 0..<count }
    let top = Int(saturating: (frame.minY * snapshot.environment.scale.factor).rounded())
    let height = RowDrawing.bandHeight
    let first = min(max(0, (window.lowerBound - top) / height), count - 1)
    let last = min(max(first + 1, (window.upperBound - top + height - 1) / height), count)
    return first..<last
  }
}

extension TableSnapshot {
  /// Returns the number of bands of a row with its height so far.
  ///
  /// - Complexity: O(log rows).
  fileprivate func bandCount(ofRow row: Int) -> Int {
    let height = environment.scale.pixels(geometry.height(ofRow: row))
    return height > 0 ? (height - 1) / RowDrawing.bandHeight + 1 : 1
  }
}

extension Range<Int> {
  /// Whether a range includes all of another.
  func covers(_ other: Range) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

extension TableSnapshot {
  /// Returns the sticky header that is in view with the first of some rows but is above them.
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

/// The range of rows that are prepared around the visible ones.
public enum RangeMode: Hashable, Sendable, CaseIterable {
  /// A small range until the list is first shown, so its visible rows appear soon.
  case minimum
  /// The full range for scrolling.
  case full
  /// Only visible rows are prepared, for example for a covered list. Other rows are still measured
  /// when there is nothing else to do.
  case visibleOnly
  /// Only visible rows are prepared, and no rows are measured in idle time, while memory is short.
  case lowMemory

  /// Whether idle work far from the viewport is allowed.
  var allowsIdleWork: Bool { self != .lowMemory }
}

/// The distances around the viewport in which rows are prepared, in viewport lengths.
///
/// Ahead of a moving viewport, distances above 0 extend to the rows that it reaches within half a
/// second, at most six lengths away.
public struct RangeOptions: Hashable, Sendable {
  /// Distances from the viewport, in viewport lengths: in the direction of scrolling, and against
  /// it.
  public struct Screens: Hashable, Sendable {
    /// The distance in the direction of scrolling.
    let ahead: Double
    /// The distance against the direction of scrolling.
    let behind: Double

    /// Creates distances, in viewport lengths. Numbers that are not finite, or below 0, become 0.
    public init(ahead: Double, behind: Double) {
      self.ahead = ahead.isFinite ? max(0, ahead) : 0
      self.behind = behind.isFinite ? max(0, behind) : 0
    }

    /// No distance.
    static let none = Screens(ahead: 0, behind: 0)

    /// Returns the part of the list within these distances of a viewport. A fast viewport extends
    /// it in its direction, unless there is no distance.
    func range(
      around viewport: Viewport, _ direction: ScrollDirection, _ lead: Lead
    ) -> Range<Double> {
      let way = ahead > 0 ? abs(viewport.velocity) * lead.seconds : 0
      let ahead = max(ahead * viewport.length, min(way, lead.screens * viewport.length))
      let behind = behind * viewport.length
      return direction == .towardsEnd
        ? viewport.offset - behind..<viewport.range.upperBound + ahead
        : viewport.offset - ahead..<viewport.range.upperBound + behind
    }
  }

  /// The distance ahead of a moving viewport: its way in a time, within a number of its lengths.
  struct Lead: Hashable, Sendable {
    let seconds: Double
    let screens: Double
  }

  /// The range in which rows have their pixels, in `RangeMode.full`.
  public var display = Screens(ahead: 1, behind: 0.5)
  /// The range in which rows are measured and arranged, in `RangeMode.full`.
  public var preload = Screens(ahead: 2.5, behind: 1.5)
  /// The range in which rows have their pixels, in `RangeMode.minimum`.
  var minimumDisplay = Screens(ahead: 0.25, behind: 0.25)
  /// The range in which rows are measured and arranged, in `RangeMode.minimum`.
  var minimumPreload = Screens(ahead: 0.5, behind: 0.25)

  /// The largest distance at which rows are prepared.
  var reach: Double {
    [display, preload, minimumDisplay, minimumPreload].reduce(0) {
      max($0, $1.ahead, $1.behind)
    }
  }

  /// Returns the range in which rows have their pixels.
  func display(in mode: RangeMode) -> Screens {
    switch mode {
    case .minimum: minimumDisplay
    case .full: display
    case .visibleOnly, .lowMemory: .none
    }
  }

  /// Returns the range in which rows are measured and arranged.
  func preload(in mode: RangeMode) -> Screens {
    switch mode {
    case .minimum: minimumPreload
    case .full: preload
    case .visibleOnly, .lowMemory: .none
    }
  }
}

/// The rows in each priority band: visible, to be drawn, to be measured and arranged; all other
/// rows are idle.
struct RowBands: Hashable, Sendable {
  /// The visible rows.
  let visible: Range<Int>
  /// The rows that should have their pixels, including the visible ones.
  let display: Range<Int>
  /// The rows that should be measured and arranged, including those to be drawn.
  let preload: Range<Int>
  /// The direction of scrolling.
  let direction: ScrollDirection
  /// The sticky header of the rows to be drawn, if it is above them; it has the priority of visible
  /// rows.
  var stickyHeader: Int?
  /// Whether that header is at the top of the viewport now, not only of rows above it.
  var isHeaderPinned: Bool
  /// The pixels of the list, from its top, in which tall rows should have theirs; `nil` if no row
  /// is tall.
  var window: Range<Int>?

  /// Creates bands; each is enlarged to include the one before.
  init(
    visible: Range<Int>, display: Range<Int>, preload: Range<Int>,
    direction: ScrollDirection = .towardsEnd, stickyHeader: Int? = nil,
    isHeaderPinned: Bool = false
  ) {
    self.stickyHeader = stickyHeader
    self.isHeaderPinned = isHeaderPinned
    self.visible = visible
    self.display = display.hull(visible)
    self.preload = preload.hull(self.display)
    self.direction = direction
  }

  /// No rows.
  static let none = RowBands(visible: 0..<0, display: 0..<0, preload: 0..<0)

  /// Returns the priority band of a row.
  func band(ofRow row: Int) -> WorkBand {
    if visible.contains(row) || row == stickyHeader { return .visible }
    if display.contains(row) { return .display }
    return preload.contains(row) ? .preload : .idle
  }
}

extension Range<Int> {
  /// Returns the smallest range that includes both; an empty range adds nothing.
  fileprivate func hull(_ other: Range) -> Range {
    if other.isEmpty { return self }
    if isEmpty { return other }
    return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
