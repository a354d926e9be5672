import Dispatch
public import LinecasterBase
public import LinecasterCells
import LinecasterDisplay
public import LinecasterList
import LinecasterRaster
public import LinecasterText

/// Shows and edits text on a renderer that draws textures, and handles keys and pointers.
///
///     let field = TextInputHost(
///       on: window, frame: Rect(x: 8, y: 560, width: 344, height: 36),
///       environment: LayoutEnvironment(width: 360, scale: scale), pipeline: pipeline)
///     field.placeholder = "Message"
///     field.clipboard = pasteboard
///     field.onSubmit = { [weak field] input in
///       send(input.text)
///       field?.replace(with: TextInput())
///     }
///     field.isFocused = true
///     field.insert("Hello")
///     field.key(.enter)
///     field.draw(at: clock.now)
///
/// All calls are on the main actor, which never waits. A worker shapes, lays out and draws the
/// text, one state at a time, skipping outdated states. Keys are processed in order, and no key is
/// lost. The worker processes keys that depend on the layout, all keys in texts of more than 65,536
/// units, and all keys queued after them.
///
/// ## Topics
///
/// ### Create a text input
///
/// - ``init(on:input:frame:environment:pipeline:appearance:delivery:)``
/// - ``frame``
/// - ``environment``
/// - ``appearance``
/// - ``style``
/// - ``placeholder``
/// - ``label``
///
/// ### Read and change the text
///
/// - ``input``
/// - ``replace(with:)``
/// - ``perform(_:)``
/// - ``onChange``
/// - ``onSubmit``
///
/// ### Handle input
///
/// - ``isFocused``
/// - ``key(_:_:time:)``
/// - ``insert(_:time:)``
/// - ``compose(_:selected:time:)``
/// - ``pointerDown(at:clicks:extending:time:)``
/// - ``pointerMoved(to:time:)``
/// - ``pointerUp(time:)``
/// - ``clipboard``
///
/// ### Draw
///
/// - ``draw(at:)``
/// - ``nextFrame``
/// - ``caretFrame``
/// - ``failure``
@MainActor
public final class TextInputHost<Surface: RowSurface> {
  /// The text and selection, after all processed keys.
  public var input: TextInput { state.input }
  /// The frame on the surface, in layout points.
  public var frame: Rect {
    didSet {
      if frame != oldValue { isOutdated = true }
      if frame.size != oldValue.size { redraw() }
    }
  }
  /// The environment of the layout; the width is that of the frame.
  public var environment: LayoutEnvironment { didSet { redraw() } }
  /// The accessibility label.
  public var label: String? { didSet { redraw() } }
  /// The text shown in an empty input.
  public var placeholder = "" { didSet { redraw() } }
  /// The style of the text, the caret and the selection.
  public var style = TextInputStyle() { didSet { redraw() } }
  /// Returns the layout around the text; called on workers.
  public var appearance: TextInputAppearance {
    didSet {
      // The place of the text in it is unknown now.
      laidOut = nil
      redraw()
    }
  }
  /// Whether the input has keyboard focus.
  public var isFocused: Bool {
    get { state.isFocused }
    set {
      guard state.setFocused(newValue) else { return }
      if !newValue, input.markedRange != nil { perform(.endComposition) }
      state.wake()
      isOutdated = true
      redraw()
      onFocus?(newValue)
    }
  }
  /// Called when the focus comes or goes.
  var onFocus: (@MainActor (Bool) -> Void)?
  /// Called when the text changes.
  public var onChange: (@MainActor (TextInput) -> Void)?
  /// Called when return is pressed in a field, or control and return in an area.
  public var onSubmit: (@MainActor (TextInput) -> Void)?
  /// Called when inserted text was truncated at the length limit.
  public var onCut: (@MainActor () -> Void)?
  /// The clipboard for copy and paste.
  public var clipboard: (any TextClipboard)?
  /// The last drawing error; `nil` if the input could be drawn.
  public private(set) var failure: (any Error)?

