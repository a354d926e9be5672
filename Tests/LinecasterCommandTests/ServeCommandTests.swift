import Foundation
import Testing

/// `serve` runs the separate server program.
@Suite struct ServeCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Arguments, status and streams are passed through.
  @Test func theServerOnThePathTakesOver() async throws {
    let server = try folder.write(
      "#!/bin/sh\necho \"$@\"; echo told >&2; exit 3\n", to: "linecaster-server")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: server)
    let run = try await LinecasterRun(
      ["serve", "--port", "0", "--help", "-x"],
      environment: ["PATH": "/nonexistent:\(folder.path):/usr/bin:/bin"])
    #expect(run.output == "--port 0 --help -x\n" && run.errors == "told\n" && run.status == 3)
  }

  @Test func withoutAServerItIsSaidHowToBuildIt() async throws {
    let run = try await LinecasterRun(["serve"], environment: ["PATH": "/usr/bin:/bin"])
    #expect(run.status == 1)
    #expect(run.errors.contains("swift build -c release --package-path Server"))
    #expect(run.errors.split(separator: "\n").count == 1)
  }
}
