/// A declarative description of a cell or a part of one: what it is made of, not where.
///
/// Layouts are values without closures: equal ones look the same, and any thread may make, compare
/// and arrange them. Make your own by composing others:
///
///     struct Badge: Layout {
///       var label: String
///       var node: LayoutNode { Text(label).padding(4).background(.black, cornerRadius: 4) }
///     }
public protocol Layout: Sendable {
  /// The tree of nodes the layout stands for.
  var node: LayoutNode { get }
}
