extension [MarkupBlock] {
  /// Whether the first letter that has a direction is of a script that runs from right to left.
  var isRightToLeft: Bool { lazy.compactMap(\.isRightToLeft).first ?? false }
}

extension MarkupBlock {
  /// The same of one block; nil where no letter has a direction.
  fileprivate var isRightToLeft: Bool? {
    switch self {
    case .heading(_, let spans), .paragraph(let spans):
      spans.lazy.compactMap { Self.direction(of: $0.text) }.first
    case .quote(let blocks): blocks.lazy.compactMap(\.isRightToLeft).first
    case .list(let list): list.items.lazy.joined().compactMap(\.isRightToLeft).first
    case .code, .image, .thematicBreak: nil
    }
  }

  private static func direction(of text: String) -> Bool? {
    text.unicodeScalars.first { $0.properties.isAlphabetic }.map { letter in
      rightToLeft.contains { $0.contains(letter.value) }
    }
  }

  /// The blocks that Unicode keeps for scripts from right to left.
  private static let rightToLeft: [ClosedRange<UInt32>] = [
    0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
  ]
}
