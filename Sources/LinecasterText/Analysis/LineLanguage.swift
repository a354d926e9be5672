/// The languages that have line breaking rules of their own in ICU.
enum LineLanguage {
  case chinese, japanese, korean, other

  /// The language of a BCP 47 tag.
  init(_ tag: String?) {
    guard let tag else {
      self = .other
      return
    }
    var first = tag.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
      .makeIterator()
    let letters = (first.next(), first.next(), first.next())
    guard let one = letters.0, let two = letters.1, letters.2 == nil else {
      self = .other
      return
    }
    self =
      switch (one | 0x20, two | 0x20) {
      case (UInt8(ascii: "z"), UInt8(ascii: "h")): .chinese
      case (UInt8(ascii: "j"), UInt8(ascii: "a")): .japanese
      case (UInt8(ascii: "k"), UInt8(ascii: "o")): .korean
      default: .other
      }
  }
}
