import ArgumentParser
import BenchCorpus
import BenchMeasurement
import Foundation
import Linecaster

/// Measures a transcript whose last message grows.
struct TranscriptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transcript", abstract: "Measure messages that grow while they are shown.",
    discussion: """
      Modes: token, token-paragraph, stream, burst. All have thousands of messages above one that \
      grows by words. token appends single words to a message of 1 kB to 1 MB in paragraphs, \
      token-paragraph to one without line ends; the time is that of all threads. \
      stream appends 500 words a second in a window of 60 frames a second; the time is that of the \
      main thread. burst appends words as fast as they can be shown.
      """)

  @Option(help: "The number of messages above.")
  var messages = 2_000

  @Option(help: "The number of words that a round appends.")
  var tokens = 200

  @Option(help: "The duration of a stream, in seconds.")
  var seconds = 5.0

  @Option(help: "The width of the list in layout points.")
  var width = 320.0

  @OptionGroup var options: BenchmarkOptions

  func validate() throws {
    guard (0...1_000_000).contains(messages) else {
      throw ValidationError("--messages must be from 0 to 1,000,000.")
    }
    guard (1...1_000_000).contains(tokens) else {
      throw ValidationError("--tokens must be from 1 to 1,000,000.")
    }
    guard (0.1...3_600).contains(seconds) else {
      throw ValidationError("--seconds must be from 0.1 to 3600.")
    }
  }

  func run() throws {
    try MainActor.assumeIsolated {
      let workloads = TranscriptWorkloads(
        fonts: try .bundled(), environment: LayoutEnvironment(width: width), messages: messages,
        tokens: tokens, seconds: seconds)
      try BenchmarkSession(options: options, rounds: 3).run { _ in workloads.all }
    }
  }
}

/// The workloads of a growing message.
@MainActor
struct TranscriptWorkloads {
  let fonts: FontCollection
  let environment: LayoutEnvironment
  let messages: Int
  let tokens: Int
  let seconds: Double

  /// The lengths of the message before it is measured, with their names.
  private static let lengths = [
    ("1k", 1_000), ("10k", 10_000), ("100k", 100_000), ("1m", 1_000_000),
  ]
  private static let frameRate = 60
  private static let tokensPerSecond = 500
  /// The words that a burst appends at once.
  private static let burst = 1_000

  var all: [Workload] {
    Self.lengths.map { growing("token", $0, $1, hasLines: true) }
      + Self.lengths.map { growing("token-paragraph", $0, $1, hasLines: false) }
      + [stream, burst]
  }

  /// Appends words one by one; each is shown before the next.
  private func growing(
    _ mode: String, _ name: String, _ length: Int, hasLines: Bool
  ) -> Workload {
    workload(mode, name, units: tokens) {
      var words = Words(hasLines: hasLines)
      let window = makeWindow()
      try window.open(words.next(length), messages: messages)
      return {
        let processor = Stopwatch(.process)
        var (mainTimes, times): ([Int], [Int]) = ([], [])
        for _ in 0..<tokens {
          let (wall, before) = (Stopwatch(.wall), window.loop.busyNanoseconds)
          try window.append(words.next(1))
          times.append(wall.nanoseconds)
          mainTimes.append(window.loop.busyNanoseconds - before)
        }
        return .init(
          facts: Self.facts(mainTimes) + [
            .init("shown_p50_ns", times.percentile(0.5)),
            .init("shown_p99_ns", times.percentile(0.99)),
          ],
          nanoseconds: processor.nanoseconds)
      }
    }
    .with { $0.clock = .process }
  }

  /// Appends words at a steady rate, and draws frames at another.
  private var stream: Workload {
    let frames = max(1, Int((seconds * Double(Self.frameRate)).rounded(.up)))
    return workload("stream", "10k", unit: "frame", units: frames) {
      var words = Words(hasLines: true)
      let window = makeWindow()
      try window.open(words.next(10_000), messages: messages)
      var meter = FrameMeter(rate: Self.frameRate)
      let before = window.host.displayCount
      meter.start()
      return {
        for frame in 0..<frames {
          let count =
            (frame + 1) * Self.tokensPerSecond / Self.frameRate
            - frame * Self.tokensPerSecond / Self.frameRate
          try meter.frame {
            for _ in 0..<count { window.transcript.append(words.next(1), to: .growing) }
            try window.drain()
            return (rows: 0, blank: 0)
          }
        }
        return .init(
          facts: meter.facts + [
            .init("tokens", frames * Self.tokensPerSecond / Self.frameRate),
            .init("rows_drawn", window.host.displayCount - before),
          ],
          nanoseconds: meter.mainNanoseconds)
      }
    }
    .with { $0.clock = .wall }
  }

