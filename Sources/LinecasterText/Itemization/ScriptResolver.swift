/// Gives characters without a script of their own the script they stand among (UAX 24 §5.1, §5.2).
enum ScriptResolver {
  /// Replaces common and inherited by what precedes, or at the start by what follows; a closing
  /// bracket takes the script of the opening one, so that a pair is of one kind. Katakana counts as
  /// Hiragana, since fonts have one set of rules for both.
  ///
  /// Text without any script stays common.
  static func resolve<Failure>(
    _ scripts: UnsafeMutableBufferPointer<UInt8>, of text: UnsafeBufferPointer<UInt16>,
    _ checkpoint: Checkpoint<Failure> = Checkpoint<Never>.never
  ) throws(Failure) {
    let (common, inherited) = (ScriptCode.common.rawValue, ScriptCode.inherited.rawValue)
    let (katakana, hiragana) = (ScriptCode.katakana.rawValue, ScriptCode.hiragana.rawValue)
    var current = scripts.first { $0 != common && $0 != inherited } ?? common
    if current == katakana { current = hiragana }
    var brackets = OpenBrackets()
    try checkpoint.forEachPiece(of: scripts.indices, steps: 3) { piece in
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

    /// The script of the bracket that one closes, forgetting those inside it; nil for none.
    mutating func close(_ closing: UInt16) -> UInt8? {
      guard let index = stack.lastIndex(where: { $0.closing == closing }) else { return nil }
      let script = stack[index].script
      stack.removeSubrange(index...)
      return script
    }
  }
}
