import Foundation

/// This program without debug information, for as long as the value lives: Valgrind 3.19 gives up
/// on what Swift's compiler writes.
final class CountedProgram {
  /// The stripped program, or this one where nothing can strip it.
  let path: String

  private let folder: URL

  init() {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-bench-\(UUID().uuidString)")
    let copy = folder.appendingPathComponent("linecaster-bench").path
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let strip = ["strip", "--strip-debug", "-o", copy, ChildProcess.ownPath]
    let isStripped = (try? ChildProcess.run(strip))?.status == 0
    path = isStripped ? copy : ChildProcess.ownPath
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
