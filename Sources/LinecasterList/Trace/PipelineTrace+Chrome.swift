extension PipelineTrace {
  /// The trace in the JSON that Perfetto and Chrome's `about:tracing` open.
  ///
  /// Complete events ("X") with times in microseconds, a thread a track, and the generation and the
  /// band of each as its arguments; see the Trace Event Format.
  ///
  /// - Complexity: O(spans).
  public var chromeJSON: String {
    let spans = spans
    let tracks = Set(spans.map(\.track)).sorted()
    let names = tracks.map { track in
      let name = track == 0 ? "main queue" : "worker \(track)"
      return "{\"ph\":\"M\",\"pid\":1,\"tid\":\(track),\"name\":\"thread_name\","
        + "\"args\":{\"name\":\"\(name)\"}}"
    }
    let events = spans.map { span in
      "{\"ph\":\"X\",\"pid\":1,\"tid\":\(span.track),\"name\":\"\(span.name.rawValue)\","
        + "\"ts\":\(Self.microseconds(span.start)),\"dur\":\(Self.microseconds(span.duration)),"
        + "\"args\":{\"generation\":\(span.generation),\"band\":\"\(span.band)\"}}"
    }
    return "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"
      + (names + events).joined(separator: ",\n") + "\n]}\n"
  }

  /// A time in nanoseconds as microseconds with three places.
  private static func microseconds(_ nanoseconds: Int) -> String {
    let rest = String(nanoseconds % 1_000)
    return "\(nanoseconds / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}
