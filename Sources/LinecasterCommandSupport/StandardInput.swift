import Foundation
import LinecasterBase

/// Standard input, in pieces as they come.
package enum StandardInput {
  /// The most bytes of a piece.
  private static let pieceLength = 1 << 16

  /// The bytes that are there, waiting for the first; none at the end.
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

  /// Waits until a stream that somebody made non-blocking has bytes again, or an end.
  private static func waitForBytes() {
    var stream = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    _ = poll(&stream, 1, -1)
  }
}
