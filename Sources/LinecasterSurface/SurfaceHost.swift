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
///       for event in window.events { event.tell(host) }
///       host.draw(at: clock.now)
///       window.present()
///     }
///
/// All on the main actor. Times are those of one clock of the program's, and never go back. An
/// update is done for its list at once, and what it changes may be seen to move for a quarter of a
/// second; where another comes meanwhile, rows go on from where they are seen.
@MainActor
public final class SurfaceHost<Surface: RowSurface>: TableHost {
  /// The list; it is told what is seen and touched.
  public weak var controller: AutoDiffController?
  /// How large the part of the surface is that shows the list, in layout points; what is not a
  /// number above 0 is 0.
  public var size: Size {
    didSet {
      size = Self.usable(size)
      sizeDidChange()
    }
  }
  /// Where on the surface the top left corner of that part is, in layout points.
  public var origin = Point.zero {
    didSet { origin = Point(x: origin.x.limited(), y: origin.y.limited()) }
  }
  /// How much of the end of that part is below something else, such as a bar, in layout points: the
  /// list is scrolled as far beyond its end.
  public var coveredHeight = 0.0 {
    didSet {
      coveredHeight = coveredHeight.isFinite ? min(max(0, coveredHeight), Limit.length) : 0
      if coveredHeight != oldValue { setLimits() }
    }
  }
  /// Whether rows come, go and move in steps.
  public var animates = true
  /// Called where something else moves the list than in the frame before: when it is drawn, on the
  /// main actor.
  public var onScrollPhase: (@MainActor (ScrollPhase) -> Void)?
  /// Why rows could not be drawn; nil where all could.
  public private(set) var failure: (any Error)?

  let surface: Surface
  let pool: TexturePool<Surface>
  var motion = ScrollMotion()
  var now = Duration.zero
  var gesture = Gesture.none
  /// When the list was last scrolled; the scroll bar is seen a while longer.
  var lastScroll: Duration?
  /// What was said to move the list.
  private var toldPhase = ScrollPhase.resting
  /// The offset at which the list has been told what can be seen.
  private var toldOffset = 0.0
  private(set) var snapshot: TableSnapshot?
  /// What draws rows that come as arrangements; nil where none do.
  var painter: Painter?
  private var rows: [RowIdentity: any RowPicture] = [:]
  private var leaving: [LeavingRow] = []
  private var transitions = RowTransitions()
  /// The rows in sight that had no pixels when they were last to be drawn.
  private var late: Set<RowIdentity> = []

  /// Makes pictures of rows that a list hands over as arrangements.
  struct Painter {
    /// The number of textures that belong to no row.
    let textureCount: @MainActor () -> Int
    /// Draws rows of a state, each in place of what was requested for it before.
    let display: @MainActor ([DisplayedRow], TableSnapshot) -> Void
    /// Drops the requests for some rows.
    let recycle: @MainActor ([RowIdentity]) -> Void
  }

  /// A row that has gone and is still seen.
  private struct LeavingRow {
    let textures: any RowPicture
    /// Where it was seen last, in layout points from the corner of the viewport.
    let origin: Point
    let from: CellAttributes
    let to: CellAttributes
    let start: Duration
  }

  /// A row that can be seen before an update.
  private struct SeenRow {
    /// Where it is seen, from the top of the viewport, in layout points.
    let y: Double
    let place: RowTransitions.Place
    let frame: Rect
  }

  /// Makes a host of a list that is shown on a surface.
  ///
  /// - Parameters:
  ///   - surface: What draws textures.
  ///   - size: How large the part of it is that shows the list, in layout points.
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

  /// The number of textures that are kept; those that rows have let go of, and others of their kind
  /// may take, are among them.
  public var textureCount: Int {
    rows.values.reduce(pool.spareCount + (painter?.textureCount() ?? 0)) { $0 + $1.count }
      + leaving.reduce(0) { $0 + $1.textures.count }
  }

