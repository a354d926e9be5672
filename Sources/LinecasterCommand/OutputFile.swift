import ArgumentParser
import Dispatch
import Foundation
import Linecaster
import LinecasterCommandSupport
import LinecasterFiles
import Synchronization

/// The file that something goes to, or standard output, looked at before the work starts.
struct OutputFile {
  /// The file itself where the path given is a symbolic link; `-` for standard output.
  let path: String

  var isStandardOutput: Bool { path == "-" }
  /// What stands for the file in messages.
  var name: String { isStandardOutput ? StandardStream.output.name : path }

  /// Finds the faults that can be known beforehand.
  ///
  /// - Parameter input: A file that must not be replaced.
  init(_ path: String, input: String) throws(CommandFailure) {
    guard path != "-" else {
      self.path = path
      guard !StandardStream.output.isTerminal else {
        throw CommandFailure(
          description: "standard output is a terminal; lead it to a file or another program")
      }
      return
    }
    self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    if let fault = Self.fault(self.path, input: input) {
      throw CommandFailure(description: "\(path): cannot be written: \(fault)")
    }
  }

  /// Throws where the name of a file promises what is not written to it.
  ///
  /// - Parameters:
  ///   - path: The file, or `-`; names without an ending promise nothing.
  ///   - option: The option that names it.
  ///   - kind: What is written.
  ///   - endings: The endings that such files have.
  static func check(
    _ path: String, of option: String, is kind: String, _ endings: String...
  ) throws(ValidationError) {
    let ending = URL(fileURLWithPath: path).pathExtension
    guard path != "-", !ending.isEmpty, !endings.contains(ending.lowercased()) else { return }
    let known = endings.map { ".\($0)" }.joined(separator: " or ")
    throw ValidationError(
      "\(option) is \(kind), so its name ends in \(known): '.\(ending)' cannot be written.")
  }

  /// Writes bytes; what was in the file stays until all of them are there.
  func write(_ bytes: [UInt8]) throws {
    guard isStandardOutput else { return try AtomicFileWriter.write(bytes, to: path) }
    try StandardStream.output.write(bytes)
  }

  private static func fault(_ path: String, input: String) -> String? {
    var output = stat()
    guard lstat(path, &output) == 0 else {
      return folderFault(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }
    // A rename over a device or a pipe would put a file in its place.
    switch output.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: return "is a folder"
    case S_IFLNK: return "is a symbolic link to nothing"
    default: return "is not a regular file"
    }
    if access(path, W_OK) != 0 { return "permission denied" }
    var feed = stat()
    guard stat(input, &feed) == 0 else { return nil }
    return output.st_dev == feed.st_dev && output.st_ino == feed.st_ino ? "is the input" : nil
  }

  private static func folderFault(_ folder: String) -> String? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      return "no such folder: \(folder)"
    }
    if !isFolder.boolValue { return "not a folder: \(folder)" }
    return FileManager.default.isWritableFile(atPath: folder) ? nil : "permission denied"
  }
}

/// Leaves no partial output behind when the user or the system ends the process.
@MainActor
enum InterruptHandler {
  /// Signals that ask a process to end.
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  private static var sources: [any DispatchSourceSignal] = []
  /// Whether the work was asked to end.
  private nonisolated static let wasAsked = Atomic<Bool>(false)

  /// Starts to listen; calling it again does nothing.
  ///
  /// - Parameters:
  ///   - isNormalEnd: Whether interrupting is how the process ends when all is well.
  ///   - ask: Is told the number of the first signal, and ends the work in its own time; only
  ///     another signal ends the process at once. Any thread.
  static func install(isNormalEnd: Bool = false, ask: (@Sendable (Int32) -> Void)? = nil) {
    guard sources.isEmpty else { return }
    sources = signals.map { number in
      source(for: number) { @Sendable in
        if let ask, !wasAsked.exchange(true, ordering: .relaxed) { return ask(number) }
        end(isNormalEnd && number == SIGINT ? 0 : 128 + number)
      }
    }
  }

  private static func source(
    for number: Int32, _ handler: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    // The source sees signals that are ignored; the default action would end the process first.
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    // Sendable, so that it does not inherit the main actor: the main queue may be busy reading.
    source.setEventHandler(handler: handler)
    source.resume()
    return source
  }

  /// Ends the process, with the status that shells expect where it is cut off.
  private nonisolated static func end(_ status: Int32) {
    AtomicFileWriter.removeTemporaries()
    // Other threads are at work; `exit` would take down what they use under their hands.
    _exit(status)
  }
}
