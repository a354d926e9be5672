import BenchMeasurement
import Foundation
import Linecaster
import LinecasterFeed

/// The latency of pressing a row.
extension FeedWorkloads {
  /// The presses in a round: enough for the 99th percentile to be one of the slowest.
  private static let pressCount = 200
  /// The height of the window, in layout points.
  private static let pressHeight = 800.0
  /// The time between presses, in nanoseconds.
  private static let pressPause = 20_000_000

  /// The time from a touch on a row of a long list to the pixels that show it, while random edits
  /// of the list run without a pause.
  var pressing: Workload {
    workload("press", unit: "press", units: Self.pressCount) {
      let (loop, host) = (MainLoop(), PressHost(height: Self.pressHeight))
      var options = AutoDiffController.Options()
      options.pace.interval = .zero
      let controller = AutoDiffController(
        pipeline: makePipeline(workers: workers), environment: environment, host: host,
        delivery: loop.delivery, options: options)
      var editor = FeedEditor(messages(Self.manyRows), seed: 1)
      let first = controller.update(model(of: editor.items))
      while first.currentOutcome == nil || !controller.isIdle { loop.turn() }
      return {
        var times: [Int] = []
        var handle = first
        var point = Point(x: 40, y: 20)
        for _ in 0..<Self.pressCount {
          if handle.currentOutcome != nil {
            editor.edit()
            handle = controller.update(model(of: editor.items))
          }
          // Other rows each time, so none has been drawn pressed before.
          host.scroll(by: 500)
          controller.viewportDidChange()
          point.y = (point.y + 293).truncatingRemainder(dividingBy: Self.pressHeight)
          let pause = Stopwatch(.wall)
          while pause.nanoseconds < Self.pressPause { loop.turn() }
          guard let pressed = controller.hit(at: point)?.identity, host.shows(pressed)
          else { continue }
          host.awaited = pressed
          let wall = Stopwatch(.wall)
          controller.press(at: point)
          while host.awaited != nil, host.failure == nil, wall.nanoseconds < 1_000_000_000 {
            loop.turn()
          }
          times.append(wall.nanoseconds)
          controller.press(at: nil)
        }
        if let failure = host.failure { throw failure }
        return .init(
          facts: [
            .init("rows", controller.snapshot.rowCount), .init("presses", times.count),
            .init("p50_ns", times.percentile(0.5)),
            .init("p99_ns", times.percentile(0.99)), .init("max_ns", times.max() ?? 0),
            .init("applied", host.batchCount),
          ], nanoseconds: times.reduce(0, +))
      }
    }
    .with {
      $0.clock = .wall
      // Its duration is fixed by its pauses, whatever a press costs.
      $0.isCountable = false
    }
  }
}

/// A host that reports when the pixels of a row arrive.
@MainActor
private final class PressHost: TableHost {
  /// The row whose pixels are awaited; `nil` once they have arrived.
  var awaited: RowIdentity?
  private(set) var batchCount = 0
  private(set) var failure: (any Error)?
  private let height: Double
  private var offset = 0.0

  private var shown: Set<RowIdentity> = []

  init(height: Double) { self.height = height }

  /// Scrolls towards the end.
  func scroll(by distance: Double) { offset += distance }

  /// Whether the pixels of a row have arrived.
  func shows(_ row: RowIdentity) -> Bool { shown.contains(row) }

  func viewport(in snapshot: TableSnapshot) -> Viewport {
    Viewport(offset: offset, length: height)
  }

  func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
    batchCount += 1
    offset = batch.offset
    done()
  }

  func display(_ rows: [DisplayedRow]) {
    shown.formUnion(rows.map(\.identity))
    if rows.contains(where: { $0.identity == awaited }) { awaited = nil }
  }

  func recycle(_ rows: [RowIdentity]) {
    shown.subtract(rows)
    if let row = awaited, rows.contains(row) { awaited = nil }
  }

  func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
    self.offset = offset
  }

  func displayFailed(_ error: any Error) { failure = failure ?? error }
}
