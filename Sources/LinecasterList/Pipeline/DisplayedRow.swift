import LinecasterCells

/// The pixels of a row that a host should show.
public struct DisplayedRow: Sendable {
  /// Which row it is.
  public let identity: RowIdentity
  /// The pixels.
  public let image: CellImage

  /// What the pixels show.
  let key: MeasurementKey

  init(identity: RowIdentity, key: MeasurementKey, image: CellImage) {
    self.identity = identity
    self.key = key
    self.image = image
  }
}
