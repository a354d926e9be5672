/// The limits of one picture: memory held at a time, pixels painted in total, layout, and time.
///
/// Every renderer takes a budget, and estimates its needs before it allocates memory. Readers and
/// arrangers count nodes and text. Rasterizers estimate memory and painting from a display list.
/// Encoders estimate their memory. Each of them throws `RenderBudget.Excess` if a limit is
/// exceeded.
///
///     let small = DisplayRasterizer(budget: RenderBudget(pixelCount: 4_000_000))
///     do {
///       bitmap = try small.rasterize(list)
///     } catch let excess as RenderBudget.Excess {
///       print(excess.limit, excess.needed, excess.allowed)
///     }
///
/// Each row of a list is counted separately, because it is drawn separately. Display lists, caches
/// and the images of an `ImageProvider` are not counted; they have limits of their own.
/// Thread-safe.
public struct RenderBudget: Hashable, Sendable {
  /// The maximum number of pixels of a whole picture, its width times its height; documents have
  /// none.
  public var pictureSize: Int
  /// The maximum number of pixels held at once: bitmaps, and layers of groups drawn separately.
  public var pixelCount: Int
  /// The maximum memory held at a time for pixels, for blurs and by encoders, in bytes.
  public var byteCount: Int
  /// The maximum number of pixels painted in total. A pixel counts each time that it is painted;
  /// pixels of blurs and other slow work count several times. Painting one takes about a
  /// nanosecond.
  public var blendedPixelCount: Int
  /// The maximum number of nodes laid out. Nodes of parts and repeated content count at every use.
  public var nodeCount: Int
  /// The maximum length of text, in UTF-16 units.
  public var textUnitCount: Int
  /// The maximum time, by a monotonic clock.
  public var time: Duration

  /// Creates a budget. The defaults suit a server that draws untrusted input: 64 Mi pixels and the
  /// 256 MiB that these take, 4 Gi pixels painted, 100,000 nodes, 16 Mi units of text and a minute;
  /// pictures of any size are drawn in bands.
  public init(
    pixelCount: Int = 1 << 26, byteCount: Int = 1 << 28, blendedPixelCount: Int = 1 << 32,
    nodeCount: Int = 100_000, textUnitCount: Int = 1 << 24, time: Duration = .seconds(60),
    pictureSize: Int = .max
  ) {
    self.pictureSize = pictureSize
    (self.pixelCount, self.byteCount) = (pixelCount, byteCount)
    (self.blendedPixelCount, self.time) = (blendedPixelCount, time)
    (self.nodeCount, self.textUnitCount) = (nodeCount, textUnitCount)
  }
}

extension RenderBudget {
  /// The kinds of limits.
  public enum Limit: String, CaseIterable, Hashable, Sendable {
    /// The number of pixels held at a time.
    case pixels
    /// The number of bytes held at a time.
    case bytes
    /// The number of pixels painted in total.
    case blendedPixels
    /// The number of nodes laid out.
    case nodes
    /// The length of text, in UTF-16 units.
    case textUnits
    /// The time, in milliseconds.
    case time
    /// Pixels of a whole picture.
    case size

    /// The unit of the limit, for messages.
    fileprivate var unit: String {
      switch self {
      case .size: "pixels in all"
      case .pixels: "pixels at once"
      case .bytes: "bytes at once"
      case .blendedPixels: "pixels painted"
      case .nodes: "nodes"
      case .textUnits: "units of text"
      case .time: "milliseconds"
      }
    }
  }

  /// An error that reports which limit is exceeded, and by how much.
  public struct Excess: Error, Hashable, Sendable, CustomStringConvertible {
    /// The exceeded limit.
    public let limit: Limit
    /// The picture or file that exceeds the limit, or a place in it.
    public let source: String
    /// The required amount, in the unit of the limit. It is a lower bound if counting stopped at
    /// the limit.
    public let needed: Int
    /// The allowed amount, in the unit of the limit.
    public let allowed: Int

    package init(_ limit: Limit, of source: String, needed: Int, allowed: Int) {
      (self.limit, self.source) = (limit, source)
      (self.needed, self.allowed) = (needed, allowed)
    }

    /// The source, the required amount and the limit as text.
    public var description: String { "\(source): \(need)" }

    /// The need and the limit as text, without the source.
    package var need: String { "takes \(needed) \(limit.unit); the limit is \(allowed)" }
  }

  /// Throws if more is needed than is allowed.
  ///
  /// - Parameter source: The source of the need.
  package func check(
    _ limit: Limit, _ needed: Int, of source: @autoclosure () -> String
  ) throws(Excess) {
    let allowed = allowed(limit)
    guard needed > allowed else { return }
    throw Excess(limit, of: source(), needed: needed, allowed: allowed)
  }

  /// Throws if a picture has more pixels than are allowed.
  package func checkSize(width: Int, height: Int) throws(Excess) {
    let (count, isOver) = width.multipliedReportingOverflow(by: height)
    try check(.size, isOver ? .max : count, of: "image of \(width) × \(height) pixels")
  }

  /// Returns the amount allowed, in the unit of the limit.
  package func allowed(_ limit: Limit) -> Int {
    switch limit {
    case .size: pictureSize
    case .pixels: pixelCount
    case .bytes: byteCount
    case .blendedPixels: blendedPixelCount
    case .nodes: nodeCount
    case .textUnits: textUnitCount
    case .time: time.milliseconds
    }
  }
}

/// The time by which work must be done.
package struct Deadline: Sendable {
  private let start = ContinuousClock.now
  private let budget: RenderBudget

  /// Creates a deadline at the time of a budget from now.
  package init(_ budget: RenderBudget) { self.budget = budget }

  /// The time of the budget.
  var time: Duration { budget.time }

  /// Whether the time is up.
  var isOver: Bool { passed >= budget.time }

  private var passed: Duration { ContinuousClock.now - start }

  func excess(_ source: String) -> RenderBudget.Excess {
    RenderBudget.Excess(
      .time, of: source, needed: passed.milliseconds, allowed: budget.time.milliseconds)
  }
}

extension Deadline {
  /// Throws if the time is up.
  package func check(_ source: @autoclosure () -> String) throws(RenderBudget.Excess) {
    if passed >= budget.time { throw excess(source()) }
  }
}

extension Duration {
  /// The whole milliseconds, clamped to the range of the type.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1000)
    if isOver { return seconds < 0 ? .min : .max }
    return Int(whole).adding(saturating: Int(attoseconds / 1_000_000_000_000_000))
  }
}
