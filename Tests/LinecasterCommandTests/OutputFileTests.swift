import Foundation
import Linecaster
import Testing

@Suite struct OutputFileTests {
  private let folder: TemporaryFolder
  private let feed: String

  init() throws {
    folder = try TemporaryFolder()
    feed = try folder.write(Feed.short(rows: 1), to: "feed.jsonl")
  }

  @Test func aFileIsReplacedAndALinkIsFollowed() async throws {
    let target = try folder.write("old", to: "target.png")
    let link = folder.file("link.png")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    let run = try await LinecasterRun(["render", feed, "-o", link])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try folder.read("target.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    #expect(try folder.names == ["feed.jsonl", "link.png", "target.png"])
  }

  @Test func whatIsNoFileIsRefused() async throws {
    try await expectFailure(folder.path, "it is a folder")
    let image = folder.file("feed.png")
    try FileManager.default.createSymbolicLink(atPath: image, withDestinationPath: feed)
    try await expectFailure(image, "it is the input")
    try await expectFailure("\(feed)/out.png", "not a folder: \(feed)")
    let missing = folder.file("missing")
    try await expectFailure("\(missing)/out.png", "no such folder: \(missing)")
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    try await expectFailure(folder.file("pipe"), "it is not a regular file")
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: missing)
    try await expectFailure(link, "it is a broken symbolic link")
  }

  /// A rename would replace the device by a file.
  @Test func devicesAreRefusedAndStay() async throws {
    try await expectFailure("/dev/full", "it is not a regular file")
    try await expectFailure("/dev/null", "it is not a regular file")
    for device in ["/dev/full", "/dev/null"] {
      let type = try FileManager.default.attributesOfItem(atPath: device)[.type]
      #expect(type as? FileAttributeType == .typeCharacterSpecial)
    }
  }

  /// The fault appears only when the finished image is renamed.
  @Test func failuresOfTheSystemAreNamed() async throws {
    let output = folder.file(String(repeating: "x", count: 300))
    let run = try await LinecasterRun(["render", feed, "-o", output])
    #expect(run.status == 1)
    #expect(run.errors == "linecaster: \(output): cannot be written: File name too long\n")
    #expect(try folder.names == ["feed.jsonl"])
  }

  private func expectFailure(
    _ output: String, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try folder.names
    let run = try await LinecasterRun(["render", feed, "-o", output])
    #expect(
      run.errors == "linecaster: \(output): cannot be written: \(reason)\n",
      sourceLocation: sourceLocation)
    #expect(run.status == 1, sourceLocation: sourceLocation)
    #expect(try folder.names == before, sourceLocation: sourceLocation)
    #expect(try folder.read("feed.jsonl") == Data(Feed.short(rows: 1).utf8))
  }
}

/// Images that go to standard output, and files that cannot be written.
@Suite struct StandardOutputTests {
  private let folder: TemporaryFolder
  private let scene: String

  init() throws {
    folder = try TemporaryFolder()
    scene = try folder.write(#"{"body": {"Text": "Hello"}}"#, to: "a.json")
  }

  @Test func aFullDeviceIsNamed() async throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let run = try await LinecasterRun(["render", scene, "-o", "-"], output: full)
    #expect(run.status == 1)
    #expect(
      run.errors == "linecaster: standard output: cannot be written: No space left on device\n")
  }

  /// As in any pipeline, the signal ends the command, or a message if signals are ignored.
  @Test func aClosedPipeEndsTheCommand() async throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let run = try await LinecasterRun(
      ["render", scene, "-o", "-"], output: pipe.fileHandleForWriting)
    let isTold = run.errors == "linecaster: standard output: cannot be written: Broken pipe\n"
    #expect(run.status == -SIGPIPE && run.errors.isEmpty || run.status == 1 && isTold)
  }

  @Test func pagesGoToStandardOutputToo() async throws {
    let run = try await LinecasterRun(["inspect", scene, "-o", "-"])
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.output.hasPrefix("<!doctype html>") && run.output.hasSuffix("</html>\n"))
  }

  /// An unwritable dump is detected before the image is drawn or another file is written.
  @Test func aDumpThatCannotBeWrittenLeavesNoImage() async throws {
    for dump in [folder.file("none/a.json"), folder.path, scene] {
      let run = try await LinecasterRun([
        "render", scene, "-o", folder.file("out.png"), "--dump", dump,
      ])
      #expect(run.status == 1 && run.errors.contains("\(dump): cannot be written: "))
      #expect(try folder.names == ["a.json"])
    }
    let same = folder.file("out.png")
    let run = try await LinecasterRun(["render", scene, "-o", same, "--dump", same])
    #expect(run.status == 64 && run.errors.contains("must be different files"))
  }
}

@Suite(.timeLimit(.minutes(60))) struct InterruptHandlerTests {
  /// A render of many seconds is interrupted after the tool has opened the feed.
  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func signalsEndTheToolAndLeaveNothing(signal: Int32, status: Int32) async throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("feed")
    #expect(mkfifo(pipe, 0o600) == 0)
    let words = ["render", pipe, "-o", folder.file("out.png"), "--updates", "5000"]
    let run = try await LinecasterRun(words) { process in
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

  /// Writes a feed that takes long to draw, but fits into a pipe's buffer.
  private static func feed(_ pipe: String, while process: Process) async throws {
    let end = try await open(pipe, while: process)
    defer { close(end) }
    let words = String(repeating: "words ", count: 10_000)
    let bytes = Array(#"{"id": 1, "author": "", "time": 1, "body": "\#(words)"}"#.utf8)
    #expect(write(end, bytes, bytes.count) == bytes.count)
  }

  /// Opens the pipe after the tool has done so, when its signal handlers are installed.
  private static func open(_ pipe: String, while process: Process) async throws -> Int32 {
    while process.isRunning {
      let end = Foundation.open(pipe, O_WRONLY | O_NONBLOCK)
      if end >= 0 { return end }
      try await Task.sleep(for: .milliseconds(5))
    }
    throw CocoaError(.fileNoSuchFile)
  }
}
