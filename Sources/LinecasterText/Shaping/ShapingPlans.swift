import LinecasterFonts

/// The shaping plans of one worker, each made once.
///
/// Not Sendable: it lives in a worker that one thread uses at a time.
final class ShapingPlans {
  private var options: [ShapingOptions] = []
  // Unchecked: the worker that owns it is lent to one thread at a time, and no access is inside
  // another.
  @exclusivity(unchecked) private var keys: ContiguousArray<UInt64> = []
  @exclusivity(unchecked) private var plans: ContiguousArray<ShapingPlan> = []
  private var nextSerial: UInt32 = 1
  @exclusivity(unchecked) private var lastStyle: (style: TextStyle, index: UInt64)?

  /// The plan for text of a script in a style.
  ///
  /// - Complexity: O(plans made), a few nanoseconds for the dozen that programs have.
  func plan(
    _ face: FontFace, script: ScriptCode, isRightToLeft: Bool, style: TextStyle
  ) -> ShapingPlan {
    let option = index(of: style)
    let key =
      UInt64(face.identifier) << 32 | option << 16 | UInt64(script.rawValue) << 8
      | (isRightToLeft ? 1 : 0)
    if let known = keys.firstIndex(of: key) { return plans[known] }
    if keys.count >= Self.limit {
      // The number of the style's options goes too, so the key is made again.
      forget()
      return self.plan(face, script: script, isRightToLeft: isRightToLeft, style: style)
    }
    let plan = ShapingPlan(
      face: face, script: script, isRightToLeft: isRightToLeft,
      options: ShapingOptions(style), serial: nextSerial)
    nextSerial &+= 1
    keys.append(key)
    plans.append(plan)
    return plan
  }

  /// The number of what a style tells the shaper.
  private func index(of style: TextStyle) -> UInt64 {
    if let last = lastStyle, ShapingOptions.areSame(last.style, style) { return last.index }
    let wanted = ShapingOptions(style)
    var index = options.firstIndex(of: wanted)
    if index == nil {
      if options.count >= Self.limit { forget() }
      options.append(wanted)
      index = options.count - 1
    }
    let number = UInt64(index ?? 0)
    lastStyle = (style, number)
    return number
  }

  /// Drops all plans; serial numbers go on, so that caches find nothing of theirs.
  private func forget() {
    keys.removeAll()
    plans.removeAll()
    options.removeAll()
    lastStyle = nil
  }

  /// More than programs have; bounds the memory that made-up languages and features can take.
  private static let limit = 256
}
