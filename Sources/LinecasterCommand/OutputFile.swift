import ArgumentParser
import Dispatch
import Foundation
import Linecaster
import LinecasterCommandSupport
import Synchronization

/// An output file, or standard output, validated before the work starts.
struct OutputFile {
  /// The target if the given path is a symbolic link; `-` for standard output.
  let path: String

  var isStandardOutput: Bool { path == "-" }
  /// The name of the file in messages.
  var name: String { isStandardOutput ? StandardStream.output.name : path }

  /// Checks the output path before the work starts.
  ///
  /// - Parameter input: The input file, which must not be replaced.
  init(_ path: String, input: String) throws(CommandFailure) {
    guard path != "-" else {
      self.path = path
      guard !StandardStream.output.isTerminal else {
        throw CommandFailure(
          description: "standard output is a terminal; redirect it to a file or another program")
      }
      return
    }
    self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    if let fault = Self.fault(self.path, input: input) {
      throw CommandFailure(description: "\(path): cannot be written: \(fault)")
    }
  }

  /// Throws if the file name extension does not match the content.
  ///
  /// - Parameters:
  ///   - path: The file, or `-`; names without an extension are accepted.
  ///   - option: The option with the path.
  ///   - kind: The kind of content.
  ///   - endings: The matching extensions.
  static func check(
    _ path: String, of option: String, is kind: String, _ endings: String...
  ) throws(ValidationError) {
    let ending = URL(fileURLWithPath: path).pathExtension
    guard path != "-", !ending.isEmpty, !endings.contains(ending.lowercased()) else { return }
    let known = endings.map { ".\($0)" }.joined(separator: " or ")
    throw ValidationError(
      "\(option) writes \(kind); its name must end in \(known), not '.\(ending)'.")
  }

  /// Writes bytes; the old content stays until all of them are written.
  func write(_ bytes: [UInt8]) throws {
    guard isStandardOutput else { return try AtomicFileWriter.write(bytes, to: path) }
    try StandardStream.output.write(bytes)
  }

  private static func fault(_ path: String, input: String) -> String? {
    var output = stat()
    guard lstat(path, &output) == 0 else {
      return folderFault(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }
    // Renaming onto a device or a pipe would replace it with a file.
    switch output.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: return "it is a folder"
    case S_IFLNK: return "it is a broken symbolic link"
    default: return "it is not a regular file"
    }
    if access(path, W_OK) != 0 { return "permission denied" }
    var feed = stat()
    guard stat(input, &feed) == 0 else { return nil }
    return output.st_dev == feed.st_dev && output.st_ino == feed.st_ino ? "it is the input" : nil
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

/// Removes partial output if the user or the system ends the process.
@MainActor
enum InterruptHandler {
  /// The signals that ask a process to end.
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  private static var sources: [any DispatchSourceSignal] = []
  /// Whether the work was asked to end.
  private nonisolated static let wasAsked = Atomic<Bool>(false)

  /// Installs the handlers; further calls are no-ops.
  ///
  /// - Parameters:
  ///   - isNormalEnd: Whether an interrupt is the normal end of the process.
  ///   - ask: Receives the number of the first signal, and ends the work in its own time; only
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
    // The source sees ignored signals; the default action would end the process first.
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    // Sendable, so it does not inherit the main actor, whose queue may be busy reading.
    source.setEventHandler(handler: handler)
    source.resume()
    return source
  }

  /// Ends the process, with the exit status for a signal.
  private nonisolated static func end(_ status: Int32) {
    AtomicFileWriter.removeTemporaries()
    // Other threads are running; `exit` would destroy what they use.
    _exit(status)
  }
}
