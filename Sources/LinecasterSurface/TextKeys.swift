import LinecasterBase
import LinecasterText

/// A key that text input answers to.
public enum TextKey: Hashable, Sendable {
  /// Moves the caret.
  case left, right, up, down, home, end, pageUp, pageDown
  /// Deletes what is before or behind the caret.
  case backspace, delete
  /// Ends a line, or the input.
  case enter
  /// Gives up what an input method has not settled.
  case escape
  /// A letter of a shortcut, as a small letter of ASCII.
  case letter(Unicode.Scalar)
}

/// The keys that are held down beside another.
public struct TextKeyModifiers: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Selects on the way.
  public static let shift = TextKeyModifiers(rawValue: 1)
  /// Goes over words, and gives letters their meanings.
  public static let control = TextKeyModifiers(rawValue: 2)
}

/// The clipboard of a system, which text is copied to and pasted from.
///
///     final class Pasteboard: TextClipboard {
///       var text: String?
///     }
@MainActor
public protocol TextClipboard: AnyObject {
  /// The text in it; nil where there is none.
  var text: String? { get set }
}

/// What is to be done with an input, in its turn.
enum TextInputStep: Sendable {
  case command(TextInput.Command)
  case copy
  case cut
  case paste
  /// Tells the program that the input is done.
  case submit
  /// Puts another input in its place.
  case replace(TextInput)
}

extension TextInputStep {
  /// What a key means, as on Linux; nil for nothing.
  ///
  /// - Parameter page: The height that is seen, in layout points.
  init?(
    _ key: TextKey, _ modifiers: TextKeyModifiers, in input: TextInput, page: Double
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
    // A line has none above and below: others may answer to these.
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
  /// Whether what it does depends on how the text is seen.
  var needsLayout: Bool {
    switch self {
    case .press, .drag: true
    case .move(let movement, _), .delete(let movement): movement.needsLayout
    default: false
    }
  }

  /// Whether it asks where words begin and end.
  var looksForWords: Bool {
    switch self {
    case .press(_, let clicks, _): clicks > 1
    case .drag: true
    case .move(.step(.word), _), .delete(.step(.word)): true
    default: false
    }
  }

  /// About how many bytes it brings with it.
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
