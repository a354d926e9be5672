import CLinecaster
import Dispatch
import LinecasterBase
import LinecasterCells
import LinecasterDiff
import LinecasterDisplay
import LinecasterList
import LinecasterRaster
import LinecasterSurface
import LinecasterText

/// The options of a list.
struct ListOptions: Sendable {
  let environment: LayoutEnvironment
  let size: Size
  let followsEnd: Bool
  let isStill: Bool
  /// Whether rows are prepared for draw data.
  let drawsLists: Bool

  init(_ pointer: UnsafePointer<lc_list_options>?) throws(CallError) {
    let options = try lc_list_options.readRequired(pointer)
    let lengths = 0.0...10_000
    let width = try number(options.width, "width", atLeast: 0).clamped(to: lengths)
    let height = try number(options.height, "height", atLeast: 0).clamped(to: lengths)
    let scale = try number(options.scale, "scale", atLeast: 0)
    let textScale = try number(options.text_scale, "text_scale", atLeast: 0)
    let theme = try enumerator(options.theme, [Theme.light, .light, .dark], "lc_theme")
    let known = LC_LIST_FOLLOWS_END | LC_LIST_STILL | LC_LIST_DRAW_DATA
    let has = try flags(options.flags, known, "lc_list_options")
    (followsEnd, isStill) = (has(LC_LIST_FOLLOWS_END), has(LC_LIST_STILL))
    drawsLists = has(LC_LIST_DRAW_DATA)
    size = Size(width: width, height: height)
    environment = LayoutEnvironment(
      width: width, scale: PixelScale(scale == 0 ? 1 : scale.clamped(to: 0.5...4)), theme: theme,
      fonts: FontPreference(scale: textScale == 0 ? 1 : textScale.clamped(to: 0.25...8)))
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}

/// The parts of a list that one thread works on.
@MainActor
final class ListState {
  let controller: AutoDiffController
  let host: SurfaceHost<ListSurface>
  let events = ListEvents()
  let texts = TextArena()
  /// The nodes of the last semantic tree, in the order in which the caller has them.
  var nodes: [SemanticNode] = []

  private let surface: ListSurface
  private let mailbox: DeliveryMailbox
  private let arrival = DispatchSemaphore(value: 0)
  private let start = ContinuousClock.now
  private var options: ListOptions
  private var keys = RowKeys()
  private var hasChanged = false
  /// Whether a frame has taken results in since the last update or edit.
  private var hasTakenIn = false
  private var frameTime = Duration.zero
  /// The time that the last frames took after the time for results was over, to draw and to finish
  /// the last result. The next frame leaves it.
  private var reserve = Duration.zero

  init(_ pipeline: PrecomputePipeline, _ options: ListOptions, _ frame: ListFrame) {
    self.options = options
    let mailbox = DeliveryMailbox()
    self.mailbox = mailbox
    surface = ListSurface(frame, pipeline.rasterizer, drawsLists: options.drawsLists)
    var controls = AutoDiffController.Options()
    if options.drawsLists {
      host = SurfaceHost(
        displayListsOn: surface, size: options.size, pipeline: pipeline, delivery: .manual(mailbox))
      controls.output = .arrangements
    } else {
      host = SurfaceHost(on: surface, size: options.size)
    }
    controls.duplicates = .assumeUnique
    controller = AutoDiffController(
      pipeline: pipeline, environment: options.environment, host: host,
      delivery: .manual(mailbox), options: controls)
    host.controller = controller
    host.animates = !options.isStill
    mailbox.onArrival { [arrival] in arrival.signal() }
  }

  /// The time since the list was created.
  var now: Duration { start.duration(to: .now) }

  var snapshot: TableSnapshot { controller.snapshot }

  func tearDown() {
    mailbox.onArrival(nil)
    controller.tearDown()
    // What has arrived may hold models.
    mailbox.drain()
    texts.removeAll()
  }

  func set(_ options: ListOptions) {
    self.options = options
    host.animates = !options.isStill
    host.size = options.size
    if options.environment != controller.environment {
      controller.setEnvironment(options.environment)
    }
  }
}

// MARK: - Updates

extension ListState {
  private var anchor: Anchor { options.followsEnd ? .end : .firstVisible }

  /// Shows other rows.
  func update(_ rows: UnsafeBufferPointer<lc_row>) throws(CallError) {
    var inputs: [RowInput] = []
    inputs.reserveCapacity(rows.count)
    for row in rows { inputs.append(try RowInput(row)) }
    keys = try RowKeys(inputs)
    takeIn()
    let (events, copies) = (events, inputs)
    controller.update(anchor: anchor, animated: host.animates) {
      TableModel(sections: [TableSection(RowEdit.section, items: copies.map { $0.item(events) })])
    }
  }

  /// Changes some rows.
  func edit(_ edits: UnsafeBufferPointer<lc_row_edit>) throws(CallError) {
    var inputs: [RowEdit] = []
    do throws(CallError) {
      for edit in edits { inputs.append(try RowEdit(edit, &keys)) }
    } catch {
      keys.rollBack()
      throw error
    }
    keys.commit()
    takeIn()
    guard !inputs.isEmpty else { return }
    if snapshot.generation == 0, controller.isIdle { showNothing() }
    let events = events
    controller.update(
      with: inputs.map { $0.edit(events) }, anchor: anchor, animated: host.animates)
  }

  /// Shows the section without rows, to which edits refer.
  private func showNothing() {
    controller.applyNow(TableModel(sections: [TableSection(RowEdit.section, items: [])]))
  }

