import Foundation
import Linecaster

/// One line on a terminal that says how far the work is; nothing where output is no terminal.
@MainActor
final class ProgressLine {
  /// Says how far the work is.
  private let status: @MainActor () -> String
  private let isTerminal = isatty(FileHandle.standardError.fileDescriptor) == 1
  private var isShown = false
  private var nextTime = ContinuousClock.now

  /// How often the line changes: the main queue wakes up far more often than people can read.
  private static let interval = Duration.milliseconds(100)

  /// A line about anything.
  init(status: @escaping @MainActor () -> String) {
    self.status = status
  }

  /// A line about the rows of a pipeline.
  convenience init(_ pipeline: PrecomputePipeline) {
    self.init {
      let statistics = pipeline.statistics
      return "\(statistics.rowsMeasured) rows measured, \(statistics.rowsRasterized) drawn"
    }
  }

  /// Writes the line again, unless that was done just before.
  func renew() {
    let now = ContinuousClock.now
    guard isTerminal, now >= nextTime else { return }
    nextTime = now + Self.interval
    write("\r\u{1B}[K\(status())")
    isShown = true
  }

  /// Takes the line away.
  func clear() {
    guard isShown else { return }
    write("\r\u{1B}[K")
    isShown = false
  }

  /// Leaves a last line.
  func end(_ text: String) {
    guard isTerminal else { return }
    write("\r\u{1B}[K\(text)\n")
    isShown = false
  }

  private func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
