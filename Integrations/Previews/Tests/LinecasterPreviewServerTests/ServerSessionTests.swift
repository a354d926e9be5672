import FlyingFox
import Foundation
import FoundationNetworking
import Synchronization
import Testing

@testable import LinecasterPreviewServer

/// The log lines of a session.
private final class Said: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  /// Waits for a line with this start.
  func line(_ start: String, after count: Int = 0) async throws -> String {
    for _ in 0..<2_000 {
      let found = lines.withLock { $0.dropFirst(count).first { $0.hasPrefix(start) } }
      if let found { return found }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw CancellationError()
  }

  var count: Int { lines.withLock { $0.count } }
}

/// A server whose builds and programs are shell scripts.
@Suite(.timeLimit(.minutes(60))) struct ServerSessionTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("linecaster-server-\(UUID().uuidString)")
  private let said = Said()

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write("one")
  }

  private var source: URL { folder.appendingPathComponent("source.txt") }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: source, options: .atomic)
  }

  private func session() -> ServerSession {
    let build = """
      if grep -q broken "$1"; then echo "a.swift:1:2: error: broken"; echo more; exit 1; fi
      """
    let page = "<!doctype html><body>%s</body>"
    let draw = """
      if grep -q nothing "$1"; then echo "no preview"; exit 1; fi
      printf '\(page)' "$(cat "$1")" > "$3"
      """
    var session = ServerSession(
      port: 0, watched: [folder], build: ["sh", "-c", build, "build", source.path],
      draw: ["sh", "-c", draw, "draw", source.path], say: { [said] in said.add($0) })
    session.quiet = .milliseconds(20)
    return session
  }

  private func page(_ address: URL) async throws -> String {
    let (data, _) = try await URLSession.shared.data(from: address)
    return String(decoding: data, as: UTF8.self)
  }

  @Test func pagesFollowTheirSources() async throws {
    let (end, interruption) = AsyncStream.makeStream(of: Void.self)
    let session = session()
    let status = Task { await session.run(until: end) }
    let words = try await said.line("http://").split(separator: " ")
    let address = try #require(URL(string: String(words.first ?? "")))
    _ = try await said.line("drawn: page 1")
    let first = try await page(address)
    #expect(first.contains(">one<script>const pageNumber=1;") && first.hasSuffix("</body>"))
    try write("two")
    _ = try await said.line("drawn: page 2")
    #expect(try await page(address).contains(">two<script>const pageNumber=2;"))
    // A failed build keeps the page, and is reported to its open pages.
    var count = said.count
    try write("broken")
    #expect(try await said.line("failed", after: count) == "failed: a.swift:1:2: error: broken")
    #expect(try await page(address).contains(">two<script>const pageNumber=2;"))
    #expect(await session.shown.fault == "a.swift:1:2: error: broken")
    count = said.count
    try write("nothing")
    #expect(try await said.line("failed", after: count) == "failed: no preview")
    try write("three")
    _ = try await said.line("drawn: page 3")
    #expect(await session.shown.fault == nil)
    interruption.finish()
    #expect(await status.value == 0 && said.count > count)
    _ = try await said.line("stopped")
    try FileManager.default.removeItem(at: folder)
  }

  @Test func aPortThatIsTakenIsSaid() async throws {
    let (end, interruption) = AsyncStream.makeStream(of: Void.self)
    let first = session()
    let status = Task { await first.run(until: end) }
    let words = try await said.line("http://").split(separator: " ")
    let port = try #require(URL(string: String(words.first ?? ""))?.port)
    let other = Said()
    let second = ServerSession(
      port: UInt16(port), watched: [], build: ["true"], draw: ["false"], say: { other.add($0) })
    #expect(await second.run(until: AsyncStream { _ in }) == 1)
    #expect(try await other.line("127.0.0.1:\(port) cannot be served").count > 20)
    interruption.finish()
    #expect(await status.value == 0)
  }

  @Test func openPagesHearOfChanges() async throws {
    let channel = PageChannel()
    var events = await channel.listen().makeAsyncIterator()
    func next() async -> String {
      String(decoding: await events.nextBuffer(suggested: 4_096) ?? [], as: UTF8.self)
    }
    #expect(await next() == "data: {\"isBuilding\":false,\"number\":0}\n\n")
    await channel.change { $0.show("<body></body>") }
    #expect(await next().contains("\"number\":1"))
    await channel.change { $0.fail("a \"fault\"\nof two lines") }
    #expect(await next().contains(#""fault":"a \"fault\"\nof two lines""#))
    // A change without effect is not reported.
    await channel.change { $0.isBuilding = false }
    await channel.change { $0.isBuilding = true }
    #expect(await next().contains("\"isBuilding\":true"))
    await channel.close()
    #expect(await next().isEmpty)
  }

  @Test func thePageMayListen() {
    var page = ServedPage()
    page.show("<meta content=\"default-src 'none'; img-src data:\"><body></body>")
    #expect(page.served.contains("default-src 'none'; connect-src 'self'; img-src data:"))
  }

  @Test func changesAreFilesThatComeGoOrDiffer() throws {
    let inner = folder.appendingPathComponent("inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("link"), withDestinationURL: inner)
    try FileManager.default.createSymbolicLink(
      at: inner.appendingPathComponent("back"), withDestinationURL: folder)
    let before = SourceWatch([folder])
    #expect(before.count == 1 && SourceWatch([folder]) == before)
    let added = inner.appendingPathComponent("added.txt")
    try Data("a".utf8).write(to: added)
    try Data("b".utf8).write(to: inner.appendingPathComponent(".hidden"))
    let after = SourceWatch([folder])
    // A file is watched once, by any path that leads to it.
    let changed = after.changes(since: before).map { ($0 as NSString).lastPathComponent }
    #expect(changed == ["added.txt"])
    #expect(after.count == 2)
    try FileManager.default.removeItem(at: added)
    #expect(SourceWatch([folder]) == before)
    #expect(SourceWatch([folder.appendingPathComponent("nowhere")]).count == 0)
  }

  @Test func programsKnowWhereTheyWereBuilt() throws {
    let program = folder.appendingPathComponent(".build/triple/release/Previews")
    try FileManager.default.createDirectory(
      at: program.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: folder.appendingPathComponent("Package.swift"))
    try Data().write(to: program)
    let place = try #require(ProgramPlace(of: program))
    #expect(place.package.path == folder.resolvingSymlinksInPath().path)
    #expect(place.configuration == "release" && place.scratch.lastPathComponent == ".build")
    #expect(place.buildCommand.suffix(4) == ["-c", "release", "--product", "Previews"])
    #expect(ProgramPlace(of: URL(fileURLWithPath: "/usr/bin/env")) == nil)
    #expect(ProgramPlace(of: nil) == nil)
    let elsewhere = URL(fileURLWithPath: "/somewhere/.build-x/triple/debug/Previews")
    #expect(ProgramPlace(of: elsewhere) == nil)
    #expect(ProgramPlace(of: elsewhere, package: folder)?.scratch.path == "/somewhere/.build-x")
  }

  @Test func programsAreEndedWithTheirTasks() async throws {
    let start = ContinuousClock.now
    let task = Task { await ProgramRun().run(["sleep", "60"]) }
    try await Task.sleep(for: .milliseconds(100))
    task.cancel()
    #expect(await task.value.status == nil)
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(await ProgramRun().run(["sh", "-c", "echo a; echo b >&2; exit 3"]).status == 3)
    #expect(await ProgramRun().run(["no-such-program-here"]).status != 0)
  }

  @Test func errorsAreSaidOnce() {
    let text = "[1/2] Compiling\na.swift:1: error: x\n | `- error: x\na.swift:1: error: x\n"
    #expect(ServerSession.errors(in: text) == "a.swift:1: error: x\n | `- error: x")
    #expect(ServerSession.errors(in: "ld: no\n") == "ld: no")
  }
}
