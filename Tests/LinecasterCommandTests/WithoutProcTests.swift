import Foundation
import LinecasterTestSupport
import Testing

/// Roots that were just made, and some containers, have no `/proc`, where Swift asks what a process
/// was started with.
@Suite(.timeLimit(.minutes(2))) struct WithoutProcTests {
  /// Hides `/proc` from a command; nil where namespaces are not to be had.
  private func hidden(_ words: String...) throws -> Data? {
    guard let unshare = OtherProgram("unshare"), (try? unshare.output("-rm", "true")) != nil else {
      return nil
    }
    let script = "mount -t tmpfs none /proc && ! [ -e /proc/self ] && exec \"$@\""
    let program = LinecasterRun.program.path
    return try unshare.output(["-rm", "sh", "-c", script, "sh", program] + words)
  }

  @Test func drawsTheSame() async throws {
    let folder = try TemporaryFolder()
    let scene = try folder.write(#"{"body": {"Text": "Hello"}}"#, to: "hello.json")
    guard let picture = try hidden("render", scene, "-o", "-") else { return }
    let usual = try await LinecasterRun(["render", scene, "-o", "-"])
    #expect(usual.status == 0 && Array(picture) == usual.bytes)
  }

  @Test func knowsItsWords() throws {
    guard let version = try hidden("--version") else { return }
    #expect(version.count < 20 && !version.isEmpty)
  }
}
