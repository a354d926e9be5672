import Foundation
import LinecasterBase

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
