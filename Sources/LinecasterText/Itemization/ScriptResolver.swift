/// Gives characters without a script of their own the script they stand among (UAX 24 §5.2).
enum ScriptResolver {
  /// Replaces common and inherited by what precedes, or at the start by what follows.
  ///
  /// Text without any script stays common.
  static func resolve(_ scripts: inout [UInt8]) {
    let isOwn = { (script: UInt8) in
      script != ScriptCode.common.rawValue && script != ScriptCode.inherited.rawValue
    }
    var current = scripts.first(where: isOwn) ?? ScriptCode.common.rawValue
    scripts.withUnsafeMutableBufferPointer { scripts in
      for unit in scripts.indices {
        if isOwn(scripts[unit]) {
          current = scripts[unit]
        } else {
          scripts[unit] = current
        }
      }
    }
  }
}
