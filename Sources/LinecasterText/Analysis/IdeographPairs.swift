/// Answers about line opportunities beside ideographs, kana and Hangul syllables, which UAX 14 lets
/// two characters settle.
///
/// All sets of rules agree on them. Small kana, centred punctuation and exclamation marks, which
/// strict and loose rules part, are not answered here.
enum IdeographPairs {
  /// Whether a line may end between two units; neither is white space.
  static func answer(_ last: UInt16, _ next: UInt16) -> LetterPairs.Answer {
    let lastKind = kind(last)
    let nextKind = kind(next)
    guard lastKind.rawValue <= Kind.closing.rawValue || nextKind.rawValue <= Kind.closing.rawValue
    else { return .unknown }
    return switch (lastKind, nextKind) {
    // LB31: ideographs stand alone.
    case (.ideograph, .ideograph), (.ideograph, .alphanumeric), (.alphanumeric, .ideograph): .break
    // LB30: those as wide as ideographs open and close nothing together with letters.
    case (.ideograph, .opening), (.closing, .ideograph), (.closing, .opening): .break
    // LB13, LB14.
    case (.opening, .ideograph), (.opening, .alphanumeric), (.opening, .opening): .keep
    case (.ideograph, .closing), (.alphanumeric, .closing), (.closing, .closing): .keep
    case (.ideograph, .infix), (.closing, .infix): .keep
    default: .unknown
    }
  }

  /// What a character does beside ideographs.
  private enum Kind: UInt8 {
    case ideograph
    /// A bracket as wide as an ideograph.
    case opening
    /// The same, or a full stop or comma.
    case closing
    /// A letter or digit of ASCII.
    case alphanumeric
    /// A full stop, comma or the like of ASCII.
    case infix
    case other
  }

  private static func kind(_ unit: UInt16) -> Kind {
    switch unit {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: .alphanumeric
    case 0x2C, 0x2E, 0x3A, 0x3B: .infix  // , . : ;
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: .ideograph
    case 0x3001...0x30FF: kana[Int(unit & 0xFF)]
    case 0xFF01...0xFF60: wideForms[Int(unit & 0xFF)]
    default: .other
    }
  }

  /// From U+3000 and from U+FF00 on.
  private static let kana = kinds(from: 0x3000)
  private static let wideForms = kinds(from: 0xFF00)

  private static func kinds(from first: UInt32) -> [Kind] {
    (first..<first + 256).map { kind(LineClass(of: $0)) }
  }

  /// Whether one of two units may be an ideograph or the like, and neither is white space of ASCII.
  @inline(__always)
  static func mayAnswer(_ last: UInt16, _ next: UInt16) -> Bool {
    max(last, next) > 0x2FFF && min(last, next) > 0x20
  }

  private static func kind(_ lineClass: LineClass) -> Kind {
    switch lineClass {
    case .ideograph: .ideograph
    case .opening: .opening
    case .closing: .closing
    default: .other
    }
  }
}