  /// The number of rows in sight that had no pixels when the list was drawn last.
  public var lateRowCount: Int { late.count }

  /// The distance from the top of the list to the top of what is seen, in layout points.
  public var offset: Double { motion.offset }

  // MARK: As the list's host

  /// What can be seen.
  public func viewport(in snapshot: TableSnapshot) -> Viewport {
    Viewport(offset: motion.offset, length: size.height, velocity: motion.velocity)
  }

  /// Shows another state: rows that come, go and move are seen to do so.
  public func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
    let isAnimated = animates && batch.isAnimated && !batch.replacesAll
    let seen = isAnimated ? seenRows() : [:]
    if isAnimated { keepLeaving(batch.changes, seen) } else { transitions.finish() }
    failure = nil
    take(batch.snapshot, offset: batch.offset)
    if isAnimated { setOut(from: seen, batch) }
    done()
  }

  /// Keeps pixels; rows that were seen without fade in.
  public func display(_ new: [DisplayedRow]) {
    var arrangements: [DisplayedRow] = []
    for row in new {
      guard let image = row.image else {
        arrangements.append(row)
        continue
      }
      if let known = rows[row.identity] as? RowTextures<Surface> {
        known.show(image.bitmap)
      } else {
        let textures = RowTextures(image.bitmap, of: row.kind, on: surface, from: pool)
        show(textures, for: row.identity)
      }
    }
    if !arrangements.isEmpty, let snapshot { painter?.display(arrangements, snapshot) }
  }

  /// Keeps a picture in place of the one that the row had.
  func show(_ picture: any RowPicture, for row: RowIdentity) {
    let old = rows.updateValue(picture, forKey: row)
    old?.drop()
    guard old == nil, animates, late.remove(row) != nil else { return }
    var attributes = resting(row)
    attributes.alpha = 0
    transitions.set(row, from: .init(attributes: attributes), at: now)
  }

  /// Lets go of pixels.
  public func recycle(_ gone: [RowIdentity]) {
    painter?.recycle(gone)
    for row in gone {
      rows.removeValue(forKey: row)?.drop()
      transitions.finish(row)
      late.remove(row)
    }
  }

  /// Lets go of all textures, as the list is not shown any more.
  func dropAll() {
    for row in leaving { row.textures.drop() }
    leaving = []
    recycle(Array(rows.keys))
  }

  /// Scrolls, at once or in steps.
  public func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
    guard animated, animates else { return take(snapshot, offset: offset) }
    take(snapshot, offset: motion.offset)
    motion.move(to: offset, at: now)
  }

  /// Keeps the reason.
  public func displayFailed(_ error: any Error) { failure = error }

  /// Takes in a state; a list that is moving goes on from its new place, which the list knows.
  private func take(_ new: TableSnapshot, offset: Double) {
    let isTold = motion.offset == toldOffset
    snapshot = new
    motion.shift(by: offset - motion.offset)
    setLimits()
    if isTold { toldOffset = motion.offset }
  }

  private func setLimits() {
    let height = snapshot?.geometry.totalHeight ?? 0
    motion.setLimits(0...max(0, height + coveredHeight - size.height), length: size.height)
  }

  private func sizeDidChange() {
    setLimits()
    toldOffset = motion.offset
    controller?.viewportDidChange()
  }
}

// MARK: - Drawing

extension SurfaceHost {
  /// Moves the list on to a moment and draws it, to be called once a frame.
  ///
  /// - Returns: Whether the next frame will look different without any event, so that a program
  ///   that draws only then need not wait for one.
  /// - Complexity: O(rows in sight).
  @discardableResult
  public func draw(at time: Duration) -> Bool {
    now = max(now, time)
    motion.advance(to: now)
    tellOfPhase()
    advanceGesture()
    // Wheels and fingers move it between frames, and at the moment of a frame.
    if motion.offset != toldOffset { scrolled() }
    transitions.prune(at: now)
    dropArrived()
    guard let snapshot else { return false }
    surface.fill(
      Rect(origin: corner, size: pixels(size)),
      with: snapshot.environment.background.color(in: snapshot.environment.theme))
    drawRows(of: snapshot)
    let hasBar = drawScrollBar(of: snapshot)
    return motion.isMoving || !transitions.isEmpty || !leaving.isEmpty || hasBar
      || gesture.isWaiting
  }

