/// §4.5 Automatic minimum size of flex items.
extension FlexLayouter {
  /// Sets the content-based minimum: the smaller of the content and the size by style, within the
  /// maximum.
  mutating func determineAutomaticMinimum(
    of item: inout FlexItem, in container: FlexContainer
  ) throws {
    item.hasPendingMinimum = false
    var minimum = try minContentMain(of: &item, in: container)
    if item.definiteMain.isDefinite { minimum = min(minimum, item.definiteMain) }
    if item.maxMain < minimum { minimum = item.maxMain }
    item.minMain = max(minimum, item.minMain)
  }

  /// The content size suggestion: the min-content size, within the cross limits that an aspect
  /// ratio transfers.
  private mutating func minContentMain(
    of item: inout FlexItem, in container: FlexContainer
  ) throws -> Double {
    var minimum: Double
    if container.isRow {
      minimum = try contentWidth(
        of: Int(item.node), .minContentWidth, basis: container.itemBasis,
        height: item.definiteCross)
    } else {
      try determineWidth(of: &item, in: container)
      minimum = try contentHeight(of: item, in: container)
    }
    guard styles[Int(item.node)].aspectRatio.isDefinite else { return minimum }
    let cross = container.isRow ? item.definiteCross : item.cross
    if cross.isDefinite { minimum = max(minimum, main(fromCross: cross, of: item, in: container)) }
    let least = main(fromCross: item.minCross, of: item, in: container)
    let greatest =
      item.maxCross.isDefinite
      ? main(fromCross: item.maxCross, of: item, in: container) : .indefinite
    minimum = minimum.clamped(least, greatest)
    return minimum
  }
}
