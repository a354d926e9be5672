public import Foundation

/// A program run to its end.
///
/// By `posix_spawn`, since Foundation's `Process` does not work inside Valgrind.
public enum ChildProcess {
  /// What a program left behind.
  public struct Result {
    /// The exit status; 128 and the signal's number for programs that were ended by one.
    public let status: Int32
    /// All of standard output.
    public let output: Data
  }

  /// Runs a program found in `PATH`.
  ///
  /// - Parameter errorFile: Where its standard error goes; nil for this process's.
  /// - Throws: `POSIXError` where it cannot be started.
  public static func run(_ arguments: [String], errorFile: String? = nil) throws -> Result {
    var ends: [Int32] = [-1, -1]
    try check(pipe(&ends) == 0 ? 0 : errno)
    // The child must not keep the ends open: reading would never come to an end.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let output = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    let started = Swift.Result {
      try spawn(arguments, standardOutput: ends[1], errorFile: errorFile)
    }
    close(ends[1])
    let child = try started.get()
    let data = try output.readToEnd() ?? Data()
    return Result(status: exitStatus(of: child), output: data)
  }

  /// This very program.
  public static var ownPath: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
  }

  private static func spawn(
    _ arguments: [String], standardOutput: Int32, errorFile: String?
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, standardOutput, STDOUT_FILENO)
    if let errorFile {
      posix_spawn_file_actions_addopen(
        &actions, STDERR_FILENO, errorFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads of Dispatch block signals, and a child would go on doing so.
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let variables = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
    var child: pid_t = 0
    let code = withCStrings(arguments) { words in
      withCStrings(variables) { variables in
        posix_spawnp(&child, arguments[0], &actions, &attributes, words, variables)
      }
    }
    try check(code)
    return child
  }

  private static func withCStrings<Value>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
  ) -> Value {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }

  private static func exitStatus(of child: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  private static func check(_ code: Int32) throws {
    guard code != 0 else { return }
    throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
  }
}
