import ArgumentParser
import BenchMeasurement
import Foundation
import Linecaster
import LinecasterFeed
import LinecasterSurface

/// Measures the main thread of a window that is scrolled for a minute.
struct WindowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "window", abstract: "Measure the main thread of a scrolling window.",
    discussion: """
      The one mode is window: a host for textures, 800 px high, draws 120 frames a second in real \
      time, and is scrolled steadily, fast, thrown and back, while the list is edited 20 times a \
      second. A unit is a frame; the time is that of the main thread.
      """)

  @Argument(help: "The feed, as for the command feed; its messages are repeated.")
  var feed: String?

  @Option(help: "The scrolling time, in seconds.")
  var seconds = 60.0

  @Option(help: "The number of rows.")
  var rows = 50_000

  @Option(help: "The width of the list in layout points.")
  var width = 360.0

  @Option(help: "Device pixels per layout point.")
  var scale = 1.0

  @OptionGroup var load: NeighbourOptions

  @OptionGroup var options: BenchmarkOptions

  func validate() throws {
    guard (0.1...3_600).contains(seconds) else {
      throw ValidationError("--seconds must be from 0.1 to 3600.")
    }
    guard (1...1_000_000).contains(rows) else {
      throw ValidationError("--rows must be from 1 to 1,000,000.")
    }
  }

  func run() throws {
    let source = try FeedSource.load(path: feed, limit: nil)
    let environment = LayoutEnvironment(width: width, scale: PixelScale(scale))
    try MainActor.assumeIsolated {
      try BenchmarkSession(options: options).run { _ in
        var workloads = FeedWorkloads(
          feed: source, fonts: try .bundled(), environment: environment)
        workloads.neighbours = load.neighbours
        return [workloads.window(rows: rows, seconds: seconds)]
      }
    }
  }
}

extension FeedWorkloads {
  /// The frame rate, per second.
  private static let windowRate = 120
  /// The frames between updates: 20 updates a second.
  private static let framesAnEdit = 6

  /// Scrolls through a list by a script, frame by frame.
  func window(rows: Int, seconds: Double) -> Workload {
    let frames = max(1, Int(seconds * Double(Self.windowRate)))
    return workload("window", unit: "frame", units: frames) {
      let trace = PipelineTrace(limit: 10_000_000)
      let window = SurfaceWindow(
        pipeline: makePipeline(workers: workers, trace: trace), environment: environment,
        rate: Self.windowRate)
      var editor = FeedEditor(messages(rows), seed: 1)
      try window.open(model(of: editor.items))
      let opening = trace.mainQueueWork.count
      return {
        let busy = BusyNeighbours(neighbours)
        defer { withExtendedLifetime(busy) {} }
        for frame in 0..<frames {
          if frame % Self.framesAnEdit == 0 {
            editor.edit()
            window.update(model(of: editor.items))
          }
          try window.show(scrolledBy: WindowScript.distance(inFrame: frame, Self.windowRate))
        }
        let work = trace.mainQueueWork.dropFirst(opening)
        return .init(
          facts: [
            .init("rows", rows), .init("workers", workers), .init("neighbours", neighbours),
            .init("main_spans", work.count { $0 != "apply" && $0 != "deliver" }),
          ] + window.facts, nanoseconds: window.mainNanoseconds)
      }
    }
    .with {
      $0.clock = .wall
      // Its duration is fixed by its frames, whatever they cost.
      $0.isCountable = false
    }
  }
}

/// The scrolling of a user who reads, searches, and goes back.
private enum WindowScript {
  /// Returns the distance scrolled in a frame, in layout points.
  static func distance(inFrame frame: Int, _ rate: Int) -> Double {
    let seconds = Double(frame) / Double(rate)
    let speed: Double =
      switch seconds.truncatingRemainder(dividingBy: 20) {
      case ..<5: 1_500
      case ..<8: 10_000
      // A fling that slows down.
      case let time where time < 12: 10_000 * exp(-1.6 * (time - 8))
      case ..<13: 0
      case ..<16: -4_000
      case ..<18: 10_000
      default: -1_500
      }
    return speed / Double(rate)
  }
}

/// A headless host for textures, whose loop runs the work that has arrived once a frame.
@MainActor
private final class SurfaceWindow {
  private static let height = 800.0

  private let mailbox = DeliveryMailbox()
  private let screen = SilentSurface()
  private let host: SurfaceHost<SilentSurface>
  private let controller: AutoDiffController
  private var meter: FrameMeter
  private var updates: [UpdateHandle] = []

  init(pipeline: PrecomputePipeline, environment: LayoutEnvironment, rate: Int) {
    meter = FrameMeter(rate: rate)
    host = SurfaceHost(
      on: screen, size: Size(width: environment.width, height: Self.height))
    controller = AutoDiffController(
      pipeline: pipeline, environment: environment, host: host, delivery: .manual(mailbox))
    host.controller = controller
  }

  var mainNanoseconds: Int { meter.mainNanoseconds }

  /// The frames as seen by the user.
  var facts: [Sample.Fact] {
    meter.facts + [
      .init("updates", updates.count),
      .init(
        "applied",
        updates.count { handle in
          if case .applied = handle.currentOutcome { true } else { false }
        }),
    ]
  }

  /// Shows a model, and waits until all visible rows are drawn.
  func open(_ update: @escaping @Sendable () throws -> TableModel) throws {
    let handle = controller.update(update)
    while handle.currentOutcome == nil || !controller.isIdle {
      mailbox.drain()
      usleep(200)
    }
    if let failure = host.failure { throw failure }
    meter.start()
  }

  /// Requests an update.
  func update(_ model: @escaping @Sendable () throws -> TableModel) {
    updates.append(controller.update(model))
  }

  /// Runs a frame: takes the work that has arrived, scrolls, draws, and waits for the next frame.
  func show(scrolledBy distance: Double) throws {
    meter.frame {
      let now = Duration.nanoseconds(BenchClock.wall.nanoseconds)
      mailbox.drain()
      if distance != 0 { host.wheel(by: distance, time: now) }
      host.draw(at: now)
      let rows = controller.snapshot.geometry.rows(in: host.viewport(in: controller.snapshot).range)
      return (rows.count, host.blankRowCount)
    }
    if let failure = host.failure { throw failure }
  }
}
