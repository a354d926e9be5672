/// Collects the sections of a model, with `if`, `switch` and `for` among them.
@resultBuilder
public enum TableSectionBuilder {
  /// A section.
  public static func buildExpression(_ section: TableSection) -> [TableSection] { [section] }

  /// A section that may be missing.
  public static func buildExpression(_ section: TableSection?) -> [TableSection] {
    section.map { [$0] } ?? []
  }

  /// Sections made elsewhere.
  public static func buildExpression(_ sections: [TableSection]) -> [TableSection] { sections }

  /// An empty block.
  public static func buildBlock() -> [TableSection] { [] }

  /// The first part of a block.
  public static func buildPartialBlock(first: [TableSection]) -> [TableSection] { first }

  /// What a block has so far, and its next part.
  public static func buildPartialBlock(
    accumulated: [TableSection], next: [TableSection]
  ) -> [TableSection] { accumulated + next }

  /// An `if` without `else`.
  public static func buildOptional(_ part: [TableSection]?) -> [TableSection] { part ?? [] }

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first part: [TableSection]) -> [TableSection] { part }

  /// The other branch of an `if` or `switch`.
  public static func buildEither(second part: [TableSection]) -> [TableSection] { part }

  /// The sections of a `for` loop in order.
  public static func buildArray(_ parts: [[TableSection]]) -> [TableSection] {
    parts.flatMap { $0 }
  }

  /// The sections of a branch that needs a version of the system.
  public static func buildLimitedAvailability(_ part: [TableSection]) -> [TableSection] { part }
}
