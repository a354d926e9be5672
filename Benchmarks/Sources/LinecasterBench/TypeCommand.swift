import ArgumentParser
import BenchMeasurement
import Foundation
import Linecaster
import LinecasterSurface

/// Measures the latency from a key press to its pixels.
struct TypeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "type", abstract: "Measure the time from a key press to pixels.",
    discussion: """
      The one mode is type. Corpora: field types into a line, area-100k, area-1m and area-10m into \
      the middle of texts of that many units, on lines of 360 points, 400 high. A key is a letter, \
      or every tenth a backspace; each waits for the pixels of the one before. open_ns is the time \
      from the text to its first pixels.
      """)

  @Option(help: "Device pixels per layout point.")
  var scale = 2.0

  @OptionGroup var options: BenchmarkOptions

  func run() throws {
    try MainActor.assumeIsolated {
      try BenchmarkSession(options: options, rounds: 5, warmUps: 1).run { _ in
        TypeWorkloads(scale: scale).all
      }
    }
  }
}

/// The workloads for typing into texts of several lengths.
@MainActor
struct TypeWorkloads {
  let scale: Double

  private static let keys = 200

  /// Every workload.
  var all: [Workload] {
    [
      workload("field", 0), workload("area-100k", 100_000), workload("area-1m", 1_000_000),
      workload("area-10m", 10_000_000),
    ]
  }

  private func workload(_ corpus: String, _ units: Int) -> Workload {
    Workload(mode: "type", corpus: corpus, unit: "key", units: Self.keys) {
      let desk = try TypingDesk(units: units, scale: scale)
      return {
        for number in 0..<Self.keys { desk.press(number) }
        return .init(facts: desk.facts)
      }
    }.with {
      $0.clock = .wall
      $0.isCountable = false
    }
  }
}

/// A simulated user who types, and records the latencies.
@MainActor
private final class TypingDesk {
  private let mailbox = DeliveryMailbox()
  private let host: TextInputHost<SilentSurface>
  private var times: [Int] = []
  /// The time from the text to its first pixels.
  private var opened = 0
  /// The longest processor time of one turn of the main actor.
  private var longest = 0

  init(units: Int, scale: Double) throws {
    let line = "A line of words that somebody has written, of 60 units or so.\n"
    let text = String(repeating: line, count: units / line.utf8.count)
    let start = BenchClock.wall.nanoseconds
    var input = TextInput(text, kind: units > 0 ? .area : .field, limit: max(units, 10_000))
    input.perform(.select(anchor: units / 2, head: units / 2))
    host = TextInputHost(
      on: SilentSurface(), input: input,
      frame: Rect(x: 0, y: 0, width: 360, height: units > 0 ? 400 : 32),
      environment: LayoutEnvironment(width: 360, scale: PixelScale(scale)),
      pipeline: PrecomputePipeline(fonts: try .bundled()), delivery: .manual(mailbox))
    host.isFocused = true
    wait()
    opened = BenchClock.wall.nanoseconds - start
  }

  /// Presses a key, and waits for its pixels.
  func press(_ number: Int) {
    let start = BenchClock.wall.nanoseconds
    note {
      if number % 10 == 9 { host.key(.backspace) } else { host.insert("x") }
    }
    wait()
    times.append(BenchClock.wall.nanoseconds - start)
  }

  private func wait() {
    while host.isBusy {
      note { mailbox.drain() }
      if host.isBusy { usleep(50) }
    }
    note { host.draw(at: .nanoseconds(BenchClock.wall.nanoseconds)) }
  }

  private func note(_ body: () -> Void) {
    let start = BenchClock.thread.nanoseconds
    body()
    if !times.isEmpty { longest = max(longest, BenchClock.thread.nanoseconds - start) }
  }

  var facts: [Sample.Fact] {
    [
      .init("key_p99_ns", times.percentile(0.99)), .init("key_max_ns", times.max() ?? 0),
      .init("main_max_ns", longest), .init("open_ns", opened),
      .init("units", host.input.utf16Count),
    ]
  }
}
