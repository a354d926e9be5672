/// Collects the layouts of a stack, with `if`, `switch` and `for` among them.
@resultBuilder
public enum LayoutBuilder {
  /// A layout on a line of its own.
  public static func buildExpression(_ layout: some Layout) -> [LayoutNode] { [layout.node] }

  /// An optional layout on a line of its own; nil adds nothing.
  public static func buildExpression(_ layout: (some Layout)?) -> [LayoutNode] {
    layout.map { [$0.node] } ?? []
  }

  /// The layouts of a block in order.
  public static func buildBlock(_ parts: [LayoutNode]...) -> [LayoutNode] { parts.flatMap { $0 } }

  /// An `if` without `else`.
  public static func buildOptional(_ part: [LayoutNode]?) -> [LayoutNode] { part ?? [] }

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first part: [LayoutNode]) -> [LayoutNode] { part }

  /// The other branch of an `if` or `switch`.
  public static func buildEither(second part: [LayoutNode]) -> [LayoutNode] { part }

  /// The layouts of a `for` loop in order.
  public static func buildArray(_ parts: [[LayoutNode]]) -> [LayoutNode] { parts.flatMap { $0 } }
}
