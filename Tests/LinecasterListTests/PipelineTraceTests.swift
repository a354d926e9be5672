import Foundation
import Testing

@testable import LinecasterList

@Suite struct PipelineTraceTests {
  private func trace() -> PipelineTrace {
    let trace = PipelineTrace(limit: 10)
    let start = ContinuousClock.now
    trace.record(.build, since: start, generation: 1, band: .display)
    Thread.sleep(forTimeInterval: 0.002)
    trace.record(.layOut, since: start, generation: 2, band: .idle)
    return trace
  }

  @Test func writesWhatPerfettoReads() throws {
    let trace = trace()
    let object = try JSONSerialization.jsonObject(with: Data(trace.chromeJSON.utf8))
    let events = try #require((object as? [String: Any])?["traceEvents"] as? [[String: Any]])
    #expect(events.map { $0["ph"] as? String } == ["M", "X", "X"])
    let layOut = try #require(events.last)
    #expect(layOut["name"] as? String == "lay out")
    #expect((layOut["args"] as? [String: Any])?["band"] as? String == "idle")
    #expect((layOut["args"] as? [String: Any])?["generation"] as? Int == 2)
    #expect((layOut["dur"] as? Double ?? 0) >= 2_000)
    #expect(layOut["ts"] is Double && layOut["tid"] as? Int == 1)
  }

  @Test func keepsAsManySpansAsItMay() {
    let trace = PipelineTrace(limit: 3)
    for number in 0..<5 {
      trace.record(.apply, since: .now, generation: number, band: .visible)
    }
    #expect(trace.spans.map(\.generation) == [0, 1, 2] && trace.droppedCount == 2)
  }

  @Test func givesEachThreadATrackAndTheMainQueueTheFirst() async {
    let trace = PipelineTrace()
    await MainActor.run { trace.record(.apply, since: .now, generation: 1, band: .visible) }
    for number in 2...3 {
      await withCheckedContinuation { continuation in
        Thread {
          trace.record(.layOut, since: .now, generation: number, band: .visible)
          continuation.resume()
        }.start()
      }
    }
    #expect(trace.spans.first?.track == 0)
    #expect(trace.spans.dropFirst().allSatisfy { $0.track > 0 })
    #expect(trace.mainQueueWork == ["apply"])
  }

  @Test func drawsATimeline() {
    let svg = trace().timelineSVG(width: 600)
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
    #expect(svg.contains("<title>lay out, update 2, idle, "))
    #expect(svg.contains("main queue") && svg.contains("worker 1"))
  }
}
