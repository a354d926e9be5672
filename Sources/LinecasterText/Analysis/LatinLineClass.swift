/// The line breaking classes of ASCII and Latin-1 (UAX 14), those that act alike as one.
enum LatinLineClass: UInt8 {
  /// Letters, digits and symbols that join like them.
  case alphabetic
  /// No line starts with it, and one may end after it before anything that may start one.
  case closing
  /// No line starts with it, and one may end after it, but not before letters.
  case infix
  /// Currency and percent signs and the like.
  case numeric
  /// Opening brackets.
  case opening
  /// Quotation marks, which may open or close.
  case quotation
  /// The no-break space.
  case glue
  /// Lines end after it, such as a soft hyphen.
  case breakAfter
  /// Lines end before it.
  case breakBefore
  /// Controls, which count as combining marks.
  case mark

  /// The class of a character.
  init(_ unit: UInt8) {
    self =
      switch unit {
      case 0x21, 0x2F, 0x3F, 0x7D: .closing  // ! / ? }
      case 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x5D: .infix  // ) , . : ; ]
      case 0x24, 0x25, 0x2B, 0x5C, 0xA2...0xA5, 0xB0, 0xB1: .numeric  // $ % + \ and currencies
      case 0x28, 0x5B, 0x7B, 0xA1, 0xBF: .opening  // ( [ {
      case 0x22, 0x27, 0xAB, 0xBB: .quotation
      case 0xA0: .glue
      case 0x2D, 0x7C, 0xAD: .breakAfter  // - |
      case 0xB4: .breakBefore
      case 0x7F...0x9F: .mark
      default: .alphabetic
      }
  }

  /// Whether a line may end between characters of this class and of another (UAX 14, LB9–LB31).
  func allowsBreak(before next: LatinLineClass) -> Bool {
    switch next {
    case .closing, .infix, .quotation, .breakAfter, .mark: return false
    case .glue: return self == .breakAfter
    case .breakBefore: return !joinsWhatFollows
    case .alphabetic: return self == .closing || self == .breakAfter
    case .numeric, .opening:
      return self != .alphabetic && self != .mark && !joinsWhatFollows
    }
  }

  /// Whether no line ends after a character of this class.
  private var joinsWhatFollows: Bool {
    self == .opening || self == .quotation || self == .glue || self == .breakBefore
  }
}
