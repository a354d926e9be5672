import LinecasterBase
import LinecasterText

/// A key that text inputs handle.
public enum TextKey: Hashable, Sendable {
  /// Moves the caret.
  case left, right, up, down, home, end, pageUp, pageDown
  /// Deletes backwards or forwards from the caret.
  case backspace, delete
  /// Inserts a line break, or submits the input.
  case enter
  /// Cancels the marked text of an input method.
  case escape
  /// A letter of a keyboard shortcut, as a lowercase ASCII letter.
  case letter(Unicode.Scalar)
}

/// The system clipboard, for copy and paste.
///
///     final class Pasteboard: TextClipboard {
///       var text: String?
///     }
@MainActor
public protocol TextClipboard: AnyObject {
  /// The text in the clipboard; `nil` for none.
  var text: String? { get set }
}

/// A step of a text input, processed in order.
enum TextInputStep: Sendable {
  case command(TextInput.Command)
  case copy
  case cut
  case paste
  /// Reports that the input is done.
  case submit
  /// Replaces the input.
  case replace(TextInput)
}

extension TextInputStep {
  /// The step of a key, as on Linux; `nil` for none.
  ///
  /// - Parameter page: The visible height, in layout points.
  init?(
    _ key: TextKey, _ modifiers: KeyModifiers, in input: TextInput, page: Double
  ) {
    let isControlled = modifiers.contains(.control)
    if let movement = Self.movement(key, isControlled, in: input, page: page) {
      self = .command(.move(movement, extending: modifiers.contains(.shift)))
      return
    }
    switch key {
    case .backspace, .delete:
      if key == .delete, modifiers == .shift {
        self = .cut
        return
      }
      let direction: CaretDirection = key == .backspace ? .backward : .forward
      let isLine = isControlled && modifiers.contains(.shift)
      self = .command(
        .delete(
          isLine
            ? .lineEdge(direction)
            : .step(isControlled ? .word(direction) : .grapheme(direction))))
    case .enter:
      self = input.kind == .area && !isControlled ? .command(.insert("\n")) : .submit
    case .escape:
      guard input.markedRange != nil else { return nil }
      self = .command(.cancelComposition)
    case .letter(let letter):
      guard isControlled else { return nil }
      self.init(shortcut: letter, isShifted: modifiers.contains(.shift))
    default: return nil
    }
  }

  private init?(shortcut letter: Unicode.Scalar, isShifted: Bool) {
    switch letter {
    case "a": self = .command(.selectAll)
    case "c": self = .copy
    case "x": self = .cut
    case "v": self = .paste
    case "z": self = .command(isShifted ? .redo : .undo)
    case "y": self = .command(.redo)
    default: return nil
    }
  }

  private static func movement(
    _ key: TextKey, _ isControlled: Bool, in input: TextInput, page: Double
  ) -> TextMovement? {
    switch key {
    case .left: return .step(isControlled ? .word(.left) : .grapheme(.left))
    case .right: return .step(isControlled ? .word(.right) : .grapheme(.right))
    case .home: return isControlled ? .document(.backward) : .lineEdge(.backward)
    case .end: return isControlled ? .document(.forward) : .lineEdge(.forward)
    default: break
    }
    // A field has a single line, so others may handle these keys.
    guard input.kind == .area else { return nil }
    switch key {
    case .up: return isControlled ? .paragraph(.backward) : .step(.line(.backward))
    case .down: return isControlled ? .paragraph(.forward) : .step(.line(.forward))
    case .pageUp: return .page(.backward, height: page)
    case .pageDown: return .page(.forward, height: page)
    default: return nil
    }
  }
}

extension TextInput.Command {
  /// Whether the effect depends on the layout.
  var needsLayout: Bool {
    switch self {
    case .press, .drag: true
    case .move(let movement, _), .delete(let movement): movement.needsLayout
    default: false
    }
  }

  /// Whether the effect depends on lines out of sight.
  var leavesSight: Bool {
    switch self {
    case .move(.page, _), .delete(.page): true
    default: false
    }
  }

  /// Whether the effect depends on word boundaries.
  var looksForWords: Bool {
    switch self {
    case .press(_, let clicks, _): clicks > 1
    case .drag: true
    case .move(.step(.word), _), .delete(.step(.word)): true
    default: false
    }
  }

  /// The approximate number of bytes that the step adds.
  var byteCount: Int {
    switch self {
    case .insert(let text), .paste(let text), .compose(let text, _): text.utf8.count
    default: 0
    }
  }
}

extension TextMovement {
  fileprivate var needsLayout: Bool {
    switch self {
    case .step(.grapheme(let direction)), .step(.word(let direction)):
      direction == .left || direction == .right
    case .step(.line), .page, .lineEdge: true
    case .paragraph, .document: false
    }
  }
}

/// The modifier keys that are held down with a key.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The shift key; in texts, it extends the selection.
  public static let shift = KeyModifiers(rawValue: 1)
  /// The control key; in texts, it moves by words, and turns letters into shortcuts.
  public static let control = KeyModifiers(rawValue: 2)
  /// The alt key.
  public static let alt = KeyModifiers(rawValue: 4)
  /// The key with the logo of the system (X11 `Super`).
  public static let command = KeyModifiers(rawValue: 8)

  /// The modifiers with their names in key strokes, in the order of a description.
  fileprivate static let names: [(modifier: KeyModifiers, name: String)] = [
    (.control, "Ctrl"), (.alt, "Alt"), (.shift, "Shift"), (.command, "Super"),
  ]
}

/// A key with the modifiers that are held down, for example for shortcuts.
///
///     func handle(_ stroke: KeyStroke) {
///       switch stroke {
///       case "Ctrl+Z": undo()
///       case "Ctrl+Shift+Z": redo()
///       case "F5": reload()
///       default: break
///       }
///     }
///
/// Key strokes are equal if their keys and modifiers are, whatever the order of the modifiers in
/// their texts.
public struct KeyStroke: Hashable, Sendable {
  /// The name of the key on the keyboard: an uppercase letter or another character, or a name, for
  /// example `F5`, `Delete`, `PageUp` or `Keypad 1`.
  public var key: String
  /// The modifiers that are held down.
  public var modifiers: KeyModifiers

  /// Creates a key stroke.
  public init(_ key: String, _ modifiers: KeyModifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }
}

extension KeyStroke: LosslessStringConvertible, ExpressibleByStringLiteral {
  /// Reads a key stroke, for example `Ctrl+Shift+Z`; single letters are uppercased.
  ///
  /// `Control` and `Option` stand for `Ctrl` and `Alt`, and `Command` for `Super`, in any case.
  public init(_ description: String) {
    var rest = description[...]
    var modifiers: KeyModifiers = []
    while let plus = rest.dropFirst().firstIndex(of: "+"),
      let modifier = Self.modifiers[rest[..<plus].lowercased()]
    {
      modifiers.insert(modifier)
      rest = rest[plus...].dropFirst()
    }
    self.init(rest.count == 1 ? rest.uppercased() : String(rest), modifiers)
  }

  /// Reads a key stroke, for example `Ctrl+Shift+Z`.
  public init(stringLiteral value: String) { self.init(value) }

  /// The key stroke as a text, for example `Ctrl+Shift+Z`.
  public var description: String {
    (KeyModifiers.names.filter { modifiers.contains($0.modifier) }.map(\.name) + [key])
      .joined(separator: "+")
  }

  private static let modifiers: [String: KeyModifiers] = [
    "ctrl": .control, "control": .control, "alt": .alt, "option": .alt, "shift": .shift,
    "super": .command, "command": .command,
  ]
}
