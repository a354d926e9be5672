/// What the style of an item comes to in its container.
extension FlexItem {
  /// Sizes of a style that has points and `auto` alone, of the border box.
  @inline(__always)
  mutating func setPlainSizes(
    _ style: ArenaNode, isRow: Bool, mainEdges: Double, crossEdges: Double
  ) {
    minMain = Self.least(style.minimum(isRow: isRow), mainEdges)
    maxMain = Self.plain(style.maximum(isRow: isRow), mainEdges)
    minCross = Self.least(style.minimum(isRow: !isRow), crossEdges)
    maxCross = Self.plain(style.maximum(isRow: !isRow), crossEdges)
    definiteMain = Self.plain(style.size(isRow: isRow), mainEdges)
    definiteCross = Self.plain(style.size(isRow: !isRow), crossEdges)
  }

  /// A length that is at least as large as padding and border; indefinite where it is `auto`.
  @inline(__always)
  private static func plain(_ length: FlexLength, _ edges: Double) -> Double {
    length.raw < edges ? edges : length.raw
  }

  @inline(__always)
  private static func least(_ length: FlexLength, _ edges: Double) -> Double {
    length.raw > edges ? length.raw : edges
  }

  mutating func setSizes(
    _ style: ArenaNode, mainEdges: Double, crossEdges: Double, in container: inout FlexContainer
  ) {
    let isRow = container.isRow
    (minMain, maxMain) = style.limits(
      isRow: isRow, edges: mainEdges, against: container.mainBasis)
    (minCross, maxCross) = style.limits(
      isRow: !isRow, edges: crossEdges, against: container.crossBasis)
    definiteMain = style.definiteSize(
      isRow: isRow, edges: mainEdges, against: container.mainBasis)
    definiteCross = style.definiteSize(
      isRow: !isRow, edges: crossEdges, against: container.crossBasis)
  }
}
