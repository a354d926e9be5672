import Foundation
import Synchronization

/// A folder that is gone with the last who has it.
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

/// A number that threads count with.
final class Count: Sendable {
  private let number = Atomic(0)

  var value: Int { number.load(ordering: .relaxed) }

  /// The number after adding another.
  @discardableResult
  func add(_ other: Int = 1) -> Int { number.add(other, ordering: .relaxed).newValue }

  func raise(to other: Int) { number.max(other, ordering: .relaxed) }
}
