public import LinecasterDiff

extension AutoDiffController {
  /// What a controller does with rows, updates and its host.
  public struct Options: Sendable {
    /// What a host is given to show.
    public enum Output: Hashable, Sendable {
      /// Pixels.
      case bitmaps
      /// What to draw where.
      case arrangements
    }

    /// The least height of rows and the greatest width of their content.
    public var metrics = RowMetrics()
    /// What the host is given to show.
    public var output = Output.bitmaps
    /// What to do about identifiers that occur more than once.
    public var duplicates = DuplicatePolicy.disambiguate
    /// The rows that say that a list is empty, loading or failed, by the load state of its models;
    /// nil for none.
    public var stateRows: StateRows?
    /// How fast updates are taken.
    public var pace = UpdatePace()
    /// How far ahead of sight rows are prepared.
    public var range = RangeOptions()
    /// Whether rows far from sight are measured while there is nothing else to do.
    public var measuresIdly = true

    /// Makes the default options.
    public init() {}
  }
}
