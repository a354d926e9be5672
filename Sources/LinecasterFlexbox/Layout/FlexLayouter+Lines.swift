/// §9.3 Main size determination: lines and the container's own main size.
extension FlexLayouter {
  /// Step 5: one line, or as many as the available main space asks for.
  mutating func collectLines(in container: inout FlexContainer) {
    let limit = lineLimit(of: &container)
    let first = lineCount
    var start = container.items.lowerBound
    var sum = 0.0
    for index in container.items {
      let size = items[index].hypothetical + items[index].mainMargins
      let extended = index == start ? size : sum + container.mainGap + size
      if index > start, extended > limit {
        pushLine(FlexLine(items: start..<index, hypotheticalSum: sum))
        start = index
        sum = size
      } else {
        sum = extended
      }
    }
    if start < container.items.upperBound {
      pushLine(FlexLine(items: start..<container.items.upperBound, hypotheticalSum: sum))
    }
    container.lines = first..<lineCount
  }

  private mutating func pushLine(_ line: FlexLine) {
    lines[lineCount] = line
    lineCount += 1
  }

  /// Step 4: an indefinite main size becomes that of the longest line, within the limits.
  mutating func determineMainSize(of container: inout FlexContainer) {
    guard !container.innerMain.isDefinite else { return }
    var longest = 0.0
    for index in container.lines { longest = max(longest, lines[index].hypotheticalSum) }
    container.innerMain = max(
      longest.clamped(container.minInnerHeight, container.maxInnerHeight), 0)
    container.contentMain = longest
  }

  /// The main size beyond which a line breaks; sums of lengths that should just fit may miss it
  /// by rounding.
  private func lineLimit(of container: inout FlexContainer) -> Double {
    guard container.isMultiLine else { return .infinity }
    let limit =
      container.innerMain.isDefinite
      ? container.innerMain : container.maxInnerHeight.or(.infinity)
    return limit + Self.tolerance
  }

  /// Lengths that differ by less count as equal, in layout points: far below a pixel and far above
  /// the rounding of a sum.
  static let tolerance = 1.0 / 4096
}