  /// The part of the surface that can be pressed; `nil` for the frame.
  var pressable: Rect?
  /// The visible part of the surface; `nil` for all of it, and empty if the input is hidden.
  var clip: Rect?
  /// Whether something has changed since the last frame.
  private var isOutdated = true
  /// The connected values.
  private var connections: [Connection] = []
  /// Whether connected values are being notified.
  private var isTelling = false

  /// A value connected to the text, for as long as the other end is held.
  private struct Connection {
    weak var observation: ValueObservation?
    let text: Binding<String>
  }

  /// The text, the queued steps and the pending drawing.
  var state: TextInputState
  private let surface: Surface
  private let pipeline: PrecomputePipeline
  private let delivery: Delivery
  /// Runs work on the worker, in order.
  private let work: @Sendable (@escaping @Sendable () -> Void) -> Void
  private var laidOut: LaidOutTextInput?
  private var textures: RowTextures<Surface>?
  private(set) var drawn: DrawnTextInput?

  /// Creates a host that shows a text input on a surface.
  ///
  /// - Parameters:
  ///   - surface: The renderer of textures.
  ///   - input: The text and selection.
  ///   - frame: The frame on the surface, in layout points.
  ///   - environment: The environment of the layout; the width is that of the frame.
  ///   - pipeline: The pipeline whose fonts and caches the host shares.
  ///   - appearance: Returns the layout around the text; called on workers.
  ///   - delivery: The way in which drawings reach the main actor.
  public convenience init(
    on surface: Surface, input: TextInput = TextInput(), frame: Rect,
    environment: LayoutEnvironment, pipeline: PrecomputePipeline,
    appearance: @escaping TextInputAppearance = TextInputAppearances.plain,
    delivery: Delivery = .mainQueue
  ) {
    let queue = DispatchQueue(label: "linecaster.input")
    self.init(
      on: surface, input: input, frame: frame, environment: environment, pipeline: pipeline,
      appearance: appearance, delivery: delivery, work: { queue.async(execute: $0) })
  }

  init(
    on surface: Surface, input: TextInput, frame: Rect, environment: LayoutEnvironment,
    pipeline: PrecomputePipeline, appearance: @escaping TextInputAppearance, delivery: Delivery,
    work: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.surface = surface
    state = TextInputState(input)
    self.frame = frame
    self.environment = environment
    self.pipeline = pipeline
    self.appearance = appearance
    self.delivery = delivery
    self.work = work
    redraw()
  }

  isolated deinit { textures?.drop() }

  /// Whether keys or pixels are pending.
  public var isBusy: Bool { state.isAway || state.isDrawing }

  /// The frame of the caret on the surface, in layout points, near which input methods show
  /// candidates.
  public var caretFrame: Rect {
    onSurface(drawn?.placed.caret ?? .zero)
  }

  /// Returns the rectangle on the surface for one in the box of the text.
  private func onSurface(_ rect: Rect) -> Rect {
    let box = drawn?.laidOut.box ?? .zero
    return rect.offset(x: frame.minX + box.minX, y: frame.minY + box.minY)
  }

  /// Replaces the input at once, before queued keys, for example to empty a field.
  public func replace(with input: TextInput) {
    guard let isOther = state.replace(with: input) else { return }
    redraw()
    if isOther { reportChange() }
  }

  /// Performs a command after all earlier ones.
  public func perform(_ command: TextInput.Command) { add(.command(command)) }

  /// Whether there is more text than fits, above or below.
  var isScrollable: Bool { drawn?.placed.isScrollable ?? false }

  /// Scrolls by layout points, wherever the caret is.
  func turn(by change: Double) {
    state.turn(by: change)
    redraw()
  }
}

// MARK: - Steps in their order

extension TextInputHost {
  /// Queues a step after all others.
  func add(_ step: TextInputStep) {
    state.add(step)
    advance()
  }

