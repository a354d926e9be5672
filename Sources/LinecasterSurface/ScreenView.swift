import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterList
import LinecasterText

/// The views of one screen on a surface: one list per part, and its text inputs.
@MainActor
final class ScreenView<Surface: ClippingSurface> {
  /// A text input, and its connection to a value.
  private struct Field {
    let input: TextInputHost<Surface>
    let connection: ValueObservation
    /// The room above and below the text.
    var room: Double
  }

  private(set) var hosts: [ScreenPart: SurfaceHost<Surface>] = [:]
  /// The height at the end of the body under the overlay, in layout points.
  var covered = 0.0
  var animates = true {
    didSet { for host in hosts.values { host.animates = animates } }
  }
  var clipboard: (any TextClipboard)? {
    didSet { for field in fields.values { field.input.clipboard = clipboard } }
  }
  private let surface: Surface
  private var fields: [InlinePayload: Field] = [:]
  /// The tags of the fields, in the model's order.
  private var order: [InlinePayload] = []

  init(on surface: Surface) { self.surface = surface }

  /// The first drawing error; `nil` if everything could be drawn.
  var failure: (any Error)? {
    ScreenPart.allCases.lazy.compactMap { self.hosts[$0]?.failure }.first
      ?? order.lazy.compactMap { self.fields[$0]?.input.failure }.first
  }

  /// The text inputs that are in use, in the model's order.
  var inputs: [TextInputHost<Surface>] { order.compactMap { fields[$0]?.input } }

  /// Makes the host of a part, at full height until its rows are known.
  func makeHost(of part: ScreenPart, in size: Size) -> SurfaceHost<Surface> {
    let host = SurfaceHost(on: surface, size: size)
    host.animates = animates
    // Tooltips are drawn in front of all parts.
    host.drawsTooltip = false
    hosts[part] = host
    return host
  }

  func remove(_ part: ScreenPart) { hosts.removeValue(forKey: part)?.dropAll() }

  /// Drops all textures.
  func drop() {
    for host in hosts.values { host.dropAll() }
    (hosts, fields, order) = ([:], [:], [])
  }

  /// Removes the focus from all fields.
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
    // A list without rows keeps the maximum height.
    if host.size != frame.size, list.snapshot.rowCount > 0 { host.size = frame.size }
    return host.draw(at: time)
  }

  /// Updates the text inputs to the model's current fields.
  ///
  /// - Parameter frames: The frames of visible fields.
  func keep(
    _ models: [ScreenField], _ frames: [InlinePayload: FieldFrames], in screen: ScreenController
  ) {
    order = models.map(\.tag)
    let known = Set(order)
    fields = fields.filter { known.contains($0.key) }
    for model in models where fields[model.tag] == nil {
      let tag = model.tag
      guard let stack = screen.stack, let frame = frames[model.tag] else { continue }
      let input = TextInputHost(
        on: surface, input: TextInput(model.text.value ?? "", kind: model.kind),
        frame: frame.drawn, environment: screen.environment, pipeline: stack.pipeline,
        appearance: TextInputAppearances.bare(room: frame.room), delivery: stack.delivery)
      input.clipboard = clipboard
      input.onFocus = { [weak list = screen.list] isFocused in
        if isFocused {
          _ = list?.focus(tag: tag)
        } else if list?.focusedPart == .tag(tag) {
          list?.clearFocus()
        }
      }
      fields[model.tag] = Field(
        input: input, connection: model.text.connect(to: input), room: frame.room)
    }
    let environment = screen.environment
    for model in models {
      guard let input = fields[model.tag]?.input else { continue }
      input.onSubmit = nil
      if let submit = model.onSubmit { input.onSubmit = { @MainActor (_: TextInput) in submit() } }
      if input.placeholder != model.placeholder { input.placeholder = model.placeholder }
      if input.label != model.label { input.label = model.label }
      if input.style != model.style { input.style = model.style }
      if input.environment != environment { input.environment = environment }
    }
  }

  /// Gives the focus to the text input whose region has it in the list, and takes it from others.
  func followFocus(of list: AutoDiffController) {
    for (tag, field) in fields {
      let isFocused = list.focusedPart == .tag(tag)
      if field.input.isFocused != isFocused { field.input.isFocused = isFocused }
    }
  }

  /// Draws the text inputs; those without a frame are hidden, and receive no pointer input.
  func drawFields(
    _ frames: [InlinePayload: FieldFrames], clip: Rect, at time: Duration
  ) -> Bool {
    var goesOn = false
    for (tag, field) in fields {
      guard let frame = frames[tag], frame.text.width > 0, frame.text.height > 0 else {
        field.input.clip = .zero
        continue
      }
      if field.room != frame.room {
        fields[tag]?.room = frame.room
        field.input.appearance = TextInputAppearances.bare(room: frame.room)
      }
      field.input.frame = frame.drawn
      field.input.pressable = frame.region
      field.input.clip = clip
      if field.input.draw(at: time) { goesOn = true }
    }
    return goesOn
  }
}

extension FieldFrames {
  /// The room for high letters above and below the text: at most half of its height, in the region.
  fileprivate var room: Double {
    let free = min(text.minY - region.minY, region.maxY - text.maxY, text.height / 2)
    return max(0, free.rounded(.down))
  }

  /// The frame of the text with that room.
  fileprivate var drawn: Rect {
    Rect(x: text.minX, y: text.minY - room, width: text.width, height: text.height + 2 * room)
  }
}
