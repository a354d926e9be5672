/// Collects the rows of a section, with `if`, `switch` and `for` among them.
///
/// Rows have identifiers of their own, separators and spaces are known by the rows they stand
/// between: nothing is known by its position, so a row put on top leaves all others as they are.
@resultBuilder
public enum TableItemBuilder {
  /// Part of the rows.
  public typealias Component = [TableEntry]

  /// A row.
  public static func buildExpression(_ item: TableItem) -> Component { [TableEntry(.item(item))] }

  /// A row that may be missing.
  public static func buildExpression(_ item: TableItem?) -> Component {
    item.map { [TableEntry(.item($0))] } ?? []
  }

  /// Rows made elsewhere.
  public static func buildExpression(_ items: [TableItem]) -> Component {
    items.map { TableEntry(.item($0)) }
  }

  /// A separator between what stands above and below.
  public static func buildExpression(_ separator: Separator) -> Component {
    [TableEntry(.separator(separator))]
  }

  /// Room between what stands above and below.
  public static func buildExpression(_ space: Space) -> Component { [TableEntry(.space(space))] }

  /// The rows of a collection.
  public static func buildExpression(_ rows: ForEach) -> Component { rows.entries }

  /// A statement without rows, such as a call of `print`.
  public static func buildExpression(_ nothing: Void) -> Component { [] }

  /// An empty block.
  public static func buildBlock() -> Component { [] }

  /// The first part of a block.
  public static func buildPartialBlock(first: Component) -> Component { first }

  /// What a block has so far, and its next part.
  public static func buildPartialBlock(accumulated: Component, next: Component) -> Component {
    accumulated + next
  }

  /// An `if` without `else`.
  public static func buildOptional(_ part: Component?) -> Component { part ?? [] }

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first part: Component) -> Component { part }

  /// The other branch of an `if` or `switch`.
  public static func buildEither(second part: Component) -> Component { part }

  /// The rows of a `for` loop in order.
  public static func buildArray(_ parts: [Component]) -> Component { parts.flatMap { $0 } }

  /// The rows of a branch that needs a version of the system.
  public static func buildLimitedAvailability(_ part: Component) -> Component { part }

  /// The rows, separators collapsed.
  public static func buildFinalResult(_ entries: Component) -> [TableItem] {
    SeparatorCollapser.items(entries)
  }

  /// Part of the rows for another builder, separators as they are.
  public static func buildFinalResult(_ entries: Component) -> Component { entries }
}
