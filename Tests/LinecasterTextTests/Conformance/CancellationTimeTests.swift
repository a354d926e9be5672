import Foundation
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// The delay until a worker is free that is cancelled within a paragraph of 10 MB.
@Suite(
  .serialized,
  .enabled(if: ConformanceSettings.takesAll, "only where LINECASTER_TEXT is all"))
struct CancellationTimeTests {
  /// The bytes of the paragraph, in UTF-8.
  private static let byteCount = 10 << 20
  /// The number of random moments for each kind of text.
  private static let rounds = 40
  /// The limit of the delay in milliseconds, which at most one in a hundred exceeds.
  private static let limit = 5.0

  /// The delay until a worker was free.
  private struct Delay {
    /// The elapsed time, in milliseconds.
    let passed: Double
    /// The elapsed time without waiting for a processor, which other programs may use.
    let own: Double
  }

  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  @Test func freesTheWorkerSoon() {
    var random = SeededGenerator(salt: 66)
    var all: [Delay] = []
    for (name, piece) in CancellationTexts.pieces {
      let paragraph = Paragraph(CancellationTexts.text(piece, bytes: Self.byteCount))
      let whole = milliseconds { _ = layOut(paragraph, CancellationRequest()) }
      var delays: [Delay] = []
      while delays.count < Self.rounds {
        let moment = Double.random(in: 0..<whole, using: &random)
        if let delay = delay(paragraph, cancelledAfter: moment) { delays.append(delay) }
      }
      print("cancellation: \(name), \(Int(whole)) ms whole:", summary(delays))
      all += delays
    }
    print("cancellation: all \(all.count):", summary(all), "seed \(random.seed)")
    #expect(percentile(99, of: all.map(\.own)) <= Self.limit)
  }

  /// The time from the request until the worker holds nothing of the paragraph; nil if the work was
  /// done before the request.
  private func delay(_ paragraph: Paragraph, cancelledAfter moment: Double) -> Delay? {
    let request = CancellationRequest()
    let thread = Thread { request.cancel(after: moment) }
    thread.start()
    let isDone = layOut(paragraph, request)
    let end = CancellationRequest.now
    let waited = request.waitedSince
    while !request.isCancelled { usleep(100) }
    let passed = end - request.moment
    return isDone ? nil : Delay(passed: passed, own: max(0, passed - waited))
  }

  /// Whether a paragraph was prepared and laid out before its cancellation.
  private func layOut(_ paragraph: Paragraph, _ request: CancellationRequest) -> Bool {
    do {
      let prepared = try typesetter.prepare(paragraph, isCancelled: request.ask)
      _ = try prepared.minContentWidth(isCancelled: request.ask)
      _ = try prepared.layout(width: 320, isCancelled: request.ask)
      return true
    } catch {
      return false
    }
  }

  private func milliseconds(_ body: () -> Void) -> Double {
    let start = CancellationRequest.now
    body()
    return CancellationRequest.now - start
  }

  private func summary(_ delays: [Delay]) -> String {
    let kinds = [("passed", delays.map(\.passed)), ("own", delays.map(\.own))]
    return kinds.map { name, values in
      let figures = [50.0, 99, 100].map { String(format: "%.2f", percentile($0, of: values)) }
      return "\(name) p50 \(figures[0]) ms, p99 \(figures[1]) ms, most \(figures[2]) ms"
    }.joined(separator: "; ")
  }

  private func percentile(_ percent: Double, of values: [Double]) -> Double {
    let sorted = values.sorted()
    let place = Int((percent / 100 * Double(sorted.count)).rounded(.up)) - 1
    return sorted[max(0, place)]
  }
}
