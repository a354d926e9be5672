import Foundation
import Linecaster
import Testing

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

  /// As for any program in a pipe: the signal ends it, or a message where signals are ignored.
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

  /// What cannot be written is known before the image is drawn, and before another file is.
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
