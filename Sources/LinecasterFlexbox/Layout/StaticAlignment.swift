/// Where an absolutely positioned box would be as the only item of its container (CSS Flexbox
/// §4.1): 0 is the left or top edge of the content box, 1 the right or bottom one.
struct StaticAlignment {
  let x: Double
  let y: Double

  init(of style: ArenaNode, in parent: ArenaNode, _ container: inout FlexContainer) {
    var main = Self.share(parent.justifyContent, isSwapped: container.swapsMainStart)
    var cross = Self.share(
      style.alignSelf ?? parent.alignItems, isSwapped: container.swapsCrossStart)
    if container.isMainReversed { main = 1 - main }
    if container.isCrossReversed { cross = 1 - cross }
    x = container.isRow ? main : cross
    y = container.isRow ? cross : main
  }

  /// Spaces around a single box center it, even if it overflows (CSS Box Alignment 3 §5.3).
  private static func share(_ justify: FlexJustify, isSwapped: Bool) -> Double {
    switch justify {
    case .flexStart, .spaceBetween: 0
    case .flexEnd: 1
    case .center, .spaceAround, .spaceEvenly: 0.5
    case .start: isSwapped ? 1 : 0
    case .end: isSwapped ? 0 : 1
    }
  }

  private static func share(_ align: FlexAlign, isSwapped: Bool) -> Double {
    switch align {
    case .stretch, .flexStart: 0
    case .flexEnd: 1
    case .center: 0.5
    case .start, .baseline: isSwapped ? 1 : 0
    case .end: isSwapped ? 0 : 1
    }
  }

  /// The room that a box aligned by `share` in a content box has in its containing block, both
  /// given by their start and end: it may grow from its anchor until it meets an edge.
  static func room(
    _ share: Double, start: Double, end: Double, blockStart: Double, blockEnd: Double
  ) -> Double {
    let anchor = start + share * (end - start)
    let before = anchor - blockStart
    let after = blockEnd - anchor
    return share == 0 ? after : share == 1 ? before : 2 * min(before, after)
  }
}
