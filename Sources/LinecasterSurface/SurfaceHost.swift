public import LinecasterBase
import LinecasterCells
import LinecasterDiff
import LinecasterDisplay
public import LinecasterList
import LinecasterRaster

/// Shows a list on a renderer that draws textures, scrolled by wheel, finger and keys.
///
///     let host = SurfaceHost(on: window, size: Size(width: 360, height: 600))
///     let controller = AutoDiffController(
///       pipeline: pipeline, environment: LayoutEnvironment(width: 360, scale: scale), host: host)
///     host.controller = controller
///     while window.isOpen {
///       for event in window.events { event.deliver(to: host) }
///       host.draw(at: clock.now)
///       window.present()
///     }
///
/// All calls are on the main actor. Times come from one monotonic clock of the program. An update
/// completes for its list at once, and its changes are animated for a quarter of a second. If
/// another update follows in that time, rows continue from where they are.
///
/// ## Topics
///
/// ### Create a host
///
/// - ``init(on:size:)``
/// - ``init(glyphsOn:size:pipeline:atlas:delivery:)``
/// - ``init(displayListsOn:size:pipeline:delivery:)``
/// - ``controller``
/// - ``size``
/// - ``origin``
///
/// ### Draw
///
/// - ``draw(at:)``
/// - ``animates``
/// - ``offset``
/// - ``coveredHeight``
///
/// ### Handle input
///
/// - ``pointerDown(at:scrolls:clicks:time:)``
/// - ``pointerMoved(to:time:)``
/// - ``pointerUp(at:time:)``
/// - ``pointerLeft(time:)``
/// - ``wheel(by:time:)``
/// - ``key(_:time:)``
/// - ``isInteractive(at:)``
/// - ``copySelection(to:)``
///
/// ### Observe the host
///
/// - ``onScrollPhase``
/// - ``failure``
/// - ``textureCount``
/// - ``blankRowCount``
@MainActor
public final class SurfaceHost<Surface: RowSurface>: TableHost {
  /// The controller of the list, which receives viewport changes and input.
  public weak var controller: AutoDiffController?
  /// The size of the list's part of the surface, in layout points. Values that are not finite and
  /// above 0 become 0.
  public var size: Size {
    didSet {
      size = Self.usable(size)
      isOutdated = true
      sizeDidChange()
    }
  }
  /// The top left corner of the list's part of the surface, in layout points.
  public var origin = Point.zero {
    didSet {
      origin = Point(x: origin.x.limited(), y: origin.y.limited())
      if origin != oldValue { isOutdated = true }
    }
  }
  /// The height of the list's lower part that is covered, for example by a bar, in layout points.
  /// The list scrolls that much further (UIKit `contentInset`).
  public var coveredHeight = 0.0 {
    didSet {
      coveredHeight = coveredHeight.isFinite ? min(max(0, coveredHeight), Limit.length) : 0
      guard coveredHeight != oldValue else { return }
      isOutdated = true
      setLimits()
    }
  }
  /// Whether insertions, deletions and moves of rows are animated.
  public var animates = true
  /// Called on the main actor, during drawing, if the cause of scrolling has changed since the
  /// previous frame.
  public var onScrollPhase: (@MainActor (ScrollPhase) -> Void)?
  /// The last drawing error; `nil` if all rows could be drawn.
  public private(set) var failure: (any Error)?

  let surface: Surface
  let pool: TexturePool<Surface>
  var motion = ScrollMotion()
  var now = Duration.zero
  var gesture = Gesture.none
  /// Whether something has changed since the last frame.
  var isOutdated = true
  /// The pointer that rests over the list, in layout points from its corner; `nil` for none.
  var pointer: Point?
  /// Whether other rows may be beneath the pointer.
  var isHoverOutdated = false
  var barState = ScrollBarState()
  var tooltip = TooltipState()
  var tooltipPicture: TooltipPicture<Surface>?
  /// Whether the list draws its tooltip; if not, `drawTooltip(in:)` is called after other content.
  var drawsTooltip = true
  /// The scroll phase that was reported last.
  private var reportedPhase = ScrollPhase.idle
  /// The offset that was last reported to the list.
  private var reportedOffset = 0.0
  private(set) var snapshot: TableSnapshot?
  /// The painter of rows that arrive as arrangements; `nil` if none do.
  var painter: Painter?
  private var rows: [RowIdentity: any RowPicture] = [:]
  private var leaving: [LeavingRow] = []
  /// The place of the focused row, for when it goes away.
  private var focusedPlace: Int?
  var transitions = RowTransitions()
  /// The visible rows that had no pixels in the last frame.
  private var late: Set<RowIdentity> = []

