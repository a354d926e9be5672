import FlyingFox
import FlyingSocks
import Foundation

/// A run of the server: draws, watches, builds and reports.
struct ServerSession: Sendable {
  let port: UInt16
  /// The watched files and folders.
  let watched: [URL]
  /// The command that builds the drawing program.
  let build: [String]
  /// The drawing program and its first arguments.
  let draw: [String]
  /// Receives each line of the log.
  let say: @Sendable (String) -> Void
  /// The time without changes before a build starts (debounce).
  var quiet = Duration.milliseconds(300)
  private let channel = PageChannel()

  init(
    port: UInt16, watched: [URL], build: [String], draw: [String],
    say: @escaping @Sendable (String) -> Void
  ) {
    self.port = port
    self.watched = watched
    self.build = build
    self.draw = draw
    self.say = say
  }

  /// The current page.
  var shown: ServedPage { get async { await channel.current } }

  /// Serves until a sequence ends.
  ///
  /// - Returns: The exit status.
  func run(until end: AsyncStream<Void>) async -> Int32 {
    let server: HTTPServer
    do {
      server = HTTPServer(
        address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled)
    } catch {
      say("\(error)")
      return 1
    }
    await server.appendRoute("GET /") { [channel, say] _ in
      let page = await channel.current
      say("shown: page \(page.number)")
      return Self.page(page)
    }
    await server.appendRoute("GET /events") { [channel] _ in
      HTTPResponse(
        statusCode: .ok,
        headers: [.contentType: "text/event-stream", HTTPHeader("Cache-Control"): "no-store"],
        body: HTTPBodySequence(from: await channel.listen()))
    }
    let failure = await withTaskGroup(of: String?.self) { group in
      group.addTask { await serve(server) }
      group.addTask {
        await follow()
        return nil
      }
      group.addTask {
        for await _ in end {}
        return nil
      }
      // The first to end: the interruption, or a server that cannot listen.
      let first = await group.next() ?? nil
      await channel.close()
      await server.stop(timeout: 1)
      group.cancelAll()
      return first
    }
    if let failure {
      say(failure)
      return 1
    }
    say("stopped")
    return 0
  }

  private func serve(_ server: HTTPServer) async -> String? {
    do {
      async let listening: Void = announce(server)
      try await server.run()
      await listening
      return nil
    } catch is CancellationError {
      return nil
    } catch {
      return "127.0.0.1:\(port) cannot be served: \(error)"
    }
  }

  private func announce(_ server: HTTPServer) async {
    guard (try? await server.waitUntilListening(timeout: 5)) != nil,
      case .ip4(_, let port)? = await server.listeningAddress
    else { return }
    say("http://127.0.0.1:\(port)/ shows the previews; interrupt to stop")
  }

  private static func page(_ page: ServedPage) -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok,
      headers: [
        .contentType: "text/html; charset=utf-8", HTTPHeader("Cache-Control"): "no-store",
      ],
      body: HTTPBodySequence(data: Data(page.served.utf8), suggestedBufferSize: 1 << 16))
  }

  // MARK: Following

  /// Draws, and draws again after changes, until cancelled.
  private func follow() async {
    var seen = SourceWatch(watched)
    say("follows \(seen.count) files")
    await renew(buildsFirst: false)
    var looks = 0
    while (try? await Task.sleep(for: quiet)) != nil {
      looks += 1
      if looks % 16 == 0 { await channel.breathe() }
      let now = SourceWatch(watched)
      var changes = now.changes(since: seen)
      guard !changes.isEmpty else { continue }
      var settled = now
      // Editors and checkouts write several files at a time.
      while (try? await Task.sleep(for: quiet)) != nil {
        let next = SourceWatch(watched)
        if next == settled { break }
        settled = next
      }
      changes = settled.changes(since: seen)
      seen = settled
      guard !changes.isEmpty, !Task.isCancelled else { continue }
      say("changed: \(changes.prefix(3).joined(separator: ", "))\(changes.count > 3 ? ", …" : "")")
      await renew(buildsFirst: true)
    }
  }

  /// Builds and draws.
  private func renew(buildsFirst: Bool) async {
    await channel.change { $0.isBuilding = true }
    let result = await renewed(buildsFirst: buildsFirst)
    guard !Task.isCancelled else { return }
    await channel.change { page in
      page.isBuilding = false
      switch result {
      case .success(let html): page.show(html)
      case .failure(let fault): page.fail(fault.text)
      }
    }
    switch result {
    case .success: say("drawn: page \(await channel.current.number)")
    case .failure(let fault): say("failed: \(fault.text.prefix { $0 != "\n" })")
    }
  }

  private struct Fault: Error {
    let text: String
  }

  private func renewed(buildsFirst: Bool) async -> Result<String, Fault> {
    if buildsFirst {
      let built = await ProgramRun().run(build)
      guard built.status == 0 else { return .failure(Fault(text: Self.errors(in: built.text))) }
    }
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-previews-\(UUID().uuidString).html")
    defer { try? FileManager.default.removeItem(at: file) }
    let drawn = await ProgramRun().run(draw + ["--output", file.path])
    guard drawn.status == 0, let page = try? String(contentsOf: file, encoding: .utf8) else {
      return .failure(Fault(text: drawn.text.isEmpty ? "Nothing was drawn." : drawn.text))
    }
    return .success(page)
  }

  /// Returns the errors in the output of a build, each once; the whole output if it has none.
  static func errors(in text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
    var seen = Set<String>()
    let errors = lines.filter { $0.contains("error:") && seen.insert($0).inserted }
    return (errors.isEmpty ? lines.suffix(40) : errors.prefix(40)).joined(separator: "\n")
  }
}
