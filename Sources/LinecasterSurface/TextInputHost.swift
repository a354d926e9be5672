import Dispatch
public import LinecasterBase
public import LinecasterCells
import LinecasterDisplay
public import LinecasterList
import LinecasterRaster
public import LinecasterText

/// Shows text that somebody writes on a renderer that draws textures, and takes keys for it.
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
/// All on the main actor, which never waits: text is shaped, laid out and drawn by a worker, one
/// state after the other, and states that newer ones have overtaken are not drawn. Keys are carried
/// out in the order in which they come, none is lost: those that need to know how the text is seen,
/// and all in texts of more than 65,536 units, by the worker, and those behind them after that.
@MainActor
public final class TextInputHost<Surface: RowSurface> {
  /// What is written, after all keys that have had their turn.
  public var input: TextInput { state.input }
  /// Where it is on the surface, in layout points.
  public var frame: Rect { didSet { if frame.size != oldValue.size { redraw() } } }
  /// What it is laid out in; the width is that of the frame.
  public var environment: LayoutEnvironment { didSet { redraw() } }
  /// What it is called, for people who do not see it.
  public var label: String? { didSet { redraw() } }
  /// What is shown where nothing is written.
  public var placeholder = "" { didSet { redraw() } }
  /// How the text, the caret and the selection look.
  public var style = TextInputStyle() { didSet { redraw() } }
  /// What is around the text; called on workers.
  public var look: TextInputLook {
    didSet {
      // Where the text is in it is not known any more.
      laidOut = nil
      redraw()
    }
  }
  /// Whether it has the focus of the keyboard.
  public var isFocused: Bool {
    get { state.isFocused }
    set {
      guard state.setFocused(newValue) else { return }
      if !newValue, input.markedRange != nil { perform(.endComposition) }
      state.wake()
      redraw()
    }
  }
  /// Called where the text is another one.
  public var onChange: (@MainActor (TextInput) -> Void)?
  /// Called where return is pressed in a field, or control and return in an area.
  public var onSubmit: (@MainActor (TextInput) -> Void)?
  /// Called where there was no room for all of what was put in.
  public var onCut: (@MainActor () -> Void)?
  /// What text is copied to and pasted from.
  public var clipboard: (any TextClipboard)?
  /// Why it could not be drawn; nil where it could.
  public private(set) var failure: (any Error)?

  /// What of the surface it is seen in; nil where all of it is, and empty where it is not seen.
  var clip: Rect?
  /// The values that it is kept equal to.
  private var connections: [Connection] = []
  /// Whether these are being told of a change.
  private var isTelling = false

  /// A value that is kept equal to what is written, as long as somebody holds the other end.
  private struct Connection {
    weak var follower: Follower?
    let text: Binding<String>
  }

  /// What is written, what waits and what must be drawn.
  var state: TextInputState
  private let surface: Surface
  private let pipeline: PrecomputePipeline
  private let delivery: Delivery
  /// Has a worker do something behind all that it was given before.
  private let work: @Sendable (@escaping @Sendable () -> Void) -> Void
  private var laidOut: LaidOutTextInput?
  private var textures: RowTextures<Surface>?
  private(set) var drawn: DrawnTextInput?

  /// Makes a host of a text input that is shown on a surface.
  ///
  /// - Parameters:
  ///   - surface: What draws textures.
  ///   - input: What is written.
  ///   - frame: Where it is on the surface, in layout points.
  ///   - environment: What it is laid out in; the width is that of the frame.
  ///   - pipeline: Whose fonts and caches it shares.
  ///   - look: What is around the text; called on workers.
  ///   - delivery: How what is drawn gets to the main actor.
  public convenience init(
    on surface: Surface, input: TextInput = TextInput(), frame: Rect,
    environment: LayoutEnvironment, pipeline: PrecomputePipeline,
    look: @escaping TextInputLook = TextInputLooks.plain, delivery: Delivery = .mainQueue
  ) {
    let queue = DispatchQueue(label: "linecaster.input")
    self.init(
      on: surface, input: input, frame: frame, environment: environment, pipeline: pipeline,
      look: look, delivery: delivery, work: { queue.async(execute: $0) })
  }

  init(
    on surface: Surface, input: TextInput, frame: Rect, environment: LayoutEnvironment,
    pipeline: PrecomputePipeline, look: @escaping TextInputLook, delivery: Delivery,
    work: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.surface = surface
    state = TextInputState(input)
    self.frame = frame
    self.environment = environment
    self.pipeline = pipeline
    self.look = look
    self.delivery = delivery
    self.work = work
    redraw()
  }

  isolated deinit { textures?.drop() }

  /// Whether something is on its way: keys, or pixels.
  public var isBusy: Bool { state.isAway || state.isDrawing }

