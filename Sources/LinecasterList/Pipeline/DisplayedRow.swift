public import LinecasterCells

/// What a host should show of a row.
public struct DisplayedRow: Sendable {
  /// What a row looks like, in the form that the controller was asked for.
  public enum Content: Sendable {
    /// Its pixels.
    case bitmap(CellImage)
    /// What to draw where, for hosts that draw with a GPU of their own.
    case arrangement(CellArrangement)
  }

  /// Which row it is.
  public let identity: RowIdentity
  /// Which rows it is like, for hosts that use views again.
  public let kind: ReuseKind
  /// What it looks like.
  public let content: Content

  /// What is shown.
  let key: MeasurementKey

  /// The pixels, if they are what the controller was asked for.
  public var image: CellImage? {
    guard case .bitmap(let image) = content else { return nil }
    return image
  }
}