  /// A deleted row that is still visible.
  private struct LeavingRow {
    let textures: any RowPicture
    /// The last visible position, in layout points from the corner of the viewport.
    let origin: Point
    let from: CellAttributes
    let to: CellAttributes
    let start: Duration
  }

  /// A row that is visible before an update.
  private struct SeenRow {
    /// The visible position from the top of the viewport, in layout points.
    let y: Double
    let place: RowTransitions.Place
    let frame: Rect
  }

  /// Creates a host that shows a list on a surface.
  ///
  /// - Parameters:
  ///   - surface: The renderer of textures.
  ///   - size: The size of the list's part of the surface, in layout points.
  public init(on surface: Surface, size: Size) {
    self.surface = surface
    pool = TexturePool(on: surface)
    self.size = Self.usable(size)
  }

  private static func usable(_ size: Size) -> Size {
    func length(_ number: Double) -> Double {
      number.isFinite ? min(max(0, number), Limit.length) : 0
    }
    return Size(width: length(size.width), height: length(size.height))
  }

  /// The number of stored textures, including spare textures that rows of the same kind may reuse.
  ///
  /// - Complexity: O(rows with textures).
  public var textureCount: Int {
    rows.values.reduce(pool.spareCount + (painter?.textureCount() ?? 0)) { $0 + $1.count }
      + leaving.reduce(0) { $0 + $1.textures.count }
  }

  /// Returns whether the pixels of a row are there.
  package func hasPixels(of row: RowIdentity) -> Bool { rows[row] != nil }

  /// Whether workers draw rows that the list has delivered.
  package var isPainting: Bool { painter?.isBusy() ?? false }

  /// The number of visible rows without pixels in the last frame.
  public var blankRowCount: Int { late.count }

  /// The distance from the top of the list to the top of the viewport, in layout points.
  public var offset: Double { motion.offset }

  // MARK: As the list's host

  /// Returns the current viewport.
  public func viewport(in snapshot: TableSnapshot) -> Viewport {
    Viewport(
      offset: motion.offset, length: size.height, velocity: motion.velocity,
      allowsFollowing: !gesture.holdsList && !motion.leavesEnd)
  }

  /// Shows a new state, and animates its changes.
  public func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
    let isAnimated = animates && batch.isAnimated && !batch.replacesAll
    let seen = isAnimated ? seenRows() : [:]
    if isAnimated { keepLeaving(batch.changes, seen) } else { transitions.finish() }
    failure = nil
    take(batch.snapshot, offset: batch.offset)
    if isAnimated { setOut(from: seen, batch) }
    if let focusedPlace { controller?.replaceLostFocus(nearRow: focusedPlace) }
    done()
  }

  /// Stores the pixels of rows. Rows that were visible without pixels fade in.
  ///
  /// - Complexity: O(rows), and their pixels.
  public func display(_ new: [DisplayedRow]) {
    var arrangements: [DisplayedRow] = []
    for row in new {
      guard let image = row.image else {
        arrangements.append(row)
        continue
      }
      if let known = rows[row.identity] as? RowTextures<Surface> {
        known.show(image)
        isOutdated = true
      } else {
        let textures = RowTextures(image, of: row.kind, on: surface, from: pool)
        show(textures, for: row.identity)
      }
    }
    if !arrangements.isEmpty, let snapshot { painter?.display(arrangements, snapshot) }
  }

  /// Replaces the picture of a row.
  func show(_ picture: any RowPicture, for row: RowIdentity) {
    isOutdated = true
    let old = rows.updateValue(picture, forKey: row)
    old?.drop()
    guard old == nil, animates, late.remove(row) != nil else { return }
    var attributes = resting(row)
    attributes.alpha = 0
    transitions.set(row, from: .init(attributes: attributes), at: now)
  }

  /// Drops the pixels of rows.
  ///
  /// - Complexity: O(rows).
  public func recycle(_ gone: [RowIdentity]) {
    painter?.recycle(gone)
    for row in gone {
      rows.removeValue(forKey: row)?.drop()
      transitions.finish(row)
      late.remove(row)
    }
  }

  /// Drops all textures, because the list is no longer shown.
  func dropAll() {
    for row in leaving { row.textures.drop() }
    leaving = []
    dropTooltip()
    recycle(Array(rows.keys))
  }

  /// Scrolls the list, at once or animated.
  public func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
    guard animated, animates else {
      // The list is scrolled, not only its heights corrected.
      if self.snapshot?.geometry.totalHeight == snapshot.geometry.totalHeight { barState.bar = nil }
      return take(snapshot, offset: offset)
    }
    take(snapshot, offset: motion.offset)
    motion.move(to: offset, at: now)
  }

  /// Stores the error in `failure`.
  public func displayFailed(_ error: any Error) { failure = error }

  /// Stores a state; a moving list continues from its new offset, which the list already knows.
  private func take(_ new: TableSnapshot, offset: Double) {
    let isReported = motion.offset == reportedOffset
    snapshot = new
    (isOutdated, isHoverOutdated) = (true, true)
    keepingBar {
      motion.shift(by: offset - motion.offset)
      setLimits()
    }
    if isReported { reportedOffset = motion.offset }
  }

  private func setLimits() {
    let height = snapshot?.geometry.totalHeight ?? 0
    motion.setLimits(0...max(0, height + coveredHeight - size.height), length: size.height)
  }

  private func sizeDidChange() {
    setLimits()
    reportedOffset = motion.offset
    controller?.viewportDidChange()
  }
}