  /// Processes queued steps, until one needs the worker.
  private func advance() {
    while let action = state.next() { carryOut(action) }
  }

  private func carryOut(_ action: TextInputState.Action) {
    switch action {
    case .perform(let command):
      let text = laidOut.flatMap { $0.isPrepared(for: request) ? $0.text : nil }
      guard !command.needsLayout || (text != nil && !command.leavesSight) else {
        return carryOut(state.performAway(command))
      }
      changed(state.perform(command, in: text))
    case .performAway(let commands): performAway(commands)
    case .copy: clipboard?.text = input.selectedText
    case .copyAway: copyAway()
    case .paste: if let text = clipboard?.text { state.paste(text) }
    case .submit: onSubmit?(input)
    case .replace(let other): replace(with: other)
    }
  }

  private func performAway(_ commands: [TextInput.Command]) {
    let (request, known) = (request, laidOut)
    work { [delivery, weak self] in
      var request = request
      var laidOut = known
      var outcome = TextInput.Outcome()
      for command in commands {
        if command.needsLayout, laidOut?.isCurrent(request) != true {
          laidOut = try? request.laidOut()
        }
        outcome.formUnion(request.input.perform(command, in: laidOut?.text))
      }
      delivery.send { [input = request.input, laidOut, outcome] in
        if laidOut !== known { self?.keep(laidOut) }
        self?.state.workerDidFinish(with: input)
        self?.changed(outcome)
        self?.advance()
      }
    }
  }

  private func copyAway() {
    work { [input, delivery, weak self] in
      let text = input.selectedText
      delivery.send {
        self?.state.workerDidFinish()
        self?.clipboard?.text = text
        self?.advance()
      }
    }
  }

  private func changed(_ outcome: TextInput.Outcome) {
    if outcome.isTextChanged || outcome.isSelectionChanged {
      state.wake()
      redraw()
    }
    if outcome.isTextChanged { reportChange() }
    if outcome.isCut { onCut?() }
  }

  /// Notifies the program and the connected values; their own changes count.
  private func reportChange() {
    onChange?(input)
    // Changes by owners during this are reported once, at the end.
    guard !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    connections.removeAll { $0.observation?.isActive != true }
    for connection in connections {
      let text = input.text
      if connection.text.value != text { connection.text.set(text) }
      if let made = connection.text.value { show(made) }
    }
  }

  /// Shows a new text; a no-op if it is the current one.
  private func show(_ text: String) {
    let other = TextInput(text, kind: input.kind, limit: input.limit)
    if !input.hasSameText(as: other) { replace(with: other) }
  }

  fileprivate func connect(_ text: Binding<String>, _ observation: ValueObservation) {
    connections.append(Connection(observation: observation, text: text))
  }

  fileprivate func take(_ text: String) { show(text) }
}

// MARK: - Drawing

extension TextInputHost {
  /// Draws the current pixels, and the caret while it is visible. Call it once per frame.
  ///
  /// - Returns: Whether new pixels are pending.
  /// - Complexity: O(1).
  @discardableResult
  public func draw(at time: Duration) -> Bool {
    state.advance(to: time)
    isOutdated = false
    let scale = environment.scale
    let origin = Point(x: scale.rounded(frame.minX), y: scale.rounded(frame.minY))
    textures?.draw(
      at: Point(x: origin.x * scale.factor, y: origin.y * scale.factor), opacity: 1,
      visible: -Limit.length..<Limit.length, nil)
    if isFocused, state.isCaretSeen, hasCaret,
      let seen = drawn?.placed.caretInSight
    {
      let caret = scale.rounded(onSurface(seen))
      surface.fill(
        Rect(
          x: caret.minX * scale.factor, y: caret.minY * scale.factor,
          width: caret.width * scale.factor, height: caret.height * scale.factor),
        with: style.caret.color(in: environment.theme))
    }
    return isBusy
  }

