/// The classes of characters that emphasis asks for (CommonMark §2.1).
extension Unicode.Scalar {
  var isWhite: Bool {
    value <= 0x20
      ? self == " " || (0x09...0x0D).contains(value) : properties.generalCategory == .spaceSeparator
  }

  var isSpaceOrLineEnd: Bool { self == " " || self == "\n" }

  /// Whether it is punctuation or a symbol.
  var isPunctuation: Bool {
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol:
      true
    default: false
    }
  }
}