  /// Takes in all that has arrived, which a host that only updates would gather. The frames of
  /// other hosts do that, within their budget.
  private func takeIn() {
    if !hasTakenIn { mailbox.drain() }
    hasTakenIn = false
  }
}

// MARK: - Frames

extension ListState {
  /// Takes in results for a time, and advances the list to now.
  func frame(_ budget: Duration) {
    let begin = ContinuousClock.now
    // A slow frame, for example because pages of memory were new, must not stop the list.
    let rest = max(budget / 2, budget - reserve)
    if budget > .zero {
      hasTakenIn = true
      if !mailbox.isEmpty { mailbox.drain(for: rest) }
    }
    surface.begin()
    host.draw(at: now)
    hasChanged = surface.end(host.size, scale: snapshot.environment.scale)
    frameTime = begin.duration(to: .now)
    reserve = max(min(frameTime - rest, budget), reserve * 7 / 8)
  }

  var info: lc_list_info {
    let height = snapshot.geometry.totalHeight
    var flags = 0
    if hasChanged { flags |= LC_LIST_CHANGED }
    let due = host.nextFrame.map { max(0, ($0 - now) / .seconds(1)) } ?? .infinity
    // A scroll bar that only stands there is drawn again when it fades.
    if due == 0 || !mailbox.isEmpty { flags |= LC_LIST_BUSY }
    if controller.isIdle, !host.isPainting, mailbox.isEmpty { flags |= LC_LIST_IDLE }
    if controller.isAtEnd { flags |= LC_LIST_AT_END }
    return lc_list_info(
      struct_size: 0, offset: host.offset, content_height: height, next_frame: due,
      frame_seconds: frameTime / .seconds(1), row_count: snapshot.rowCount,
      blank_count: host.blankRowCount, event_count: events.count, flags: UInt32(flags),
      reserved: 0)
  }

  /// Waits until something arrives or the next frame is due.
  func wait(_ seconds: Double) {
    var limit = seconds
    if let due = host.nextFrame { limit = min(limit, max(0, (due - now) / .seconds(1))) }
    // Signals of what was taken in meanwhile.
    while arrival.wait(timeout: .now()) == .success {}
    guard mailbox.isEmpty else { return }
    _ = arrival.wait(timeout: .now() + limit)
  }

  /// Draws the last frame in memory of the caller.
  ///
  /// - Returns: The number of visible rows that are not ready.
  func draw(
    _ target: UnsafeMutableRawPointer, stride: Int, width: Int, height: Int
  ) throws -> Int {
    let picture = try surface.picture(width: width, height: height)
    picture.pixels.withUnsafeBytes { pixels in
      guard let start = pixels.baseAddress else { return }
      for row in 0..<height {
        (target + row * stride).copyMemory(from: start + row * width * 4, byteCount: width * 4)
      }
    }
    return host.blankRowCount
  }
}

// MARK: - Scrolling and input

extension ListState {
  func scroll(to offset: Double, animated: Bool) {
    host.scroll(to: offset, animated: animated && host.animates, time: now)
  }

  func scroll(to key: String, _ position: ScrollPosition, animated: Bool) throws(CallError) {
    try keys.check(key)
    controller.scroll(
      to: RowIdentity(.name(key)), at: position, animated: animated && host.animates
    ) { _ in }
  }

  /// Handles a pointer.
  ///
  /// - Returns: Whether it had an effect.
  func point(_ event: lc_pointer_event) throws(CallError) -> Bool {
    let point = Point(x: try number(event.x, "x"), y: try number(event.y, "y"))
    let wheel = try number(event.wheel, "wheel")
    let isTouch = try enumerator(event.is_touch, [false, true], "is_touch, which is 0 or 1")
    let clicks = max(1, Int(event.clicks))
    switch event.kind {
    case LC_POINTER_DOWN.rawValue:
      host.pointerDown(at: point, scrolls: isTouch, clicks: clicks, time: now)
    case LC_POINTER_MOVE.rawValue: host.pointerMoved(to: point, time: now)
    case LC_POINTER_UP.rawValue: return host.pointerUp(at: point, time: now)
    case LC_POINTER_LEAVE.rawValue: host.pointerLeft(time: now)
    case LC_POINTER_WHEEL.rawValue: host.wheel(by: wheel, time: now)
    case LC_POINTER_SECONDARY.rawValue: return host.secondaryTap(at: point, time: now)
    default: throw CallError(LC_ERROR_ARGUMENT, "\(event.kind) is not an lc_pointer_kind")
    }
    return true
  }

  private static let keyKinds: [SurfaceKey] = [
    .up, .down, .pageUp, .pageDown, .home, .end, .tab, .backTab, .activate, .escape, .delete, .menu,
  ]

  func press(_ key: UInt32) throws(CallError) -> Bool {
    host.key(try enumerator(key, Self.keyKinds, "lc_key"), time: now)
  }

  /// Requests the selected text, which arrives as an event.
  ///
  /// - Returns: Whether text is selected.
  func copySelection() -> Bool {
    guard let read = controller.selectionReader() else { return false }
    // Without the main actor, whose queue nothing runs here.
    Task.detached { [mailbox, events] in
      let result: Result<String, any Error>
      do { result = .success(try await read()) } catch { result = .failure(error) }
      mailbox.post {
        switch result {
        case .success(let text): events.add(LC_EVENT_COPY, "", text)
        case .failure(let error): events.add(LC_EVENT_FAULT, "", "\(error)")
        }
      }
    }
    return true
  }
}
