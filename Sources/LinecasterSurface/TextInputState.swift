import LinecasterBase
import LinecasterText

/// A text input without threads, layouts and pixels: the text, the queued steps, the focus, the
/// caret and the pending drawing.
///
/// Steps are performed in order, and none is lost. While a worker performs one, all others wait.
struct TextInputState {
  /// The next action of the host.
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

  /// The text and selection, after all processed steps.
  private(set) var input: TextInput
  private(set) var isFocused = false
  /// Whether a pointer that went down in the input is still down.
  var isPressed = false
  private(set) var now = Duration.zero
  /// The wheel distance that has not been drawn, in layout points.
  private(set) var turned = 0.0
  /// Whether to scroll the caret into sight: off after a wheel event, until the caret moves.
  private(set) var showsCaret = true
  /// Whether a worker performs a step.
  private(set) var isAway = false
  private(set) var isDrawing = false
  /// Whether something has changed since the last drawing began.
  private(set) var isStale = false
  private var waiting: [TextInputStep] = []
  /// The start of the caret's current blinking.
  private var caretStart = Duration.zero

  /// The longest text whose steps run on the host, in UTF-16 units; also the longest text that a
  /// step may add there, in bytes.
  static let mostUnitsAtOnce = 1 << 16
  /// The same limit for steps over words, which some texts have far apart.
  static let mostUnitsOfWords = 1 << 10
  /// The duration of each phase of the caret's blinking.
  static let blink = Duration.milliseconds(530)

  init(_ input: TextInput) { self.input = input }

  /// Whether the caret is in the visible phase of its blinking.
  var isCaretSeen: Bool {
    let passed = max(0, (now - caretStart).seconds / Self.blink.seconds)
    return Int(saturating: passed) % 2 == 0
  }

  /// The time at which the caret appears or disappears next.
  var nextBlink: Duration {
    let passed = max(0, (now - caretStart).seconds / Self.blink.seconds)
    return caretStart + Self.blink * Int(saturating: passed + 1)
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
  /// - Returns: Whether the focus changed; if so, the caller must end a composition.
  mutating func setFocused(_ value: Bool) -> Bool {
    guard value != isFocused else { return false }
    isFocused = value
    return true
  }
}

// MARK: - Steps in their order

extension TextInputState {
  /// Queues a step after all others.
  mutating func add(_ step: TextInputStep) { waiting.append(step) }

  /// Takes the next step and decides where to perform it; `nil` if the queue is empty or a worker
  /// is busy.
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

  /// Sends a command to a worker, with the commands queued right behind it.
  mutating func performAway(_ first: TextInput.Command) -> Action {
    isAway = true
    var commands = [first]
    while case .command(let next)? = waiting.first {
      commands.append(next)
      waiting.removeFirst()
    }
    return .performAway(commands)
  }

  /// Inserts the text of the clipboard before all queued steps.
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

  /// Performs a command here.
  mutating func perform(
    _ command: TextInput.Command, in text: TextDocument?
  ) -> TextInput.Outcome {
    input.perform(command, in: text)
  }

  /// Ends the turn of a worker.
  ///
  /// - Parameter changed: The input that the worker returned.
  mutating func workerDidFinish(with changed: TextInput? = nil) {
    isAway = false
    if let changed { input = changed }
  }

  /// Replaces the input: before all queued steps, but after the step of a busy worker.
  ///
  /// - Returns: Whether the text is different; `nil` if the replacement is queued.
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
  /// - Returns: Whether a drawing begins now; otherwise it follows the current one.
  mutating func mustDraw() -> Bool {
    isStale = true
    guard !isDrawing else { return false }
    (isDrawing, isStale) = (true, false)
    return true
  }

  /// Notes that a drawing with the wheel distance has begun.
  mutating func takeTurned() { turned = 0 }

  /// Notes that a drawing has ended.
  mutating func drawingDidFinish() { isDrawing = false }
}
