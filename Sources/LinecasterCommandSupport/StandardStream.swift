import Foundation
import LinecasterBase

/// Standard output and standard error: all that the command says goes through here.
///
/// Nothing here ends the process, whatever became of the other end. What waits for room, as a pipe
/// does whose reader is slow, is waited for.
package enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Has lost writes end in errors, not in a signal, and keeps the three standard numbers from
  /// files that are opened later: what is meant for a closed stream would end up in them.
  ///
  /// To be called before anything is opened.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
      // The least number that is free is taken. Opened the wrong way round, so that a stream that
      // was closed still fails.
      _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// What stands for the stream in messages.
  package var name: String {
    switch self {
    case .output: "standard output"
    case .error: "standard error"
    }
  }

  /// Writes all of a text.
  ///
  /// - Throws: `CommandFailure` with the system's reason where some of it was lost.
  package func write(_ text: String) throws(CommandFailure) {
    try write(text.utf8)
  }

  /// Writes all bytes.
  ///
  /// - Throws: `CommandFailure` with the system's reason where some of them were lost.
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

  /// Waits until a stream that somebody made non-blocking takes bytes again, or fails.
  private func waitForRoom() {
    var stream = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
    _ = poll(&stream, 1, -1)
  }
}
