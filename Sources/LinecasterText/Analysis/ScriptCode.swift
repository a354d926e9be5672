import LinecasterBase

/// A Unicode script (UAX 24) with ICU's number.
struct ScriptCode: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt8
}

extension ScriptCode {
  /// Whether the script is Han, kana or Bopomofo, which share words and items.
  var isEastAsian: Bool { Self.areEastAsian[Int(rawValue)] }

  /// Whether text of both scripts can share an item.
  @inline(__always)
  func shares(itemsOf other: ScriptCode) -> Bool {
    self == other || (isEastAsian && other.isEastAsian)
  }

  /// The East Asian scripts that `ScriptResolver` leaves.
  static let eastAsianScripts: [ScriptCode] = [han, hiragana, bopomofo]

  private static let areEastAsian = (0...UInt8.max).map {
    eastAsianScripts.contains(ScriptCode(rawValue: $0))
  }
}

extension ScriptCode {
  /// Whether the script is cursive; letter spacing would break its words.
  ///
  /// Includes the cursive scripts of CSS Text 4 §8.2.1 and the others that HarfBuzz joins.
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

/// Resolves the script of characters of the common and inherited scripts (UAX 24 §5.1, §5.2).
enum ScriptResolver {
  /// Replaces common and inherited scripts with the preceding script, or with the following one at
  /// the start. A closing bracket takes the script of its opening bracket in the same paragraph.
  /// Katakana counts as Hiragana, because fonts have one set of rules for both.
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
          // The most frequent case.
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

  /// The open brackets with their scripts.
  private struct OpenBrackets {
    private var stack: [(closing: UInt16, script: UInt8)] = []

    /// The maximum depth; deeper brackets count as letters. Real text is never nested so deeply.
    private static let depth = 32

    mutating func open(_ closing: UInt16, script: UInt8) {
      if stack.count < Self.depth { stack.append((closing, script)) }
    }

    /// Removes all open brackets at the end of a paragraph.
    mutating func closeAll() { stack.removeAll(keepingCapacity: true) }

    /// Returns the script of the matching open bracket and removes those inside it; `nil` if none
    /// matches.
    mutating func close(_ closing: UInt16) -> UInt8? {
      guard let index = stack.lastIndex(where: { $0.closing == closing }) else { return nil }
      let script = stack[index].script
      stack.removeSubrange(index...)
      return script
    }
  }
}

/// The single-unit brackets of common script (Unicode's `BidiBrackets`).
enum PairedBracket {
  /// The closing bracket of an opening one; `nil` for other units.
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

  /// Whether a unit is a closing bracket.
  static func isClosing(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x29, 0x5D, 0x7D, 0xFF3D, 0xFF5D: true
    case 0x2046...0xFF63: closing(of: unit - 1) == unit
    default: false
    }
  }

  /// Whether a unit is the first of a pair, in a block of pairs.
  private static func isFirst(_ unit: UInt16) -> Bool {
    // The pairs U+2983 and U+2984 to U+2997 and U+2998 start at odd numbers.
    unit & 1 == ((0x2983...0x2998).contains(unit) ? 1 : 0)
  }
}
