import LinecasterBase
import LinecasterText

/// A text input without threads, layouts and pixels: what is written, the steps that wait for their
/// turn, the focus, the caret and what must be drawn.
///
/// Steps are carried out in the order in which they come, none is lost, and while a worker carries
/// out one all others wait.
struct TextInputState {
  /// What the host must do next.
  enum Action {
    /// Carry out a command here.
    case perform(TextInput.Command)
    /// Have a worker carry out commands, then call `workerDidFinish(with:)`.
    case performAway([TextInput.Command])
    /// Put the selected text into the clipboard.
    case copy
    /// Have a worker find the selected text, then call `workerDidFinish()`.
    case copyAway
    /// Add the text of the clipboard, by `paste(_:)`.
    case paste
    /// Report that the input is done.
    case submit
    /// Show another input.
    case replace(TextInput)
  }

  /// What is written, after all steps that have had their turn.
  private(set) var input: TextInput
  private(set) var isFocused = false
  /// Whether a pointer that went down in the input is still down.
  var isPressed = false
  private(set) var now = Duration.zero
  /// How far wheels have turned that has not been drawn, in layout points.
  private(set) var turned = 0.0
  /// Whether the caret is scrolled into sight: not after a wheel has turned, until the caret moves.
  private(set) var showsCaret = true
  /// Whether a worker carries out a step.
  private(set) var isAway = false
  private(set) var isDrawing = false
  /// Whether something has changed since a drawing was begun.
  private(set) var isStale = false
  private var waiting: [TextInputStep] = []
  /// Since when the caret is seen without a pause.
  private var caretStart = Duration.zero

  /// The longest text whose steps are carried out by the host, in UTF-16 units; also the longest
  /// text that a step adds there, in bytes.
  static let mostUnitsAtOnce = 1 << 16
  /// The same for steps over words, which some texts have far apart.
  static let mostUnitsOfWords = 1 << 10
  /// How long the caret is visible, and hidden, in turn.
  static let blink = Duration.milliseconds(530)

  init(_ input: TextInput) { self.input = input }

  /// Whether the caret is in the visible phase of its blinking.
  var isCaretSeen: Bool {
    let passed = max(0, (now - caretStart).seconds / Self.blink.seconds)
    return Int(saturating: passed) % 2 == 0
  }

  /// Moves the clock forward; earlier times are ignored.
  mutating func advance(to time: Duration) { now = max(now, time) }

  /// Makes the caret visible and scrolls it into sight.
  mutating func wake() {
    caretStart = now
    showsCaret = true
  }

  /// Scrolls by layout points, wherever the caret is.
  mutating func turn(by change: Double) {
    turned = (turned + change).limited()
    showsCaret = false
  }

  /// Gives or takes the focus.
  ///
  /// - Returns: Whether that is a change; a composition must be ended then.
  mutating func setFocused(_ value: Bool) -> Bool {
    guard value != isFocused else { return false }
    isFocused = value
    return true
  }
}

// MARK: - Steps in their order

extension TextInputState {
  /// Adds a step behind all others.
  mutating func add(_ step: TextInputStep) { waiting.append(step) }

  /// Takes the next step and decides how it is carried out; `nil` if none waits or a worker is
  /// busy.
  mutating func next() -> Action? {
    while !isAway, !waiting.isEmpty {
      switch waiting.removeFirst() {
      case .command(let command):
        let most = command.looksForWords ? Self.mostUnitsOfWords : Self.mostUnitsAtOnce
        let isLong = input.utf16Count > most || command.byteCount > most
        return isLong ? performAway(command) : .perform(command)
      case .copy: if let action = copy() { return action }
      case .cut:
        guard canCopy else { continue }
        waiting.insert(.command(.delete(.step(.grapheme(.backward)))), at: 0)
        return copy()
      case .paste: return .paste
      case .submit: return .submit
      case .replace(let other): return .replace(other)
      }
    }
    return nil
  }

  /// Sends a command to a worker, with those that wait right behind it.
  mutating func performAway(_ first: TextInput.Command) -> Action {
    isAway = true
    var commands = [first]
    while case .command(let next)? = waiting.first {
      commands.append(next)
      waiting.removeFirst()
    }
    return .performAway(commands)
  }

  /// Adds the text of the clipboard before all steps that wait.
  mutating func paste(_ text: String) {
    if !text.isEmpty { waiting.insert(.command(.paste(text)), at: 0) }
  }

  private var canCopy: Bool { input.kind != .password && !input.selection.isEmpty }

  private mutating func copy() -> Action? {
    guard canCopy else { return nil }
    guard input.selection.range.count > Self.mostUnitsAtOnce else { return .copy }
    isAway = true
    return .copyAway
  }

  /// Carries out a command here.
  mutating func perform(
    _ command: TextInput.Command, in layout: TextLayout?
  ) -> TextInput.Outcome {
    input.perform(command, in: layout)
  }

  /// Takes back the turn from a worker.
  ///
  /// - Parameter changed: The input that the worker has made.
  mutating func workerDidFinish(with changed: TextInput? = nil) {
    isAway = false
    if let changed { input = changed }
  }

  /// Puts another input in the place of this one; behind the step of a worker that is busy, before
  /// all that wait.
  ///
  /// - Returns: Whether the text is another one; `nil` if the input waits.
  mutating func replace(with other: TextInput) -> Bool? {
    guard !isAway else {
      waiting.insert(.replace(other), at: 0)
      return nil
    }
    let isOther = !input.hasSameText(as: other)
    input = other
    wake()
    return isOther
  }
}

// MARK: - Drawing

extension TextInputState {
  /// Notes that pixels are out of date.
  ///
  /// - Returns: Whether a drawing begins now; else it follows the one under way.
  mutating func mustDraw() -> Bool {
    isStale = true
    guard !isDrawing else { return false }
    (isDrawing, isStale) = (true, false)
    return true
  }

  /// Notes that the wheel is part of a drawing that has begun.
  mutating func takeTurned() { turned = 0 }

  /// Notes that a drawing has ended.
  mutating func drawingDidFinish() { isDrawing = false }
}
