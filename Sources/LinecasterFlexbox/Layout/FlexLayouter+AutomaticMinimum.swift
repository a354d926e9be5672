/// §4.5 Automatic minimum size of flex items.
extension FlexLayouter {
  /// Sets the content-based minimum: the smaller of the content and the size by style, within the
  /// maximum.
  mutating func determineAutomaticMinimum(
    of item: inout FlexItem, in container: inout FlexContainer
  ) throws {
    item.hasPendingMinimum = false
    var minimum =
      container.isRow
      ? try leastWidth(of: &item, in: &container) : try leastHeight(of: &item, in: &container)
    if item.definiteMain.isDefinite { minimum = min(minimum, item.definiteMain) }
    if item.maxMain < minimum { minimum = item.maxMain }
    item.minMain = max(minimum, item.minMain)
  }

  /// The content size suggestion in a row: the min-content width, within the limits of the height
  /// that an aspect ratio transfers.
  ///
  /// A definite height has its limits applied already; browsers do not transfer them again.
  private mutating func leastWidth(
    of item: inout FlexItem, in container: inout FlexContainer
  ) throws -> Double {
    var width = try contentWidth(
      of: Int(item.node), .minContentWidth, basis: container.itemBasis,
      height: item.definiteCross)
    guard item.hasRatio else { return width }
    guard item.definiteCross.isDefinite else {
      return transferred(width, maxCross: item.maxCross, of: &item, in: &container)
    }
    width = max(width, main(fromCross: item.definiteCross, of: &item, in: &container))
    return transferred(width, maxCross: .indefinite, of: &item, in: &container)
  }

  /// The content size suggestion in a column: the height of the content at the item's width,
  /// within the limits of the width that an aspect ratio transfers.
  private mutating func leastHeight(
    of item: inout FlexItem, in container: inout FlexContainer
  ) throws -> Double {
    let node = Int(item.node)
    try determineWidth(of: &item, height: item.definiteMain, in: &container)
    // A column that wraps does so at the height that it has by style or by its ratio.
    var known = item.definiteMain
    if !known.isDefinite, item.hasRatio {
      known = main(fromCross: item.cross, of: &item, in: &container)
    }
    let content =
      nodes[node].wrapsColumns && known.isDefinite
      ? try layOut(
        node,
        LayoutRequest(
          width: item.cross, height: known, percentHeight: known, basis: container.itemBasis)
      ).contentHeight
      : try contentHeight(of: &item, in: &container)
    guard item.hasRatio else { return content }
    let height = max(content, main(fromCross: item.cross, of: &item, in: &container))
    return transferred(height, maxCross: item.maxCross, of: &item, in: &container)
  }

  private func transferred(
    _ main: Double, maxCross: Double, of item: inout FlexItem, in container: inout FlexContainer
  ) -> Double {
    main.clamped(
      self.main(fromCross: item.minCross, of: &item, in: &container),
      maxCross.isDefinite ? self.main(fromCross: maxCross, of: &item, in: &container) : .indefinite)
  }
}