// MARK: - Drawing

extension SurfaceHost {
  /// Advances the list to a moment and draws it. Call it once per frame.
  ///
  /// - Returns: Whether the next frame differs even without an event. If false, the program can
  ///   wait for an event.
  /// - Complexity: O(visible rows).
  @discardableResult
  public func draw(at time: Duration) -> Bool {
    (now, isOutdated) = (max(now, time), false)
    motion.advance(to: now)
    reportPhase()
    advanceGesture()
    // Wheels and fingers move the list between frames, and motion moves it in a frame.
    if motion.offset != reportedOffset { scrolled() }
    followPointer()
    focusedPlace = controller?.focusedRow.flatMap { controller?.row(of: $0) }
    transitions.prune(at: now)
    dropArrived()
    guard let snapshot else { return false }
    surface.fill(Rect(origin: corner, size: pixels(size)), with: snapshot.environment.ground)
    drawRows(of: snapshot)
    let hasBar = drawScrollBar(of: snapshot)
    if drawsTooltip { drawTooltip(in: Rect(origin: origin, size: size)) }
    return isMoving || hasBar || gesture.isWaiting
  }

  /// Whether anything moves.
  private var isMoving: Bool {
    motion.isMoving || !transitions.isEmpty || !leaving.isEmpty || isSelectingOutside
  }

  /// The time of the next frame: in the past if anything has changed or moves; the end of a long
  /// press, and the time when the scroll bar fades; otherwise `nil`.
  public var nextFrame: Duration? {
    if isOutdated || isMoving || motion.offset != reportedOffset { return now }
    return [gesture.longPress, nextBarChange, tooltip.nextChange].compactMap(\.self).min()
  }

  private func reportPhase() {
    guard motion.scrollPhase != reportedPhase else { return }
    reportedPhase = motion.scrollPhase
    onScrollPhase?(reportedPhase)
  }

  /// Reports a new viewport to the list.
  private func scrolled() {
    barState.lastScroll = now
    reportedOffset = motion.offset
    isHoverOutdated = true
    dismissTooltip()
    controller?.viewportDidChange()
  }

  var scale: PixelScale { snapshot?.environment.scale ?? .one }

  /// The corner of the list on the surface, in device pixels.
  var corner: Point {
    Point(x: (origin.x * scale.factor).rounded(), y: (origin.y * scale.factor).rounded())
  }

  private func pixels(_ size: Size) -> Size {
    Size(width: size.width * scale.factor, height: size.height * scale.factor)
  }

  /// Draws rows from back to front: leaving rows behind the others, and a pinned header in front.
  private func drawRows(of snapshot: TableSnapshot) {
    // Rows that left the viewport before their pixels arrived are no longer late.
    late.removeAll(keepingCapacity: true)
    for row in leaving { draw(row) }
    var places: [(row: Int, place: RowTransitions.Place, identity: RowIdentity)] = []
    let reach = transitions.isEmpty ? 0 : size.height
    let range = motion.offset - reach..<motion.offset + size.height + reach
    for row in snapshot.geometry.rows(in: range) {
      guard let identity = snapshot.identity(ofRow: row) else { continue }
      let place = transitions.place(of: identity, resting: resting(row), at: now)
      places.append((row, place, identity))
    }
    places.sort {
      ($0.place.attributes.zIndex, $0.row) < ($1.place.attributes.zIndex, $1.row)
    }
    for (row, place, identity) in places {
      guard let frame = snapshot.frame(ofRow: row) else { continue }
      let seen = frame.offset(x: 0, y: place.distance - motion.offset)
      draw(identity, in: swiped(identity, seen, in: snapshot), place.attributes)
    }
    if let header = snapshot.stickyHeader(at: motion.offset),
      let identity = snapshot.identity(ofRow: header.row)
    {
      let seen = header.frame.offset(x: 0, y: -motion.offset)
      draw(identity, in: seen, resting(header.row))
    }
  }

