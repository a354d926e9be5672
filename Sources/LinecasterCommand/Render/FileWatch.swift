import Foundation
import Linecaster
import LinecasterFonts

/// Files that are watched for changes.
///
/// They are polled ten times a second, which works on every file system, and for editors that
/// replace files.
struct FileWatch {
  /// The identity and the state of a file; `nil` if there is no file.
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

  /// The polling interval in seconds; a change is complete when the next poll finds no other.
  private static let interval = 0.1

  /// Starts to watch.
  init(_ paths: [String]) {
    self.paths = paths.flatMap(Self.files)
    states = self.paths.map(State.init)
  }

  /// The same watch with more files; known files keep their state.
  func adding(_ more: [String]) -> FileWatch {
    var watch = FileWatch(paths + more.filter { !paths.contains($0) })
    watch.states.replaceSubrange(states.indices, with: states)
    return watch
  }

  /// Waits, while running the main queue, until a file has changed and is stable.
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

  /// The files of a path: itself, or the font files of a folder.
  private static func files(at path: String) -> [String] {
    guard FontFinder.isFolder(path) else { return [path] }
    let finder = FontFinder(folders: [path])
    return finder.folders + finder.files
  }
}
