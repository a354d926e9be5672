/// The size a node is laid out at, of its border box.
struct LayoutRequest {
  /// The width, which is always given: widths are decided before the layout inside them.
  var width: Double
  /// The height, or indefinite for the height of the content within the node's own limits.
  var height: Double
  /// Whether percentages of children may refer to `height`.
  var isHeightDefinite: Bool
  var basis: PercentBasis
  /// Whether the caller reads the baseline, which costs a look into the first line.
  var needsBaseline = false
}
