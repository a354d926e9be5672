import LinecasterCells
import LinecasterBase
import LinecasterList
import LinecasterText

/// What a surface shows of one screen: a list a part, and what is written in its fields.
@MainActor
final class ScreenView<Surface: ClippingSurface> {
  /// A field, and what keeps it and its value equal.
  private struct Field {
    let input: TextInputHost<Surface>
    let connection: Follower
  }

  private(set) var hosts: [ScreenPart: SurfaceHost<Surface>] = [:]
  /// How much of the end of the body is below the overlay, in layout points.
  var covered = 0.0
  var animates = true {
    didSet { for host in hosts.values { host.animates = animates } }
  }
  var clipboard: (any TextClipboard)? {
    didSet { for field in fields.values { field.input.clipboard = clipboard } }
  }
  private let surface: Surface
  private var fields: [InlinePayload: Field] = [:]
  /// The tags of the fields, in the order in which the model has them.
  private var order: [InlinePayload] = []

  init(on surface: Surface) { self.surface = surface }

  /// Why something could not be drawn; nil where all could.
  var failure: (any Error)? {
    ScreenPart.allCases.lazy.compactMap { self.hosts[$0]?.failure }.first
      ?? order.lazy.compactMap { self.fields[$0]?.input.failure }.first
  }

  /// What can be written in now, in the order in which the model has it.
  var inputs: [TextInputHost<Surface>] { order.compactMap { fields[$0]?.input } }

  /// The host of a part, as high as it may be until its rows are known.
  func makeHost(of part: ScreenPart, in size: Size) -> SurfaceHost<Surface> {
    let host = SurfaceHost(on: surface, size: size)
    host.animates = animates
    hosts[part] = host
    return host
  }

  func remove(_ part: ScreenPart) { hosts.removeValue(forKey: part)?.dropAll() }

  /// Lets go of all textures.
  func drop() {
    for host in hosts.values { host.dropAll() }
    (hosts, fields, order) = ([:], [:], [])
  }

  /// Nobody writes in it any more.
  func blur() {
    for field in fields.values { field.input.isFocused = false }
  }

  /// Draws a part.
  func draw(
    _ part: ScreenPart, of screen: ScreenController, in frame: Rect, at time: Duration
  ) -> Bool {
    guard let host = hosts[part], let list = screen.list(of: part) else { return false }
    if host.controller !== list { host.controller = list }
    host.origin = frame.origin
    if part == .body { host.coveredHeight = covered }
    // A list without rows is as high as it may become.
    if host.size != frame.size, list.snapshot.rowCount > 0 { host.size = frame.size }
    return host.draw(at: time)
  }

  /// Has the fields that a model has now.
  ///
  /// - Parameter frames: Where those are that are in sight.
  func keep(
    _ models: [ScreenField], _ frames: [InlinePayload: Rect], in screen: ScreenController
  ) {
    order = models.map(\.tag)
    let known = Set(order)
    fields = fields.filter { known.contains($0.key) }
    for model in models where fields[model.tag] == nil {
      guard let stack = screen.stack, let frame = frames[model.tag] else { continue }
      let input = TextInputHost(
        on: surface, input: TextInput(model.text.value ?? "", kind: model.kind), frame: frame,
        environment: screen.environment, pipeline: stack.pipeline, delivery: stack.delivery)
      input.clipboard = clipboard
      fields[model.tag] = Field(input: input, connection: model.text.connect(to: input))
    }
    for model in models {
      guard let input = fields[model.tag]?.input else { continue }
      input.onSubmit = nil
      if let submit = model.onSubmit { input.onSubmit = { @MainActor (_: TextInput) in submit() } }
      if input.placeholder != model.placeholder { input.placeholder = model.placeholder }
      if input.label != model.label { input.label = model.label }
      if input.environment != screen.environment { input.environment = screen.environment }
    }
  }

  /// Draws what is written; what has no frame is not in sight, and answers to no pointer.
  func drawFields(_ frames: [InlinePayload: Rect], clip: Rect, at time: Duration) -> Bool {
    var goesOn = false
    for (tag, field) in fields {
      guard let frame = frames[tag], frame.width > 0, frame.height > 0 else {
        field.input.clip = .zero
        continue
      }
      field.input.frame = frame
      field.input.clip = clip
      if field.input.draw(at: time) { goesOn = true }
    }
    return goesOn
  }
}
