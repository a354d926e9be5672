/// Finds bidirectional levels, scripts, line opportunities and graphemes of a paragraph.
struct TextAnalyzer {
  let unicode: UnicodeAnalyzer

  /// Analyzes text; the only stage that asks ICU.
  ///
  /// - Complexity: O(units).
  func analyze(_ source: SourceText, style: ParagraphStyle) -> TextAnalysis {
    source.units.withUnsafeBufferPointer { text in
      let direction = style.baseDirection
      let (scripts, properties) = classify(text)
      let bidi = needsBidi(text, direction) ? unicode.levels(text, direction: direction) : nil
      let lines = LineOpportunityMarker(unicode: unicode, style: style, runs: source.runs)
      return TextAnalysis(
        boundaries: boundaries(text, properties, lines), levels: bidi?.levels ?? [],
        paragraphs: bidi?.paragraphs
          ?? [BidiParagraph(end: text.count, level: direction == .rightToLeft ? 1 : 0)],
        scripts: scripts, properties: properties)
    }
  }

  private func classify(_ text: UnsafeBufferPointer<UInt16>) -> ([UInt8], [UInt8]) {
    var properties: [UInt8] = []
    let scripts = [UInt8](unsafeUninitializedCapacity: text.count) { scripts, scriptCount in
      properties = [UInt8](unsafeUninitializedCapacity: text.count) { buffer, count in
        UnicodeAnalyzer.classify(text, scripts: scripts, properties: buffer)
        count = text.count
      }
      scriptCount = text.count
    }
    return (scripts, properties)
  }

  private func boundaries(
    _ text: UnsafeBufferPointer<UInt16>, _ properties: [UInt8], _ lines: LineOpportunityMarker
  ) -> [BoundaryFlags] {
    [BoundaryFlags](unsafeUninitializedCapacity: text.count + 1) { buffer, count in
      buffer.initialize(repeating: [])
      count = text.count + 1
      // BoundaryFlags is one byte and nothing else, so its buffer is one of bytes.
      buffer.withMemoryRebound(to: UInt8.self) { flags in
        let bytes = UnsafeMutableBufferPointer(start: flags.baseAddress, count: count)
        markCharacters(text, bytes, properties, lines.style.whiteSpace)
        markGraphemes(text, bytes)
        lines.mark(text, into: bytes)
      }
    }
  }

  private func markCharacters(
    _ text: UnsafeBufferPointer<UInt16>, _ flags: UnsafeMutableBufferPointer<UInt8>,
    _ properties: [UInt8], _ whiteSpace: WhiteSpace
  ) {
    for (unit, property) in properties.enumerated() where property != 0 {
      let character = CharacterProperties(rawValue: property)
      if character.contains(.space) ? whiteSpace.hangs : character.contains(.control) {
        flags[unit] |= BoundaryFlags.space.rawValue
      }
      guard character.contains(.control) else { continue }
      flags[unit] |= BoundaryFlags.control.rawValue
      let next = unit + 1 < text.count ? text[unit + 1] : nil
      if LineTerminator.endsLine(text[unit], before: next) {
        let both: BoundaryFlags = [.hardBreak, .softBreak]
        flags[unit + 1] |= both.rawValue
      }
    }
  }

  private func markGraphemes(
    _ text: UnsafeBufferPointer<UInt16>, _ flags: UnsafeMutableBufferPointer<UInt8>
  ) {
    // Below the combining marks every unit is a grapheme, but for a carriage return's line feed.
    if text.allSatisfy({ $0 < 0x300 && $0 != 0x0D }) {
      for unit in flags.indices { flags[unit] |= BoundaryFlags.grapheme.rawValue }
    } else {
      UnicodeAnalyzer.markGraphemes(text, into: flags)
    }
  }

  /// Whether any level may be other than 0; a false answer spares the bidirectional algorithm.
  private func needsBidi(_ text: UnsafeBufferPointer<UInt16>, _ direction: BaseDirection) -> Bool {
    direction == .rightToLeft || text.contains(where: Self.mayRaiseLevel)
  }

  /// Whether a unit may belong to a right-to-left character, an Arabic number or a bidi control.
  private static func mayRaiseLevel(_ unit: UInt16) -> Bool {
    guard unit >= 0x0590 else { return false }
    return switch unit {
    case 0x0590...0x08FF, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    case 0xFB1D...0xFDFF, 0xFE70...0xFEFF: true
    case 0xD802...0xD803, 0xD83A...0xD83B: true  // U+10800–10FFF and U+1E800–1EFFF
    default: false
    }
  }
}