  private func draw(_ identity: RowIdentity, in frame: Rect, _ attributes: CellAttributes) {
    let textures = rows[identity]
    if isLate(textures, in: frame) { late.insert(identity) }
    guard let textures else { return }
    draw(textures, at: frame.origin, attributes)
  }

  private func draw(
    _ textures: any RowPicture, at origin: Point, _ attributes: CellAttributes
  ) {
    let top = corner.y
    let corner = Point(
      x: corner.x + (origin.x * scale.factor).rounded(),
      y: top + (origin.y * scale.factor).rounded())
    let center = Point(
      x: corner.x + Double(textures.width) / 2, y: corner.y + Double(textures.height) / 2)
    textures.draw(
      at: corner, opacity: attributes.alpha,
      visible: top..<top + max(1, pixels(size).height),
      attributes.transform.map(about: center, scale.factor))
  }

  private func draw(_ row: LeavingRow) {
    let left = RowTransitions.left(now - row.start)
    draw(row.textures, at: row.origin, row.to.blended(with: row.from, share: left))
  }

  private func dropArrived() {
    let arrived = leaving.filter { now - $0.start >= RowTransitions.duration }
    guard !arrived.isEmpty else { return }
    for row in arrived { row.textures.drop() }
    leaving.removeAll { now - $0.start >= RowTransitions.duration }
  }

  private func resting(_ row: Int) -> CellAttributes {
    snapshot?.item(atRow: row)?.appearance.resting ?? CellAttributes()
  }

  func resting(_ identity: RowIdentity) -> CellAttributes {
    controller?.row(of: identity).map { resting($0) } ?? CellAttributes()
  }
}

// MARK: - Updates that are seen

extension SurfaceHost {
  /// Returns the positions of the visible rows, from the top of the viewport in layout points.
  private func seenRows() -> [RowIdentity: SeenRow] {
    guard let snapshot else { return [:] }
    var seen: [RowIdentity: SeenRow] = [:]
    for row in snapshot.geometry.rows(in: motion.offset..<motion.offset + size.height) {
      guard let identity = snapshot.identity(ofRow: row), let frame = snapshot.frame(ofRow: row)
      else { continue }
      let place = transitions.place(of: identity, resting: resting(row), at: now)
      seen[identity] = SeenRow(
        y: frame.minY - motion.offset + place.distance, place: place, frame: frame)
    }
    return seen
  }

  /// Keeps the textures of deleted rows for their way out.
  private func keepLeaving(
    _ changes: Changeset,
    _ seen: [RowIdentity: SeenRow]
  ) {
    guard let snapshot else { return }
    for path in changes.itemDeletes {
      guard let row = snapshot.row(at: path), let identity = snapshot.identity(ofRow: row),
        let old = seen[identity], let textures = rows.removeValue(forKey: identity)
      else { continue }
      let appearance = snapshot.item(atRow: row)?.appearance
      leaving.append(
        LeavingRow(
          textures: textures, origin: Point(x: old.frame.minX, y: old.y),
          from: old.place.attributes, to: appearance?.disappearing ?? CellAttributes(alpha: 0),
          start: now))
    }
  }

  /// Starts the movement of rows from their old positions, and of new rows from where they appear.
  private func setOut(
    from seen: [RowIdentity: SeenRow],
    _ batch: TableBatch
  ) {
    let snapshot = batch.snapshot
    for (identity, old) in seen {
      guard let row = controller?.row(of: identity), let frame = snapshot.frame(ofRow: row)
      else { continue }
      let distance = old.y - (frame.minY - motion.offset)
      let isMoved = abs(distance) * scale.factor >= 1 || old.place.attributes != resting(row)
      guard isMoved else { continue }
      transitions.set(
        identity, from: .init(distance: distance, attributes: old.place.attributes), at: now)
    }
    for path in batch.changes.itemInserts {
      guard let row = snapshot.row(at: path), let identity = snapshot.identity(ofRow: row),
        let appearing = snapshot.item(atRow: row)?.appearance.appearing,
        appearing != resting(row)
      else { continue }
      transitions.set(identity, from: .init(attributes: appearing), at: now)
    }
  }
}
