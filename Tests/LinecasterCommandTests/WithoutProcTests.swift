import Foundation
import LinecasterTestSupport
import Testing

/// A script that hides `/proc` from a command.
private enum ProcHider {
  static let script = "mount -t tmpfs none /proc && ! [ -e /proc/self ]"
  /// Whether namespaces are available.
  static let isAllowed = (try? OtherProgram("unshare")?.output("-rm", "sh", "-c", script)) != nil
}

/// New root file systems and some containers have no `/proc`, where Swift reads the arguments of a
/// process.
@Suite(
  .timeLimit(.minutes(60)),
  .enabled(
    if: try TestTools.has("unshare that may make namespaces", ProcHider.isAllowed),
    "needs unshare, and that it may make namespaces"))
struct WithoutProcTests {
  /// The output of a command that does not see `/proc`.
  private func hidden(_ words: String...) throws -> Data {
    let unshare = try #require(OtherProgram("unshare"))
    let script = "\(ProcHider.script) && exec \"$@\""
    let program = LinecasterRun.program.path
    return try unshare.output(["-rm", "sh", "-c", script, "sh", program] + words)
  }

  @Test func drawsTheSame() async throws {
    let folder = try TemporaryFolder()
    let scene = try folder.write(#"{"body": {"Text": "Hello"}}"#, to: "hello.json")
    let usual = try await LinecasterRun(["render", scene, "-o", "-"])
    let picture = try hidden("render", scene, "-o", "-")
    #expect(usual.status == 0 && Array(picture) == usual.bytes)
  }

  @Test func knowsItsWords() throws {
    let version = try hidden("--version")
    #expect(version.count < 20 && !version.isEmpty)
  }
}
