public import LinecasterCells

/// Room between rows, through which separators see each other.
public struct Space: Cell {
  /// The height in layout points; numbers that are none, and those below 0, become 0.
  public var height: Double {
    didSet { height = Self.usable(height) }
  }

  /// Makes room.
  public init(_ height: Double) {
    self.height = Self.usable(height)
  }

  /// Nothing, as high as it says.
  public func body(in environment: LayoutEnvironment) -> some Layout {
    LayoutNode(.empty).frame(height: height)
  }

  private static func usable(_ height: Double) -> Double {
    height.isFinite ? max(0, height) : 0
  }
}