  private func tellOfPhase() {
    guard motion.scrollPhase != toldPhase else { return }
    toldPhase = motion.scrollPhase
    onScrollPhase?(toldPhase)
  }

  /// Tells the list that other rows can be seen.
  private func scrolled() {
    lastScroll = now
    toldOffset = motion.offset
    controller?.viewportDidChange()
  }

  private var scale: PixelScale { snapshot?.environment.scale ?? .one }

  /// The corner of the list on the surface, in device pixels.
  private var corner: Point {
    Point(x: (origin.x * scale.factor).rounded(), y: (origin.y * scale.factor).rounded())
  }

  private func pixels(_ size: Size) -> Size {
    Size(width: size.width * scale.factor, height: size.height * scale.factor)
  }

  /// Rows from back to front, those that are leaving behind the others, a header that stays in
  /// front of all.
  private func drawRows(of snapshot: TableSnapshot) {
    // Rows that left sight before their pixels came are late no more.
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
      draw(identity, in: seen, place.attributes)
    }
    if let header = snapshot.stickyHeader(at: motion.offset),
      let identity = snapshot.identity(ofRow: header.row)
    {
      let seen = header.frame.offset(x: 0, y: -motion.offset)
      draw(identity, in: seen, resting(header.row))
    }
  }

  private func draw(_ identity: RowIdentity, in frame: Rect, _ attributes: CellAttributes) {
    guard let textures = rows[identity] else {
      if frame.maxY > 0, frame.minY < size.height { late.insert(identity) }
      return
    }
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

  private func resting(_ identity: RowIdentity) -> CellAttributes {
    controller?.row(of: identity).map { resting($0) } ?? CellAttributes()
  }

  /// Draws a bar that says what of the list is seen, while it scrolls and a second longer.
  ///
  /// - Returns: Whether it is seen.
  private func drawScrollBar(of snapshot: TableSnapshot) -> Bool {
    let height = snapshot.geometry.totalHeight
    guard let lastScroll, height > size.height, size.height > 0 else { return false }
    let rest = (now - lastScroll).seconds
    let opacity = min(max(1.2 - rest, 0) / 0.2, 1)
    guard opacity > 0 else { return false }
    let length = min(max(size.height * size.height / height, 24), size.height)
    let share = min(max(motion.offset / (height - size.height), 0), 1)
    let frame = Rect(
      x: size.width - 6, y: share * (size.height - length), width: 4, height: length)
    let isDark = snapshot.environment.theme == .dark
    let level: UInt8 = isDark ? 255 : 0
    surface.fill(
      Rect(
        x: corner.x + frame.minX * scale.factor, y: corner.y + frame.minY * scale.factor,
        width: frame.width * scale.factor, height: frame.height * scale.factor),
      with: Color(
        red: level, green: level, blue: level, alpha: UInt8(saturating: 110 * opacity)))
    return true
  }
}

extension DisplayTransform {
  /// Where device pixels go, by a map of layout points about a centre; nil where they stay.
  fileprivate func map(about center: Point, _ factor: Double) -> ((Point) -> Point)? {
    guard self != .identity else { return nil }
    var pixels = self
    (pixels.x, pixels.y) = (x * factor, y * factor)
    return pixels.around(center).apply
  }
}

// MARK: - Updates that are seen

extension SurfaceHost {
  /// Where the rows are seen that can be, from the top of the viewport in layout points.
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

  /// Takes the textures of rows that are deleted to where they go.
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

  /// Has rows set out from where they were seen, and those that are new from where they appear.
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
