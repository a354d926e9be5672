public import LinecasterCaches

/// What the size of a cell depends on: its content and the environment.
public struct MeasurementKey: CacheKey {
  /// The cell.
  public let cell: AnyCell
  /// The environment it is measured in.
  public let environment: LayoutEnvironment

  /// Makes a key.
  public init(_ cell: AnyCell, _ environment: LayoutEnvironment) {
    self.cell = cell
    self.environment = environment
  }
}
