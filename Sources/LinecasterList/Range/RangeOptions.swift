/// How far around the viewport rows are made ready, in lengths of the viewport.
public struct RangeOptions: Hashable, Sendable {
  /// Distances from the viewport: in the direction of scrolling, and against it.
  public struct Screens: Hashable, Sendable {
    /// The distance in the direction of scrolling.
    public let ahead: Double
    /// The distance against it.
    public let behind: Double

    /// Makes distances; numbers that are not finite, or below 0, become 0.
    public init(ahead: Double, behind: Double) {
      self.ahead = ahead.isFinite ? max(0, ahead) : 0
      self.behind = behind.isFinite ? max(0, behind) : 0
    }

    /// No distance.
    public static let none = Screens(ahead: 0, behind: 0)
  }

  /// Where rows have their pixels, in `RangeMode.full`.
  public var display = Screens(ahead: 1, behind: 0.5)
  /// Where rows are measured and arranged, in `RangeMode.full`.
  public var preload = Screens(ahead: 2.5, behind: 1.5)
  /// Where rows have their pixels, in `RangeMode.minimum`.
  public var minimumDisplay = Screens(ahead: 0.25, behind: 0.25)
  /// Where rows are measured and arranged, in `RangeMode.minimum`.
  public var minimumPreload = Screens(ahead: 0.5, behind: 0.25)

  /// Makes the default options.
  public init() {}

  /// The farthest that anything is made ready.
  var reach: Double {
    [display, preload, minimumDisplay, minimumPreload].reduce(0) {
      max($0, $1.ahead, $1.behind)
    }
  }

  /// Where rows have their pixels.
  public func display(in mode: RangeMode) -> Screens {
    switch mode {
    case .minimum: minimumDisplay
    case .full: display
    case .visibleOnly, .lowMemory: .none
    }
  }

  /// Where rows are measured and arranged.
  public func preload(in mode: RangeMode) -> Screens {
    switch mode {
    case .minimum: minimumPreload
    case .full: preload
    case .visibleOnly, .lowMemory: .none
    }
  }
}
