extension BoundaryFlags {
  /// The flags that say which East Asian script a unit is of, in a run of such text.
  init(eastAsian script: ScriptCode) {
    let number = ScriptCode.eastAsianScripts.firstIndex(of: script) ?? 0
    self.init(rawValue: UInt8(number) << Self.scriptShift)
  }

  /// The script of a unit in a run of East Asian text.
  var eastAsianScript: ScriptCode {
    let number = Int(rawValue >> Self.scriptShift)
    return ScriptCode.eastAsianScripts[min(number, ScriptCode.eastAsianScripts.count - 1)]
  }

  private static let scriptShift: UInt8 = 6
}