  /// The time at which the input has to be drawn again without any event: in the past if it has
  /// changed, at the next blink of the caret while focused, otherwise `nil`.
  public var nextFrame: Duration? {
    if let clip, clip.width <= 0 || clip.height <= 0 { return nil }
    if isOutdated { return state.now }
    return isFocused && hasCaret ? state.nextBlink : nil
  }

  private var hasCaret: Bool { input.selection.isEmpty || input.markedRange != nil }

  /// The layout environment of the frame.
  private var inner: LayoutEnvironment {
    var inner = environment
    inner.width = frame.width
    return inner
  }

  /// The scroll position, relative to the last drawing.
  private var scroll: TextInputScroll {
    let offset = drawn?.placed.offset ?? .zero
    let scroll = TextInputScroll(
      offset: offset, change: state.turned, showsCaret: state.showsCaret)
    return isFocused ? scroll : scroll.withoutFocus(hasLines: input.kind == .area)
  }

  private var request: TextInputRequest {
    TextInputRequest(
      input: input, label: label, placeholder: placeholder, style: style, appearance: appearance,
      size: frame.size, environment: inner, isFocused: isFocused, scroll: scroll, old: drawn,
      prepared: laidOut?.prepared, arranger: pipeline.arranger, rasterizer: pipeline.rasterizer)
  }

  /// Draws the newest state on a worker, after the previous one.
  private func redraw() {
    guard state.mustDraw() else { return }
    let request = request
    state.takeTurned()
    work { [delivery, weak self] in
      let result = Result { try request.drawn() }
      delivery.send {
        self?.state.drawingDidFinish()
        self?.show(result)
      }
    }
  }

  private func show(_ result: Result<DrawnTextInput, any Error>) {
    switch result {
    case .success(let new):
      (failure, isOutdated) = (nil, true)
      let remains = Transfer(drawn)
      drawn = new
      keep(new.laidOut)
      if let textures {
        textures.show(new.image, changes: new.changes)
      } else {
        textures = RowTextures(
          new.image, of: "text input", on: surface, from: TexturePool(on: surface))
      }
      work { _ = remains.take() }
    case .failure(let error): failure = error
    }
    if state.isStale { redraw() }
  }

  /// Stores the newest layout. Freeing a long text takes time, so the worker frees the previous
  /// one.
  private func keep(_ new: LaidOutTextInput?) {
    let remains = Transfer(laidOut)
    laidOut = new
    work { _ = remains.take() }
  }
}

extension Binding<String> {
  /// Keeps the text of a field and the value equal. At first, the text is set to the value. Changes
  /// by the owner in response, for example a shorter text, are shown.
  ///
  ///     let connection = Binding(person, \.name).connect(to: field)
  ///
  /// - Returns: The connection, which lasts until it or the owner is released.
  public func connect<Surface: RowSurface>(
    to field: TextInputHost<Surface>, delivery: Delivery = .mainQueue
  ) -> ValueObservation {
    let observation = observe(delivery: delivery) { [weak field] in field?.take($0) }
    field.connect(self, observation)
    return observation
  }
}

/// A function that wraps a text input in other layouts, for example with a background and a border.
public typealias TextInputAppearance =
  @Sendable (_ input: LayoutNode, _ environment: LayoutEnvironment, _ isFocused: Bool) -> LayoutNode

/// Ready-made appearances of text inputs.
public enum TextInputAppearances {
  /// Nothing around the text, with room above and below it for high letters.
  static func bare(room: Double) -> TextInputAppearance {
    { input, _, _ in input.padding(Insets(vertical: room)) }
  }

  /// A background with round corners, and a border in the accent colour while focused.
  public static let plain: TextInputAppearance = { input, environment, isFocused in
    let edge: ThemeColor = isFocused ? .accent : .hairline
    return input.padding(Insets(horizontal: 8, vertical: 4))
      .background(.background, cornerRadius: 6)
      .border(edge, width: 1)
  }
}
