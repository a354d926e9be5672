import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct InterruptHandlerTests {
  /// A render of several seconds, interrupted after the tool has opened the feed.
  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func signalsEndTheToolAndLeaveNothing(signal: Int32, status: Int32) async throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("feed")
    #expect(mkfifo(pipe, 0o600) == 0)
    let run = try await LinecasterRun(["render", pipe, "-o", folder.file("out.png")]) { process in
      try await Self.feed(pipe, while: process)
      try await Task.sleep(for: .milliseconds(300))
      #expect(process.isRunning, "the render ended too soon")
      kill(process.processIdentifier, signal)
    }
    #expect(run.status == status, "\(run.errors)")
    #expect(run.errors == "")
    #expect(try folder.names == ["feed"])
  }

  @Test func waitingForAFeedCanBeInterrupted() async throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("feed")
    #expect(mkfifo(pipe, 0o600) == 0)
    let run = try await LinecasterRun(["render", pipe, "-o", folder.file("out.png")]) { process in
      let end = try await Self.open(pipe, while: process)
      try await Task.sleep(for: .milliseconds(200))
      kill(process.processIdentifier, SIGINT)
      while process.isRunning { try await Task.sleep(for: .milliseconds(5)) }
      close(end)
    }
    #expect(run.status == 130, "\(run.errors)")
    #expect(try folder.names == ["feed"])
  }

  /// Writes a feed that takes long to draw, but fits into the buffer of a pipe.
  private static func feed(_ pipe: String, while process: Process) async throws {
    let end = try await open(pipe, while: process)
    defer { close(end) }
    let words = String(repeating: "words ", count: 10_000)
    let bytes = Array(#"{"id": 1, "author": "", "time": 1, "body": "\#(words)"}"#.utf8)
    #expect(write(end, bytes, bytes.count) == bytes.count)
  }

  /// Opens the pipe when the tool has done so; its signal handlers are in place by then.
  private static func open(_ pipe: String, while process: Process) async throws -> Int32 {
    while process.isRunning {
      let end = Foundation.open(pipe, O_WRONLY | O_NONBLOCK)
      if end >= 0 { return end }
      try await Task.sleep(for: .milliseconds(5))
    }
    throw CocoaError(.fileNoSuchFile)
  }
}
