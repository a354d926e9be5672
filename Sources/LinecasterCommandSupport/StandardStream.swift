import Foundation
import LinecasterBase

/// Standard output and standard error; all output of the command goes through here.
///
/// Errors never end the process here. If the other end is slow, for example a pipe, writing waits
/// for room.
package enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Makes failed writes errors instead of signals, and reserves the three standard descriptors, so
  /// output for a closed stream does not end up in a file.
  ///
  /// Call it before opening anything.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
      // `open` uses the lowest free descriptor. The access mode is reversed, so a stream that was
      // closed still fails.
      _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The name of the stream in messages.
  package var name: String {
    switch self {
    case .output: "standard output"
    case .error: "standard error"
    }
  }

  /// Writes all of a text.
  ///
  /// - Throws: `CommandFailure` with the system's reason if some of it was lost.
  package func write(_ text: String) throws(CommandFailure) {
    try write(text.utf8)
  }

  /// Writes all bytes.
  ///
  /// - Throws: `CommandFailure` with the system's reason if some of them were lost.
  package func write(_ bytes: some Sequence<UInt8>) throws(CommandFailure) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(rawValue, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        waitForRoom()
      } else if errno != EINTR {
        throw CommandFailure(
          description: "\(name): cannot be written: \(String(cString: strerror(errno)))")
      }
    }
  }

  /// Waits until a non-blocking stream accepts bytes, or fails.
  private func waitForRoom() {
    var stream = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
    _ = poll(&stream, 1, -1)
  }
}

/// Standard input, in chunks as they arrive.
package enum StandardInput {
  /// The maximum bytes of a chunk.
  private static let pieceLength = 1 << 16

  /// Returns the available bytes, waiting for the first; empty at the end.
  ///
  /// - Throws: `CommandFailure` with the system's reason.
  package static func piece() throws(CommandFailure) -> [UInt8] {
    while true {
      var count = 0
      let piece = [UInt8](unsafeUninitializedCapacity: pieceLength) { buffer, used in
        count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
        used = max(0, count)
      }
      if count >= 0 { return piece }
      if errno == EAGAIN {
        waitForBytes()
      } else if errno != EINTR {
        throw CommandFailure(
          description: "standard input: cannot be read: \(String(cString: strerror(errno)))")
      }
    }
  }

  /// Waits until a non-blocking stream has bytes, or ends.
  private static func waitForBytes() {
    var stream = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    _ = poll(&stream, 1, -1)
  }
}
