/// A width and a height in whole device pixels.
public struct PixelSize: Hashable, Sendable {
  /// Pixels of a row.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Makes a size; any numbers are allowed.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
