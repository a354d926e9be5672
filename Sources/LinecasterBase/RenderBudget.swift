/// How much one picture may take: what is held at once, what is painted in all, what is laid out,
/// and time.
///
/// Everything that makes pictures takes one, and finds what it needs before it takes memory:
/// readers count nodes and text, arrangers count them in what programs made, rasterizers find from
/// a display list what is held and painted, encoders count what they hold. What is over it is a
/// `RenderBudget.Excess`, whoever finds it.
///
///     let small = DisplayRasterizer(budget: RenderBudget(pixelCount: 4_000_000))
///     do {
///       bitmap = try small.rasterize(list)
///     } catch let excess as RenderBudget.Excess {
///       print(excess.limit, excess.needed, excess.allowed)
///     }
///
/// Of a list each row is counted by itself, as it is drawn by itself. Not counted are display
/// lists, caches and the images of an `ImageProvider`, which have limits of their own. A value; may
/// be used on any thread.
public struct RenderBudget: Hashable, Sendable {
  /// The most pixels held at once: those drawn on, and those of groups that are drawn apart.
  public var pixelCount: Int
  /// The most bytes held at once for pixels, for what blurs take, and by encoders.
  public var byteCount: Int
  /// The most pixels painted one after the other, each as often as something is painted on it; of
  /// blurs and other slow work a pixel counts several times. One takes about a nanosecond.
  public var blendedPixelCount: Int
  /// The most nodes laid out, those of parts and of what is repeated counted wherever they are.
  public var nodeCount: Int
  /// The most text, in UTF-16 units.
  public var textUnitCount: Int
  /// The longest that work may take, by a clock that nobody sets.
  public var time: Duration

  /// Makes a budget; what is not said is fit for a server that draws for strangers: 64 Mi pixels
  /// and the 256 MiB that these take, 4 Gi pixels painted, 100,000 nodes, 16 Mi units of text and a
  /// minute.
  public init(
    pixelCount: Int = 1 << 26, byteCount: Int = 1 << 28, blendedPixelCount: Int = 1 << 32,
    nodeCount: Int = 100_000, textUnitCount: Int = 1 << 24, time: Duration = .seconds(60)
  ) {
    (self.pixelCount, self.byteCount) = (pixelCount, byteCount)
    (self.blendedPixelCount, self.time) = (blendedPixelCount, time)
    (self.nodeCount, self.textUnitCount) = (nodeCount, textUnitCount)
  }
}

extension RenderBudget {
  /// The kinds of limits.
  public enum Limit: String, CaseIterable, Hashable, Sendable {
    /// Pixels held at once.
    case pixels
    /// Bytes held at once.
    case bytes
    /// Pixels painted in all.
    case blendedPixels
    /// Nodes laid out.
    case nodes
    /// UTF-16 units of text.
    case textUnits
    /// Milliseconds.
    case time

    /// What is counted, behind a number.
    fileprivate var unit: String {
      switch self {
      case .pixels: "pixels at once"
      case .bytes: "bytes at once"
      case .blendedPixels: "pixels painted"
      case .nodes: "nodes"
      case .textUnits: "units of text"
      case .time: "milliseconds"
      }
    }
  }

  /// What was over a budget, and by how much.
  public struct Excess: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which limit.
    public let limit: Limit
    /// What would take it: a picture, a file, or a place in one.
    public let source: String
    /// How much is needed, in the unit of the limit; at least so much where counting ended with it.
    public let needed: Int
    /// How much there is.
    public let allowed: Int

    package init(_ limit: Limit, of source: String, needed: Int, allowed: Int) {
      (self.limit, self.source) = (limit, source)
      (self.needed, self.allowed) = (needed, allowed)
    }

    /// The need and the limit in a sentence.
    public var description: String { "\(source): \(need)" }

    /// The need and the limit, without what has the need.
    package var need: String { "takes \(needed) \(limit.unit); the limit is \(allowed)" }
  }

  /// Throws where more is needed than there is.
  ///
  /// - Parameter source: What needs it.
  package func check(
    _ limit: Limit, _ needed: Int, of source: @autoclosure () -> String
  ) throws(Excess) {
    let allowed = allowed(limit)
    guard needed > allowed else { return }
    throw Excess(limit, of: source(), needed: needed, allowed: allowed)
  }

  /// How much there is, in the unit of the limit.
  package func allowed(_ limit: Limit) -> Int {
    switch limit {
    case .pixels: pixelCount
    case .bytes: byteCount
    case .blendedPixels: blendedPixelCount
    case .nodes: nodeCount
    case .textUnits: textUnitCount
    case .time: time.milliseconds
    }
  }
}

/// The time by which something is to be done.
package struct Deadline: Sendable {
  private let start = ContinuousClock.now
  private let budget: RenderBudget

  /// The time of a budget from now on.
  package init(_ budget: RenderBudget) { self.budget = budget }

  /// Does work that asks whether it is still wanted: it is not once its time is up.
  ///
  /// - Parameters:
  ///   - source: What takes the time.
  ///   - isCancelled: What else is asked; told of first.
  ///   - work: The work, which is given what to ask, and throws `CancellationError` where that says
  ///     so.
  /// - Throws: `RenderBudget.Excess` where the time was up, or what the work throws.
  package func run<Value>(
    _ source: @autoclosure () -> String, isCancelled: () -> Bool,
    _ work: (_ isCancelled: () -> Bool) throws -> Value
  ) throws -> Value {
    var isLate = false
    var questions = 0
    do {
      return try withoutActuallyEscaping(isCancelled) { isCancelled in
        try work {
          if isCancelled() { return true }
          // Questions are so near to each other that the clock is not looked at for each.
          if questions & 7 == 0, !isLate { isLate = passed >= budget.time }
          questions &+= 1
          return isLate
        }
      }
    } catch is CancellationError where isLate {
      throw excess(source())
    }
  }

  /// Whether the time is up.
  var isOver: Bool { passed >= budget.time }

  private var passed: Duration { ContinuousClock.now - start }

  func excess(_ source: String) -> RenderBudget.Excess {
    RenderBudget.Excess(
      .time, of: source, needed: passed.milliseconds, allowed: budget.time.milliseconds)
  }
}

extension Deadline {
  /// Throws where the time is up.
  package func check(_ source: @autoclosure () -> String) throws(RenderBudget.Excess) {
    if passed >= budget.time { throw excess(source()) }
  }
}

extension Duration {
  /// The whole milliseconds, or the nearest end of the type where they are beyond.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1000)
    if isOver { return seconds < 0 ? .min : .max }
    return Int(whole).adding(saturating: Int(attoseconds / 1_000_000_000_000_000))
  }
}
