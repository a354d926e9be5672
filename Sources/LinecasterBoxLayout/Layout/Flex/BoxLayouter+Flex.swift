/// CSS Flexible Box Layout 1 §9: the layout of a flex container, one call per step.
extension BoxLayouter {
  /// Lays out the items of a container and writes their boxes (§9, one call per step).
  mutating func layOutItems(of node: Int, _ request: LayoutRequest) throws -> LayoutResult {
    var container = FlexContainer(node: node, style: nodes[node], request: request)
    try collectItems(of: &container)  // §9.1 step 1, §9.2 step 2
    try determineBaseSizes(in: &container)  // §9.2 step 3
    collectLines(in: &container)  // §9.3 step 5
    determineMainSize(of: &container)  // §9.2 step 4
    try resolveFlexibleLengths(in: &container)  // §9.3 step 6
    try determineHypotheticalCrossSizes(in: &container)  // §9.4 step 7
    try determineLineCrossSizes(in: &container)  // §9.4 step 8
    determineCrossSize(of: &container)  // §9.6 step 15
    stretchLines(of: &container)  // §9.4 step 9
    determineUsedCrossSizes(in: &container)  // §9.4 step 11
    distributeMainSpace(in: &container)  // §9.5 step 12
    alignItemsAcross(in: &container)  // §9.6 steps 13 and 14
    alignLines(of: &container)  // §9.6 step 16
    placeItems(of: &container)
    let result = try result(of: &container, request)
    discardScratch(of: &container)
    return result
  }

  mutating func discardScratch(of container: inout FlexContainer) {
    itemCount = container.items.lowerBound
    lineCount = container.lines.lowerBound
  }
}
