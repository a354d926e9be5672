/// What a node answers to a ``LayoutRequest``.
struct LayoutResult: BitwiseCopyable {
  /// The border-box height: the requested one, or that of the content within the node's limits.
  var height: Double
  /// The border-box height of the content alone, before minimum and maximum.
  var contentHeight: Double
  /// From the top of the border box to the first baseline; indefinite where there is none.
  var baseline: Double
}
