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