  /// Where the caret is on the surface, in layout points: where input methods show what they offer.
  public var caretFrame: Rect {
    onSurface(drawn?.placed.caret ?? .zero)
  }

  /// The place on the surface of one in the box of the text.
  private func onSurface(_ rect: Rect) -> Rect {
    let box = drawn?.laidOut.box ?? .zero
    return rect.offset(x: frame.minX + box.minX, y: frame.minY + box.minY)
  }

  /// Puts another input in the place of this one, as to empty a field: at once, and before the keys
  /// that wait.
  public func replace(with input: TextInput) {
    guard let isOther = state.replace(with: input) else { return }
    redraw()
    if isOther { tellOfChange() }
  }

  /// Carries out a command, behind all that came before.
  public func perform(_ command: TextInput.Command) { add(.command(command)) }

  /// Whether there is more text above or below than is seen.
  var isScrollable: Bool { drawn?.placed.isScrollable ?? false }

  /// Scrolls by layout points, whatever becomes of the caret.
  func turn(by change: Double) {
    state.turn(by: change)
    redraw()
  }
}

// MARK: - Steps in their order

extension TextInputHost {
  /// Has a step carried out behind all others.
  func add(_ step: TextInputStep) {
    state.add(step)
    advance()
  }

  /// Carries out the steps that wait, until one is a worker's.
  private func advance() {
    while let action = state.next() { carryOut(action) }
  }

  private func carryOut(_ action: TextInputState.Action) {
    switch action {
    case .perform(let command):
      let layout = laidOut.flatMap { $0.isCurrent(request) ? $0.layout : nil }
      guard layout != nil || !command.needsLayout else {
        return carryOut(state.performAway(command))
      }
      changed(state.perform(command, in: layout))
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
        outcome.formUnion(request.input.perform(command, in: laidOut?.layout))
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
    if outcome.isTextChanged { tellOfChange() }
    if outcome.isCut { onCut?() }
  }

  /// Tells the program, and the values that it is kept equal to; what they make of it counts.
  private func tellOfChange() {
    onChange?(input)
    // Whatever owners make of it, and of what others made of it, is told once.
    guard !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    connections.removeAll { $0.follower?.isActive != true }
    for connection in connections {
      let text = input.text
      if connection.text.value != text { connection.text.set(text) }
      if let made = connection.text.value { show(made) }
    }
  }

  /// Shows another text, unless it is there.
  private func show(_ text: String) {
    let other = TextInput(text, kind: input.kind, limit: input.limit)
    if !input.hasSameText(as: other) { replace(with: other) }
  }

  fileprivate func connect(_ text: Binding<String>, _ follower: Follower) {
    connections.append(Connection(follower: follower, text: text))
  }

  fileprivate func take(_ text: String) { show(text) }
}

// MARK: - Drawing

extension TextInputHost {
  /// Draws what is there, and the caret while it is seen; to be called once a frame.
  ///
  /// - Returns: Whether other pixels are on their way.
  /// - Complexity: O(1).
  @discardableResult
  public func draw(at time: Duration) -> Bool {
    state.advance(to: time)
    let scale = environment.scale
    let origin = Point(x: scale.rounded(frame.minX), y: scale.rounded(frame.minY))
    textures?.draw(
      at: Point(x: origin.x * scale.factor, y: origin.y * scale.factor), opacity: 1,
      visible: -Limit.length..<Limit.length, nil)
    if isFocused, state.isCaretSeen, input.selection.isEmpty || input.markedRange != nil,
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

  /// What it is laid out in.
  private var inner: LayoutEnvironment {
    var inner = environment
    inner.width = frame.width
    return inner
  }

  /// How it is scrolled, from where it was when it was drawn last.
  private var scroll: TextInputScroll {
    let offset = drawn?.placed.offset ?? .zero
    return TextInputScroll(
      offset: offset.offset(x: 0, y: state.turned), showsCaret: state.showsCaret)
  }

  private var request: TextInputRequest {
    TextInputRequest(
      input: input, label: label, placeholder: placeholder, style: style, look: look,
      size: frame.size, environment: inner, isFocused: isFocused, scroll: scroll, old: drawn,
      prepared: laidOut?.prepared, arranger: pipeline.arranger, rasterizer: pipeline.rasterizer)
  }

  /// Has a worker draw the newest state, once it is done with the one before.
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
      failure = nil
      let remains = Transfer(drawn)
      drawn = new
      keep(new.laidOut)
      if let textures {
        textures.show(new.bitmap, changes: new.changes)
      } else {
        textures = RowTextures(
          new.bitmap, of: "text input", on: surface, from: TexturePool(on: surface))
      }
      work { _ = remains.take() }
    case .failure(let error): failure = error
    }
    if state.isStale { redraw() }
  }

  /// Keeps what was laid out last. Letting go of a long text takes its time, so it is the worker
  /// who lets go of the one before.
  private func keep(_ new: LaidOutTextInput?) {
    let remains = Transfer(laidOut)
    laidOut = new
    work { _ = remains.take() }
  }
}

