/// What the layout knows about a node, now and for the next layout.
///
/// It is one line of the processor's cache.
struct NodeBox: BitwiseCopyable {
  /// The border box, relative to the border box of the nearest ancestor that has one.
  var x = 0.0
  var y = 0.0
  var width = 0.0
  var height = 0.0
  /// The min-content and max-content widths, where they depend on nothing outside the node;
  /// indefinite before they are found.
  var minContentWidth = Double.indefinite
  var maxContentWidth = Double.indefinite
  /// The index of the node's latest answer, or -1.
  var answers: Int32 = -1
  /// The index of the answer whose layout the boxes of the children come from, or -1.
  var run: Int32 = -1
  /// Whether all below is final as long as the box stays as it is.
  var isSettled = false
}
