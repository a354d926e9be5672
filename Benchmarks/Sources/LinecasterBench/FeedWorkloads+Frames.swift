import BenchMeasurement
import Foundation
import Linecaster
import LinecasterFeed

/// The smoothness of scrolling: a window at 120 frames a second, whose loop takes the work that has
/// arrived once a frame, as in programs with their own loop.
extension FeedWorkloads {
  /// The frame rate, per second.
  private static let frameRate = 120
  /// The frames in a round: a second and a half.
  private static let frameCount = 180
  /// The number of rows in the list.
  private static let frameRows = 10_000
  /// The height of the window, in layout points.
  private static let frameHeight = 800.0
  /// The frames between updates: 20 updates a second.
  private static let framesAnUpdate = 6

  /// The activity in the list during scrolling.
  private enum Disturbance: String, CaseIterable {
    case none = ""
    /// Random edits, 20 a second.
    case updates = "-updates"
    /// An image in every second row, which arrives 50 to 150 ms after its request.
    case images = "-images"
  }

  var frames: [Workload] {
    [ScrollPath.scroll, .fast, .fling].flatMap { path in
      Disturbance.allCases.map { scrolling(path, $0) }
    }
  }

  /// Scrolls through the list in real time; the sample is the time of the main thread.
  private func scrolling(_ path: ScrollPath, _ disturbance: Disturbance) -> Workload {
    workload(path.rawValue + disturbance.rawValue, unit: "frame", units: Self.frameCount) {
      let images = disturbance == .images ? AsyncImageProvider(source: LateImages()) : nil
      let window = try FrameWindow(
        pipeline: makePipeline(workers: workers, images: images), environment: environment,
        height: Self.frameHeight, rate: Self.frameRate, passesVelocity: passesVelocity)
      var editor = FeedEditor(
        images == nil ? messages(Self.frameRows) : LateImages.added(to: messages(Self.frameRows)),
        seed: 1)
      try window.open(model(of: editor.items))
      return {
        let busy = BusyNeighbours(neighbours)
        defer { withExtendedLifetime(busy) {} }
        for frame in 0..<Self.frameCount {
          var update: FrameWindow.Update?
          if disturbance == .updates, frame % Self.framesAnUpdate == 0 {
            editor.edit()
            update = model(of: editor.items)
          }
          try window.show(
            scrolledBy: path.distance(inFrame: frame, rate: Self.frameRate), update: update)
        }
        return .init(
          facts: [
            .init("rows", Self.frameRows), .init("workers", workers),
            .init("neighbours", neighbours),
          ] + window.facts,
          nanoseconds: window.mainNanoseconds)
      }
    }
    .with {
      $0.clock = .wall
      // Its duration is fixed by its frames, whatever they cost.
      $0.isCountable = false
    }
  }
}

/// Images that arrive late, as from a server.
private struct LateImages: ImageSource {
  private static let size = PixelSize(width: 240, height: 135)

  func load(_ image: ImageReference, covering size: PixelSize?) async throws -> Bitmap {
    let number = image.name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    try await Task.sleep(for: .milliseconds(50 + number % 100))
    return try Bitmap(
      width: Self.size.width, height: Self.size.height,
      background: Color(rgb: UInt32(number * 251)))
  }

  /// Gives every second message an image of its own.
  static func added(to messages: [FeedItem]) -> [FeedItem] {
    messages.enumerated().map { index, message in
      guard index % 2 == 0 else { return message }
      var message = message
      message.image = FeedImage(
        reference: ImageReference("image \(index)"),
        size: Size(width: Double(size.width), height: Double(size.height)))
      return message
    }
  }
}

/// The scroll distance over time.
enum ScrollPath: String {
  /// A steady 1,500 points a second.
  case scroll
  /// A steady 10,000 points a second.
  case fast
  /// A fling that starts at 12,000 points a second and slows to a fifth of that after a second.
  case fling

  /// Returns the distance scrolled in a frame, in layout points.
  func distance(inFrame frame: Int, rate: Int) -> Double {
    let (start, end) = (Double(frame) / Double(rate), Double(frame + 1) / Double(rate))
    return way(after: end) - way(after: start)
  }