  /// Appends many words at once; they are shown before the next.
  private var burst: Workload {
    let count = max(1, tokens / 10)
    return workload("burst", "10k", units: count * Self.burst) {
      var words = Words(hasLines: true)
      let window = makeWindow()
      try window.open(words.next(10_000), messages: messages)
      return {
        for _ in 0..<count {
          for _ in 1..<Self.burst { window.transcript.append(words.next(1), to: .growing) }
          try window.append(words.next(1))
        }
        return .init()
      }
    }
    .with { $0.clock = .wall }
  }

  private static func facts(_ mainTimes: [Int]) -> [Sample.Fact] {
    [
      .init("main_p50_ns", mainTimes.percentile(0.5)),
      .init("main_p99_ns", mainTimes.percentile(0.99)), .init("main_max_ns", mainTimes.max() ?? 0),
    ]
  }

  private func makeWindow() -> TranscriptWindow {
    TranscriptWindow(PrecomputePipeline(fonts: fonts), environment)
  }

  private func workload(
    _ mode: String, _ corpus: String, unit: String = "token", units: Int,
    prepare: @escaping @MainActor () throws -> Workload.Part
  ) -> Workload {
    // What a word costs is spread over threads and frames.
    Workload(mode: mode, corpus: corpus, unit: unit, units: units, prepare: prepare)
      .with { $0.isCountable = false }
  }
}

/// An endless text, word by word.
private struct Words {
  private let paragraphs: [[String]]
  private var place = (paragraph: 0, word: 0)

  /// - Parameter hasLines: Whether paragraphs are separated by blank lines, or by spaces.
  init(hasLines: Bool) {
    let corpus = Corpus(rows: 0, lines: 60, seed: 1)
    let texts = CorpusLanguage.all.first.map(corpus.text) ?? []
    paragraphs = texts.map { text in
      let words = text.split(separator: " ").map { "\($0) " }
      return hasLines ? words.dropLast() + [(words.last ?? "") + "\n\n"] : words
    }
  }

  /// Returns the next words.
  ///
  /// - Parameter length: The minimum number of characters.
  mutating func next(_ length: Int) -> String {
    var text = ""
    var count = 0
    while count < length, !paragraphs.isEmpty {
      let paragraph = paragraphs[place.paragraph]
      text += paragraph[place.word]
      count += paragraph[place.word].utf8.count
      place.word += 1
      if place.word == paragraph.count { place = ((place.paragraph + 1) % paragraphs.count, 0) }
    }
    return text
  }
}

/// A headless window of 800 points at the end of a transcript.
@MainActor
private final class TranscriptWindow {
  let transcript = Transcript()
  let loop = MainLoop()
  let host = FrameHost(height: 800)
  private let controller: AutoDiffController

  init(_ pipeline: PrecomputePipeline, _ environment: LayoutEnvironment) {
    controller = AutoDiffController(
      pipeline: pipeline, environment: environment, host: host, delivery: loop.delivery)
  }

  /// Shows messages, with one below them that grows.
  func open(_ text: String, messages: Int) throws {
    transcript.insertAtStart(
      (0..<messages).map { .init(.number($0), from: "Ada", "Message *\($0)* of a long talk.") })
    transcript.begin(.growing, from: "Assistant")
    transcript.append(text, to: .growing)
    transcript.show(in: controller)
    try wait { host.displayCount > 0 }
  }

  /// Appends text, and waits until it is drawn.
  func append(_ text: String) throws {
    let before = host.displayCount
    loop.count { transcript.append(text, to: .growing) }
    try wait { host.displayCount > before }
  }

  /// Runs the work that has arrived.
  func drain() throws {
    loop.turn(within: .seconds(0))
    if let failure = host.failure { throw failure }
  }

  private func wait(for isReached: () -> Bool) throws {
    let start = Stopwatch(.wall)
    while !isReached() || !controller.isIdle {
      loop.turn()
      if let failure = host.failure { throw failure }
      guard start.nanoseconds < 60_000_000_000 else {
        throw BenchmarkFailure("an update was not shown within a minute")
      }
    }
  }
}

extension ItemIdentifier {
  fileprivate static let growing = ItemIdentifier.name("growing")
}