extension Binding<String> {
  /// Keeps what is written and the value equal, whichever of both changes: at first what is written
  /// becomes the value. What the owner makes of what is written, such as a shorter text, is shown.
  ///
  ///     let connection = Binding(person, \.name).connect(to: field)
  ///
  /// - Returns: What to keep as long as both are to be equal; it ends where the owner goes.
  public func connect<Surface: RowSurface>(
    to field: TextInputHost<Surface>, delivery: Delivery = .mainQueue
  ) -> Follower {
    let follower = follow(delivery: delivery) { [weak field] in field?.take($0) }
    field.connect(self, follower)
    return follower
  }
}

/// What a worker is to draw.
struct TextInputRequest: Sendable {
  var input: TextInput
  let label: String?
  let placeholder: String
  let style: TextInputStyle
  let look: TextInputLook
  let size: Size
  let environment: LayoutEnvironment
  let isFocused: Bool
  let scroll: TextInputScroll
  /// What was shown before.
  let old: DrawnTextInput?
  /// What was prepared last.
  let prepared: PreparedTextInput?
  let arranger: CellArranger
  let rasterizer: DisplayRasterizer
}

/// An input that is laid out in its box.
final class LaidOutTextInput: Sendable {
  let prepared: PreparedTextInput
  /// Where its text is, in layout points from the corner of the whole.
  let box: Rect
  let layout: TextLayout
  let size: Size
  let environment: LayoutEnvironment

  init(
    _ prepared: PreparedTextInput, in box: Rect, size: Size, environment: LayoutEnvironment
  ) {
    self.prepared = prepared
    self.box = box
    self.size = size
    self.environment = environment
    layout = prepared.layout(width: box.width)
  }

  /// Whether it is still what is to be asked about what is shown.
  func isCurrent(_ request: TextInputRequest) -> Bool {
    size == request.size && environment == request.environment
      && prepared.style == request.style && prepared.input.hasSameText(as: request.input)
  }
}

/// The pixels of an input.
struct DrawnTextInput: Sendable {
  let laidOut: LaidOutTextInput
  let placed: PlacedTextInput
  let bitmap: Bitmap
  /// Where the pixels are not those that were shown before; nil where these had another size.
  let changes: [PixelRect]?
}

/// All of this on workers.
extension TextInputRequest {
  /// Lays the input out where nothing of it is known.
  func laidOut() throws -> LaidOutTextInput { try arranged().laidOut }

  /// Draws the input.
  func drawn() throws -> DrawnTextInput {
    let (laidOut, arrangement) = try arranged()
    let placed = laidOut.prepared.placed(
      in: laidOut.box.size, scroll, scale: environment.scale)
    let bitmap = try rasterizer.drawing(
      arrangement.displayList, scale: environment.scale, background: .clear,
      text: environment.textRendering, isCancelled: { false }
    ).bitmap
    let isSameSize =
      old.map { ($0.bitmap.width, $0.bitmap.height) == (bitmap.width, bitmap.height) } ?? false
    return DrawnTextInput(
      laidOut: laidOut, placed: placed, bitmap: bitmap,
      changes: isSameSize ? old.map { bitmap.changes(since: $0.bitmap) } : nil)
  }

  private func arranged() throws -> (laidOut: LaidOutTextInput, arrangement: CellArrangement) {
    let prepared = PreparedTextInput(
      input, placeholder: placeholder, style: style, hasLines: input.kind == .area,
      in: environment, with: arranger.typesetter, reusing: prepared)
    let field = LayoutNode.input(
      prepared, scroll, isFocused: isFocused, label: label
    )
    let whole = look(Column { field }.node, environment, isFocused).frame(height: size.height)
    let arrangement = try arranger.arrange(whole, in: environment)
    let box =
      arrangement.regions.first { $0.role == .textField }?.frame ?? Rect(origin: .zero, size: size)
    return (
      LaidOutTextInput(prepared, in: box, size: size, environment: environment), arrangement
    )
  }
}

/// How a text input looks: its layout in others, such as one with a ground and a border.
public typealias TextInputLook =
  @Sendable (_ input: LayoutNode, _ environment: LayoutEnvironment, _ isFocused: Bool) -> LayoutNode

/// How text inputs look.
public enum TextInputLooks {
  /// On a ground with round corners, and a border in the colour of what can be touched where it has
  /// the focus.
  public static let plain: TextInputLook = { input, environment, isFocused in
    let edge: ThemeColor = isFocused ? .accent : .hairline
    return input.padding(Insets(horizontal: 8, vertical: 4))
      .background(ThemeColor.background.color(in: environment.theme), cornerRadius: 6)
      .border(edge.color(in: environment.theme), width: 1)
  }
}
