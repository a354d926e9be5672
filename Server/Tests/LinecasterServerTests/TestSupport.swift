import Foundation
import Glibc
import Synchronization

/// A folder that is removed with its last owner.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-server-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }
}

/// Programs that tests need, which are optional.
enum TestTools {
  /// The error of a test whose tool is missing, if tools are required.
  struct Missing: Error {
    let name: String
  }

  /// Returns whether a test that needs a tool runs, for the condition of its trait.
  ///
  /// - Throws: `Missing` if the tool is missing and `LINECASTER_REQUIRE_TOOLS` is set, which fails
  ///   the test.
  static func has(_ name: String, _ isThere: Bool) throws -> Bool {
    let required = ProcessInfo.processInfo.environment["LINECASTER_REQUIRE_TOOLS"] ?? ""
    guard isThere || required.isEmpty else { throw Missing(name: name) }
    return isThere
  }
}

/// A counter for several threads.
final class Count: Sendable {
  private let number = Atomic(0)

  var value: Int { number.load(ordering: .relaxed) }

  /// Adds a number and returns the sum.
  @discardableResult
  func add(_ other: Int = 1) -> Int { number.add(other, ordering: .relaxed).newValue }

  func raise(to other: Int) { number.max(other, ordering: .relaxed) }
}

/// Returns the value of blocking work, which runs on a thread of its own: the task pool has as many
/// threads as cores, and the servers under test need them.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread { continuation.resume(returning: work()) }.start()
  }
}

/// A connection to a port of this machine, for requests that an HTTP client would not send.
final class RawConnection {
  private let socket: Int32

  /// Connects; `nil` if nothing listens.
  init?(port: Int) {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
    }
    guard result == 0 else { return nil }
  }

  deinit { close(socket) }

  /// Sends a text; false if the connection is closed.
  func send(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBytes { bytes in
      Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    } == text.utf8.count
  }

  /// Receives a text until the server closes the connection.
  func receive() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer.prefix(count)
    }
  }

  /// Returns the response to a GET request, with its head.
  static func get(_ path: String, port: Int) async -> String {
    await onThread {
      guard let connection = RawConnection(port: port),
        connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      else { return "" }
      return connection.receive()
    }
  }
}

/// Processes of tests.
enum TestProcess {
  /// Runs a process, and returns its output and its errors together.
  static func output(of process: Process) async throws -> String {
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let data = await onThread { pipe.fileHandleForReading.readDataToEndOfFile() }
    while process.isRunning { try await Task.sleep(for: .milliseconds(5)) }
    return String(decoding: data, as: UTF8.self)
  }
}
