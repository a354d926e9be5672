import LinecasterBase

/// A script of Unicode (UAX 24) as ICU numbers it.
struct ScriptCode: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt8
}

extension ScriptCode {
  /// Whether it is that of ideographs, kana or Bopomofo, which stand in one word and in one item.
  var isEastAsian: Bool { Self.areEastAsian[Int(rawValue)] }

  /// Whether text of both scripts may be in one item.
  @inline(__always)
  func shares(itemsOf other: ScriptCode) -> Bool {
    self == other || (isEastAsian && other.isEastAsian)
  }

  /// The East Asian scripts as they are after `ScriptResolver`.
  static let eastAsianScripts: [ScriptCode] = [han, hiragana, bopomofo]

  private static let areEastAsian = (0...UInt8.max).map {
    eastAsianScripts.contains(ScriptCode(rawValue: $0))
  }
}

extension ScriptCode {
  /// Whether letters of the script join, so that room between them would tear words apart.
  ///
  /// The cursive scripts of CSS Text 4 §8.2.1, and the others that HarfBuzz joins.
  var joinsLetters: Bool { Self.joining[Int(rawValue)] }

  private static let joining: [Bool] = tags.map(joiningTags.contains)

  private static let joiningTags: Set<UInt32> = [
    0x4164_6C6D,  // Adlm
    0x4172_6162,  // Arab
    0x4368_7273,  // Chrs
    0x4D61_6E64,  // Mand
    0x4D61_6E69,  // Mani
    0x4D6F_6E67,  // Mong
    0x4E6B_6F6F,  // Nkoo
    0x4F75_6772,  // Ougr
    0x5068_6167,  // Phag
    0x5068_6C70,  // Phlp
    0x526F_6867,  // Rohg
    0x536F_6764,  // Sogd
    0x5379_7263,  // Syrc
  ]
}

/// Gives characters without a script of their own the script they stand among (UAX 24 §5.1, §5.2).
enum ScriptResolver {
  /// Replaces common and inherited by what precedes, or at the start by what follows; a closing
  /// bracket takes the script of the opening one in its paragraph, so that a pair is of one kind.
  /// Katakana counts as Hiragana, since fonts have one set of rules for both.
  ///
  /// Text without any script stays common.
  static func resolve(
    _ scripts: UnsafeMutableBufferPointer<UInt8>, of text: UnsafeBufferPointer<UInt16>,
    after script: ScriptCode? = nil, _ scope: WorkScope
  ) throws(CancellationError) {
    let (common, inherited) = (ScriptCode.common.rawValue, ScriptCode.inherited.rawValue)
    let (katakana, hiragana) = (ScriptCode.katakana.rawValue, ScriptCode.hiragana.rawValue)
    var current =
      script?.rawValue ?? scripts.first { $0 != common && $0 != inherited } ?? common
    if current == katakana { current = hiragana }
    var brackets = OpenBrackets()
    try scope.forEachPiece(of: scripts.indices, steps: 3) { piece in
      for unit in piece {
        let script = scripts[unit]
        guard script == common || script == inherited else {
          current = script == katakana ? hiragana : script
          scripts[unit] = current
          continue
        }
        if text[unit] == 0x20 {
          // The most frequent of them.
        } else if let closing = PairedBracket.closing(of: text[unit]) {
          brackets.open(closing, script: current)
        } else if PairedBracket.isClosing(text[unit]), let script = brackets.close(text[unit]) {
          current = script
        } else if ParagraphSeparator.isOne(text[unit]) {
          brackets.closeAll()
        }
        scripts[unit] = current
      }
    }
  }

  /// The brackets that are open, and the script of each.
  private struct OpenBrackets {
    private var stack: [(closing: UInt16, script: UInt8)] = []

    /// Deeper ones are taken as letters; no text that people read has so many.
    private static let depth = 32

    mutating func open(_ closing: UInt16, script: UInt8) {
      if stack.count < Self.depth { stack.append((closing, script)) }
    }

    /// Forgets all, at the end of a paragraph.
    mutating func closeAll() { stack.removeAll(keepingCapacity: true) }

    /// The script of the bracket that one closes, forgetting those inside it; nil for none.
    mutating func close(_ closing: UInt16) -> UInt8? {
      guard let index = stack.lastIndex(where: { $0.closing == closing }) else { return nil }
      let script = stack[index].script
      stack.removeSubrange(index...)
      return script
    }
  }
}

/// The brackets of common script that open and close (Unicode's `BidiBrackets`), in one unit.
enum PairedBracket {
  /// The bracket that closes one; nil for what opens nothing.
  static func closing(of unit: UInt16) -> UInt16? {
    switch unit {
    case 0x28: 0x29
    case 0x5B, 0x7B: unit + 2
    case 0x0080..<0x2045, 0x301C..<0xFF08: nil
    case 0x2045, 0x207D, 0x208D, 0x2308, 0x230A, 0x2329, 0x27C5, 0x2E22, 0x2E24, 0x2E26,
      0x2E28, 0xFF08, 0xFF5F, 0xFF62:
      unit + 1
    case 0x2768...0x2775, 0x27E6...0x27EF, 0x2983...0x2998, 0x3008...0x3011, 0x3014...0x301B:
      isFirst(unit) ? unit + 1 : nil
    case 0xFF3B, 0xFF5B: unit + 2
    default: nil
    }
  }

  /// Whether a unit closes a bracket.
  static func isClosing(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x29, 0x5D, 0x7D, 0xFF3D, 0xFF5D: true
    case 0x2046...0xFF63: closing(of: unit - 1) == unit
    default: false
    }
  }

  /// Whether a unit is the first of a pair, in blocks of pairs.
  private static func isFirst(_ unit: UInt16) -> Bool {
    // The pairs U+2983 and U+2984 to U+2997 and U+2998 start at odd numbers.
    unit & 1 == ((0x2983...0x2998).contains(unit) ? 1 : 0)
  }
}
