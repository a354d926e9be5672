/// The size a node is laid out at, of its border box.
struct LayoutRequest: BitwiseCopyable {
  /// The width, which is always given: widths are decided before the layout inside them.
  var width: Double
  /// The height, or indefinite for the height of the content within the node's own limits.
  var height: Double
  /// The height that percentages of children refer to, of the border box too; or indefinite.
  ///
  /// It is `height` except where content makes a node higher than its aspect ratio.
  var percentHeight: Double
  var basis: PercentBasis
  /// Whether the caller reads the baseline, which costs a look into the first line.
  var needsBaseline = false
}