  private func way(after seconds: Double) -> Double {
    switch self {
    case .scroll: return 1_500 * seconds
    case .fast: return 10_000 * seconds
    case .fling:
      let decay = 1.6
      return 12_000 * (1 - exp(-decay * seconds)) / decay
    }
  }
}

/// A headless window: takes the work that has arrived once a frame, and records the visible result.
@MainActor
final class FrameWindow {
  /// Makes the next model, on a worker.
  typealias Update = @Sendable () throws -> TableModel

  private let controller: AutoDiffController
  private let host: FrameHost
  private let mailbox = DeliveryMailbox()
  private var meter: FrameMeter
  private let rate: Int
  private let passesVelocity: Bool

  /// Creates an empty window.
  ///
  /// - Parameters:
  ///   - height: The height, in layout points.
  ///   - rate: The frame rate, per second.
  ///   - passesVelocity: Whether the viewport has the scroll velocity.
  init(
    pipeline: PrecomputePipeline, environment: LayoutEnvironment, height: Double, rate: Int,
    passesVelocity: Bool = false
  ) throws {
    (self.rate, self.passesVelocity) = (rate, passesVelocity)
    host = FrameHost(height: height)
    controller = AutoDiffController(
      pipeline: pipeline, environment: environment, host: host, delivery: .manual(mailbox))
    meter = FrameMeter(rate: rate)
  }

  /// The processor time of the main thread in all frames, in nanoseconds.
  var mainNanoseconds: Int { meter.mainNanoseconds }

  /// The frames as seen by the user.
  var facts: [Sample.Fact] { meter.facts + [.init("applied", host.batchCount)] }

  /// Shows a model, and waits until all visible rows are drawn.
  func open(_ update: @escaping Update) throws {
    let handle = controller.update(update)
    while handle.currentOutcome == nil || !controller.isIdle {
      mailbox.drain()
      usleep(200)
    }
    if let failure = host.failure { throw failure }
    meter.start()
  }

  /// Runs a frame: requests an update, takes the work that has arrived, scrolls, and waits for the
  /// next.
  func show(scrolledBy distance: Double, update: Update?) throws {
    meter.frame {
      if let update { controller.update(update) }
      mailbox.drain()
      host.scroll(by: distance)
      host.velocity = passesVelocity ? distance * Double(rate) : 0
      controller.viewportDidChange()
      return host.rowCounts
    }
    if let failure = host.failure { throw failure }
  }
}

/// A host that records which rows have images.
@MainActor
final class FrameHost: TableHost {
  private(set) var batchCount = 0
  /// The number of rows that were drawn so far.
  private(set) var displayCount = 0
  private(set) var failure: (any Error)?
  /// The velocity of the viewport, in layout points per second.
  var velocity = 0.0
  private let height: Double
  private var offset = 0.0
  private var shown: TableSnapshot?
  private var drawn: Set<RowIdentity> = []

  init(height: Double) { self.height = height }

  /// The number of visible rows, and of those without an image.
  var rowCounts: (rows: Int, blank: Int) {
    guard let shown else { return (0, 0) }
    let rows = shown.geometry.rows(in: offset..<offset + height)
    let blank = rows.count { row in
      shown.identity(ofRow: row).map { !drawn.contains($0) } ?? false
    }
    return (rows.count, blank)
  }

  /// Scrolls, clamped to the list.
  func scroll(by distance: Double) {
    let end = (shown?.geometry.totalHeight ?? 0) - height
    offset = max(0, min(offset + distance, end))
  }

  func viewport(in snapshot: TableSnapshot) -> Viewport {
    Viewport(offset: offset, length: height, velocity: velocity)
  }

  func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
    batchCount += 1
    shown = batch.snapshot
    offset = batch.offset
    done()
  }

  func display(_ rows: [DisplayedRow]) {
    displayCount += rows.count
    drawn.formUnion(rows.map(\.identity))
  }

  func recycle(_ rows: [RowIdentity]) { drawn.subtract(rows) }

  func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
    shown = snapshot
    self.offset = offset
  }

  func displayFailed(_ error: any Error) { failure = failure ?? error }
}
