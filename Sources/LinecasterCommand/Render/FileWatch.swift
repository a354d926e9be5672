import Foundation
import Linecaster
import LinecasterFonts

/// Files that something is made of, and whether they are as they were.
///
/// They are looked at ten times a second, which sees changes on file systems of any kind, and files
/// that are replaced by others as editors do.
struct FileWatch {
  /// What tells that a file is another one, or was written; nil where there is none.
  private struct State: Equatable {
    let device: UInt
    let number: UInt
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt(status.st_dev)
      number = UInt(status.st_ino)
      size = Int(status.st_size)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  private let paths: [String]
  private var states: [State?]

  /// Seconds between two looks; a change that is followed by another one is not over yet.
  private static let interval = 0.1

  /// Starts to watch.
  init(_ paths: [String]) {
    self.paths = paths.flatMap(Self.files)
    states = self.paths.map(State.init)
  }

  /// The same with more files, those of before as they were.
  func adding(_ more: [String]) -> FileWatch {
    var watch = FileWatch(paths + more.filter { !paths.contains($0) })
    watch.states.replaceSubrange(states.indices, with: states)
    return watch
  }

  /// Waits, with the main queue running, until a file has changed and stays as it is.
  @MainActor
  mutating func waitForChange() {
    var isChanged = false
    while true {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: Self.interval))
      let now = paths.map(State.init)
      if now == states && isChanged { return }
      isChanged = isChanged || now != states
      states = now
    }
  }

  /// The files that a path stands for: those of folders are font files.
  private static func files(at path: String) -> [String] {
    guard FontFinder.isFolder(path) else { return [path] }
    let finder = FontFinder(folders: [path])
    return finder.folders + finder.files
  }
}
