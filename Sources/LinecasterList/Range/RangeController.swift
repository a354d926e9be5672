/// Says which rows to make ready for a viewport, and how soon.
///
/// It begins with little, so that the first rows come up soon, and takes more once they have. More
/// is made ready in the direction of scrolling than against it. A value without threads.
public struct RangeController: Hashable, Sendable {
  /// How far around the viewport rows are made ready.
  public var options: RangeOptions
  /// How much is made ready; a host may set it, and `displayDidFinish()` widens it.
  public var mode = RangeMode.minimum
  /// Which way the list was scrolled last.
  public private(set) var direction = ScrollDirection.towardsEnd

  private var offset: Double?

  /// Makes a controller of a list that has not been shown.
  public init(options: RangeOptions = RangeOptions()) {
    self.options = options
  }

  /// Tells that all rows that can be seen have been displayed: there is time for more.
  public mutating func displayDidFinish() {
    if mode == .minimum { mode = .full }
  }

  /// Tells that the offset has changed by other means than scrolling, to keep the rows in place.
  public mutating func offsetWasCorrected(to offset: Double) { self.offset = offset }

  /// Takes the direction from the velocity; at rest from the way since the last viewport.
  ///
  /// - Complexity: O(log rows).
  public mutating func bands(for viewport: Viewport, in snapshot: TableSnapshot) -> RowBands {
    let bands = bands(for: viewport, in: snapshot.geometry)
    guard let header = snapshot.stickyHeader(above: bands.display) else { return bands }
    return RowBands(
      visible: bands.visible, display: bands.display, preload: bands.preload,
      direction: bands.direction, stickyHeader: header)
  }

  /// The same for rows that have no sections, and so no headers that stay.
  ///
  /// - Complexity: O(log rows).
  public mutating func bands(for viewport: Viewport, in geometry: RowGeometry) -> RowBands {
    let movement = offset.map { viewport.offset - $0 } ?? 0
    direction = ScrollDirection(viewport.velocity) ?? ScrollDirection(movement) ?? direction
    offset = viewport.offset
    return bands(for: viewport, in: geometry, direction: direction)
  }

  /// The bands of a viewport that is scrolled in a direction.
  ///
  /// - Complexity: O(log rows).
  public func bands(
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
